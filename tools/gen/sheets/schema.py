# SPDX-License-Identifier: BSD-2-Clause
"""What the lines of a sheet may say, as tables: word or key, member of the struct in boxes/, kind of value. A member that begins with '_'
is none of C's: the reader of the line makes something of it."""

import re

from text import need
from values import Form, amount, at_function, base_field, bits, bus_field, device_id, function, gate, msr_bits, name, number, text, unquote


def constants(prefix, words):
    return {word: {member: f"{prefix}{word}"} for member, words in words.items() for word in words.split()}


# ---- fields and layouts ------------------------------------------------------------------------------------------------------------

ACCESS = {"rw": "RW", "ro": "RO", "wo": "WO", "w1c": "W1C", "w1": "W1_TO", "w1s": "W1S", "volatile": "VOLATILE", "counting": "COUNTING",
          "unsure": "UNSURE", "rsv": "RESERVED", "ig": "IGNORED", "one": "ONE"}
NAMELESS = ("rsv", "ig", "one")  # fields that are called by their access, of which a register may have several
LACKS = {"bts": "BOX_LACKS_BTS", "smm-freeze": "BOX_LACKS_SMM_FREEZE", "pebs": "BOX_LACKS_PEBS", "status-bits": "BOX_LACKS_STATUS_BITS",
         "any-thread": "BOX_LACKS_ANY_THREAD", "lbr-switch": "BOX_LACKS_LBR_SWITCH", "metrics": "BOX_LACKS_METRICS"}
KINDS = """EVENT UMASK ENABLE PMI EDGE INVERT THRESHOLD COUNT_ENABLES OVERFLOWS FIXED_ENABLE FIXED_OVERFLOW CODE CODE_ABOVE UMASK_ABOVE ALWAYS
    PRIVILEGE FROZEN BRANCHES_FROZEN ANY_THREAD TALLY_RESET RESET FREEZE FREEZE_ENABLE RESET_COUNTERS RESET_CONTROLS FREEZE_ON_OVERFLOW
    REPORT_OVERFLOW"""


def word_itself(word, _=None):
    return word


def bit_range(word, _=None):
    mask = bits(64)(word) if not word.startswith("0x") and "," not in word else 0
    need(mask, word, f"'{word}' is no bit and no HIGH:LOW")
    low = (mask & -mask).bit_length() - 1
    return {"low": low, "width": mask.bit_length() - low, "_at": word}


def spelling(word, _=None):
    """'e/edge': libpfm4's and perf's; '/edge', 'tf/': one of them alone; '=nid': both alike"""
    need("/" in word or word.startswith("="), word, f"'{word}' is no access ({' '.join(ACCESS)}), no kind of field, and no spelling with '/' or '='")
    modifier, _, perf = word.partition("/") if "/" in word else (word[1:], "", word[1:])
    return {"modifier": text(modifier) if modifier else None, "perf": text(perf) if perf else None}


def lack(word, _=None):
    need(word in LACKS, word, f"'{word}' is none of {' '.join(LACKS)}")
    return LACKS[word]


FIELD = Form((None, bit_range), rest=("_spellings", spelling),
             keys={"most": ("most", number(8)), "least": ("least", number(8)), "needs": ("needs", lack)},
             flags={**{word: {"access": f"ACCESS_{value}"} for word, value in ACCESS.items()}, **constants("FIELD_", {"kind": KINDS})})

LAYOUT = Form(text="title", source="source",
              keys={"like": ("_like", word_itself), "reset": ("reset", bits(64)), "unknown": ("reset_unknown", bits(64)), "holes": ("holes", bits(64)),
                    "joint": ("joint", bits(64)), "wide": ("wide", number(15))},
              flags={**{str(width): {"width_bits": width} for width in (8, 16, 32, 64)},
                     "bit-by-bit": {"bit_by_bit": True}, "beyond": {"_beyond": True}})

# ---- boxes ---------------------------------------------------------------------------------------------------------------------------

ROLES = """OTHER CONTROL STATUS CLEAR SELECT COUNTER FIXED_SELECT FIXED_COUNTER FILTER BOX_CONTROL FREE_COUNTER PMI_FREEZE AVAILABLE
    CAPABILITIES GLOBAL_FREEZE BOX_COUNT FLAGS"""


def row(word, box):
    """The number of a register of the box, by its name or by what event lists call it."""
    return box.row(word)


def row_and_field(word, box):
    register, _, field = word.partition(".")
    number_of_row = box.row(word.part(0, len(register)))
    return {"row": number_of_row, **({"field": box.field(number_of_row, word.part(len(register) + 1))} if field else {})}


def looking_field(word, box):
    """The field of the selects that makes counters look at a filter."""
    dot = word.find(".")
    need(dot > 0, word, f"'{word}' is no REGISTER.FIELD")
    return box.select_layout(word).number(word.part(dot + 1))


def register_of_global(key):
    def reader(word, box):
        box.global_rows[key] = box.row(word)
        return text(word)
    return reader


def bits_of_global(key):
    """Names of fields of that register -> their bits"""
    def reader(word, box):
        need(key in box.global_rows, word, f"{key}= stands in front")
        layout = box.rows[box.global_rows[key]].layout
        return sum({layout.fields[layout.number(one)].mask() for one in word.split_at(",")})
    return reader


def core_select(word, box):
    need("ctl" in box.global_rows, word, "ctl= stands in front")
    layout = box.rows[box.global_rows["ctl"]].layout
    return layout.fields[layout.number(word)].source()


def places(word, box):
    found = [function(one, box.n) if "." in one else hex(amount(one, box.n)) for one in word.split_at(",")]
    need(len(found) <= 3, word, "a box has three banks at most")
    return "{" + ", ".join(found) + "}"


def place_ids(word, box):
    found = word.split_at(",")
    need(len(found) <= 3, word, "a box has three banks at most")
    return "{" + ", ".join(hex(device_id(one, box.sheet)) for one in found) + "}"


def own_id(word, box):
    return device_id(word, getattr(box, "sheet", box))


def quoted(word, _=None):
    need(len(word) > 1 and word[0] == word[-1] == '"', word, "a text in quotation marks is expected here")
    return text(unquote(word))


def first_last(word, _=None):
    ends = word.split_at("-")
    need(len(ends) == 2, word, f"'{word}' is no FIRST-LAST")
    return {"first": number(8)(ends[0]), "last": number(8)(ends[1])}


QUIRKS = "LEAKS TOO_FEW MISCOUNTS REPEATS STICKS FORGETS RUNS_ON UNPRIMED".split()


def quirk_kind(word, _=None):
    need(word in QUIRKS, word, f"'{word}' is none of {' '.join(QUIRKS)}")
    return f"QUIRK_{word}"


def teller(word, box):
    return f"&{box.sheet.type_symbol(word)}"


ROW = Form(("_name", word_itself), ("_place", word_itself), ("_role", word_itself), rest=("_layout", word_itself),
           keys={"bank": ("bank", number(2)), "id": ("_id", name), "spelt": ("_spelt", text), "gate": ("_gate", word_itself)},
           flags={"noted": {"_noted": True}, "refused": {"_refused": True}}).joined(LAYOUT)

SPACES = {"msr": ("MSR", "CONSTANT"), "pci": ("PCI", "OF_SOCKET"), "pci-by-id": ("PCI", "BY_ID"), "mmio": ("MMIO", "IN_REGISTER")}
BOX = Form(("_name", name), text="title",
           keys={"like": ("_like", word_itself), "width": ("_width", number(7)), "events": ("_events", word_itself), "pmu": ("_pmu", text), "pmu-whole": ("pmu", text),
                 "perf": ("perf", text), "library": ("library_note", quoted), "follower": ("_follower", number(16))},
           flags={**{word: {"space": f"SPACE_{space}", "based": f"BASE_{base}"} for word, (space, base) in SPACES.items()},
                  "fixed-apart": {"fixed_apart": True}, "shared-spellings": {"shared_spellings": True},
                  "edge-needs-threshold": {"edge_needs_threshold": True}, "thread": {"scope": "BOX_OF_THREAD"},
                  "needs-declared": {"_declared": True}})


PLACE = Form(("base", places), keys={"N": ("_range", text), "id": ("id", place_ids), "summary": ("summary", bits(64)), "counters": ("counters", number(8)),
                                    "without": ("without", bits(32)), "die": ("die", number(16)), "in": ("summary_register", number(16))})

PRESENT = {"as-cores": Form(), "counted-by": Form(("teller", teller), keys={"msr": (None, msr_bits)}),
           "masked-by": Form(("teller", teller), keys={"msr": (None, msr_bits)}), "with": Form(keys={"id": ("id", own_id)}, needed=("id",)),
           "unless-0": Form(("field", bus_field), keys={"id": ("id", own_id), "else": ("few", number(8))}, needed=("id",)),
           "on-some": Form(("some", bits(32)))}
PRESENCE = {"as-cores": "AS_CORES", "counted-by": "AS_COUNTED", "masked-by": "AS_MASKED", "with": "WITH_DEVICE", "unless-0": "BY_FIELD",
            "on-some": "ON_SOME"}


class Part:
    """A line of a box that becomes a struct: that struct, the member of struct box_type, what it may say. `inside`: the member is the struct and
    no pointer to it. `several`: the member is an array, with its length in the member `count`, or an entry of NULLs at its end."""

    def __init__(self, struct, member, form, inside=False, several=None, end=None):
        self.struct, self.member, self.form, self.inside, self.several, self.end = struct, member, form, inside, several, end


PARTS = {
    "base": Part("base_register", "base_register",
                 Form(rest=("_fields", base_field), needed=("id",),
                      keys={"id": ("id", own_id), "shared": ("shared", number(8)), "witness": ("witness_id", own_id), "witness-at": ("witness_at", at_function),
                            "witness-step": ("witness_step", at_function)})),
    "look": Part("look", "look", Form(("field", looking_field), ("row", row), ("bits", bits(64)))),
    "choice": Part("choice", "choice", Form(("row", row), keys={"all": ("all", bits(64)), "choices": ("choices", bits(64))}, needed=("all", "choices"))),
    "erratum": Part("counter_erratum", "erratum",
                    Form(source="source", keys={"low": ("low_mask", bits(64)), "forbidden": ("forbidden_from", number(64)),
                                                "up-to": ("correct_up_to", number(64)), "subtract": ("correct_subtract", number(64))}), inside=True),
    "latency": Part("latency", "_latency",
                    Form(keys={"sum": ("sum", row), "count": ("count", row), "mark": ("mark", bits(64)), "requests": ("requests", bits(64)),
                               "answers": ("answers", bits(64))}, needed=("sum", "count"))),
    "quirk": Part("counter_quirk", "quirks", Form(("kind", quirk_kind), source="source", keys={"events": (None, first_last), "from": ("from", number(8))}),
                  several="", end="{0}"),
    "perf": Part("perf_alias", "perf_aliases", Form(("name", text), text="terms"), several="", end="{NULL, NULL}"),
    "value": Part("value_name", "value_names", Form(("name", text), ("modifier", text), ("value", number(16)), flags={"joins": {"joins": True}}),
                  several="", end="{NULL, NULL, 0, false}"),
    "resource": Part("resource", "resources",
                     Form(("_id", name), text="name", needed=("at",),
                          keys={"at": (None, row_and_field), "group-modifier": ("group_modifier", text), "unit-modifier": ("unit_modifier", text),
                                **{key: (key.replace("-", "_"), number(8)) for key in ("units", "groups", "rows", "fields", "row-step", "bit-step", "code",
                                                                                      "unit-step", "group-step")}}), several="resource_count"),
    "global": Part("global_control", "_global",
                   Form(keys={"ctl": ("control", register_of_global("ctl")), "status": ("status", register_of_global("status")),
                              "clear": ("clear", register_of_global("clear")), "gate": (None, gate), "cores": ("core_select", core_select),
                              "run": ("run", bits_of_global("ctl")), "stop": ("stop", bits_of_global("ctl")),
                              "commands": ("commands", bits_of_global("ctl")), "freeze-on-pmi": ("freeze_on_pmi", bits_of_global("ctl")),
                              "wake": ("wake_on_pmi", bits_of_global("ctl")), "reset-all": ("reset_all", bits_of_global("ctl")),
                              "received": ("pmi_received", bits_of_global("status")), "clears": ("pmi_clear", bits_of_global("status"))},
                        flags={"latches": {"latches": True}, "freezes": {"freezes": True}, "status-stays": {"status_stays": True}},
                        needed=("ctl", "status", "run"))),
}

# ---- processors ------------------------------------------------------------------------------------------------------------------------


def stepping(word, _=None):
    return {f"{end}_stepping": value for end, value in first_last(word).items()}


def processor_name(word, _=None):
    need(re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", word), word, f"'{word}' is no name of a processor")
    return text(word)


PART = Form(("_alias", name), ("name", processor_name), text="title",
            keys={"model": ("model", number(16)), "other-model": ("other_model", number(16)), "stepping": (None, stepping), "pmu": ("pmu_start", text)})
CAPABILITY = Form(("name", text), ("offset", number(12)), needed=("id",), keys={"id": ("id", own_id), "chas": ("chas", bits(32))})
PROCESSOR = Form(keys={"clock": ("clock_event", text), "prefetchers": ("prefetchers_off", bits(8))},
                 flags={"resets-unknown": {"resets_unknown": True}, "pmi-shows": {"pmi_shows": True}})
def finder_names(word, _=None):
    found = word.split_at(".")
    need(len(found) == 2, word, f"'{word}' is no BOX.FIELD or BOX.FIELD,NODE")
    names = found[1].split_at(",")
    need(len(names) <= 2, word, "two names at most")
    return {"box": text(found[0]), **{member: text(f"{found[0]}.{one}") for member, one in zip(("field_name", "node_name"), names)}}


FINDER = Form(("_way", word_itself), fixed={"vendor": "0x8086"},
              keys={"id": ("id", own_id), "at": ("at", at_function), "field": ("field", bus_field), "node": ("node", bus_field),
                    "fields": ("fields", number(8)), "others": ("_others", word_itself), "called": (None, finder_names)})
WAYS = {"chain": "BASE_BY_CHAIN", "map": "BASE_BY_MAP", "looking": "BASE_BY_LOOKING"}
OTHERS = {"behind": "BUSES_BEHIND", "before": "BUSES_BEFORE"}

# ---- machines that describe themselves ---------------------------------------------------------------------------------------------------


def layout(word, sheet):
    return sheet.layout(word)


def own_layout(word, box):
    return box.sheet.layout(word)


def stepped(first, step, width=31):
    """'8+1' -> where the first is, how far the next"""
    def reader(word, _=None):
        ends = word.split_at("+")
        need(len(ends) == 2, word, f"'{word}' is no PLACE+STEP")
        return {first: number(width)(ends[0]), step: number(8 if width < 64 else 16)(ends[1])}
    return reader


def discovery_type(word, _=None):
    return "DESCRIBED_NOWHERE" if word == "none" else hex(number(16)(word))


def control(space):
    def reader(word, _=None):
        return {"control": number(64)(word), "space": f"SPACE_{space}"}
    return reader


DESCRIBED = Form(keys={"msr": ("_msr", layout), "memory": ("_memory", layout), "control": ("_control", layout), "count": ("msr_of_count", number(32)),
                       "table": ("msr_of_table", number(32))}, needed=("msr", "memory", "control"))
USUAL = ("control", "space", "select", "select_stride", "counter", "counter_stride", "counters", "counter_bits")  # of struct archetype
KIND = BOX.joined(Form(keys={"type": ("_type", discovery_type), "most": ("_most", number(16)), "select": ("_select", own_layout),
                             "home": (None, stepped("home", "home_step", 64)), "beside": (None, stepped("beside", "beside_step", 64)),
                             "msr": (None, control("MSR")), "pci": (None, control("PCI")), "mmio": (None, control("MMIO")),
                             "ctl": (None, stepped("select", "select_stride")), "ctr": (None, stepped("counter", "counter_stride")),
                             "counters": ("counters", number(8))}, needed=("type", "most", "select", "counters")))
LOOK_FOR = Form(("_kind", word_itself), keys={"id": ("id", own_id), "device": ("device", number(5))}, needed=("id", "device"))
