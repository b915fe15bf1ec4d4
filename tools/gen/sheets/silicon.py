# SPDX-License-Identifier: BSD-2-Clause
"""A sheet of virtual silicon, silicon/models/NAME.sheet -> const tables of its boxes and of what they count, in the words of silicon/models/part.h.
Functions and settings are C: a sheet calls them by their names."""

import os
import re

from text import KEY, Refused, choose, need, read
from values import Form, Text, amount, bits, expression, fits, initializer, name, number, symbol_of, text

NO_BIT = "MODEL_NO_BIT"
REGISTERS_MOST = 64  # of a bank
PLACES_MOST = 256    # of a line
SYMBOL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\[[0-9A-Z_]+\])?")
INCLUDE = re.compile(r"silicon/models/[a-z0-9_]+\.h")

# ---- what lines may say ----------------------------------------------------------------------------------------------------------------


def symbol(word, _=None):
    """The name of something in C."""
    need(SYMBOL.fullmatch(word), word, f"'{word}' is no name in C")
    return str(word)


def address_of(word, _=None):
    return f"&{symbol(word)}"


def quantity(word, _=None):
    """A number, or what C calls it; `none` is no field."""
    if word == "none":
        return "MODEL_NO_FIELD"
    return symbol(word) if SYMBOL.fullmatch(word) else number(32)(word)


def after_one(word, _=None):
    """A setting by its name, or a number; 0 means that there is none."""
    return f"1 + {symbol(word)}" if SYMBOL.fullmatch(word) else 1 + number(16)(word)


def field_name(word, _=None):
    """'map.command', 'dsp[10:7]'"""
    need(re.fullmatch(r"[a-z][a-z0-9_.]*(\[[0-9:]+\])?", word), word, f"'{word}' is no name of a field")
    return str(word)


def span(low, width):
    """HIGH:LOW as two members, which may be `width` = None: 8 bits, always."""
    def reader(word, _=None):
        mask = bits(64)(word)
        least = (mask & -mask).bit_length() - 1
        need(mask and "," not in word and not word.startswith("0x"), word, f"'{word}' is no HIGH:LOW")
        need(width or mask.bit_length() - least == 8, word, "8 bits it has, always")
        return {low: least, **({width: mask.bit_length() - least} if width else {})}
    return reader


def masks(word, _=None):
    """'43:36+50:48' -> two of them"""
    found = word.split_at("+")
    need(len(found) <= 2, word, "two at most")
    return "{" + ", ".join(hex(bits(64)(one)) for one in found) + "}"


def unknown(word, _=None):
    need(word in ("?", "-"), word, "'?' is expected here, no document says it, or '-', one does")
    return word == "?"


def features(word, _=None):
    found = word.split_at(",")
    for one in found:
        need(one in FEATURES, one, f"'{one}' is none of {' '.join(FEATURES)}")
    return " | ".join(f"MODEL_HAS_{one.upper()}" for one in found)


def mask(word, row):
    """Bits of a register; '~...' are all others, `rest` those that it does not take, `all` all of 64, `none` none."""
    if word in ("rest", "all", "none"):
        return {"rest": ALL & ~row.takes, "all": ALL, "none": 0}[word]
    return ALL & ~bits(64)(word.part(1)) if word.startswith("~") else bits(64)(word)


def lock(word, row):
    where, dot, bit = word.partition(".")
    found = [i for i, other in enumerate(row.box.rows) if other.name == where]
    need(dot and found, word, f"'{word}' is no REGISTER.BIT of the box, above")
    return {"lock": 1 + found[0], "lock_bit": number(6)(word.part(len(where) + 1))}


def itself(word, _=None):
    return word


def flags(words):
    return {word: {word.replace("-", "_"): True} for word in words.split()}


ALL = (1 << 64) - 1
STATE, QUEUE = 8, 20  # how many cycles a state lasts, and how many entries a queue has; the models' own
OF_EVENTS = "clocked tallied one-sub filtered bare numbered of-running".split()
FEATURES = "enable summary filter lock tally master freeze reset pmi msrs header latency levels bands memory".split()
SPACES = {"msr": ("SILICON_MSR", "MSRS"), "config": ("SILICON_CONFIG", "HEADER"), "mmio": ("SILICON_MMIO", "MEMORY")}
ROLES = "GLOBAL_CTL STATUS OVF_CTL SELECT COUNTER COMPANION TICKER WINDOW STORE".split()
TOLD = ("GLOBAL_CTL", "STATUS", "OVF_CTL", "SELECT", "COMPANION", "STORE")  # what such a register does not take must be written as 0
POSITIONS = "enable pmi edge invert umask_low threshold_low reset_tally mode_low wrap".split()  # of which a select may have none

PART = Form(("_alias", name), ("_name", itself), keys={"boxes": ("_boxes", symbol)}, needed=("boxes",))
SELECT = Form(keys={**{one: (one, number(6)) for one in ("enable", "pmi", "edge", "invert", "wrap")}, "reset-tally": ("reset_tally", number(6)),
                    "mode": ("mode_low", number(6)), "event": (None, span("event_low", "event_bits")), "umask": (None, span("umask_low", None)),
                    "threshold": (None, span("threshold_low", "threshold_bits")), "threshold-byte": (None, span("threshold_low", None)),
                    "clears": ("clears", bits(32)), "more": ("more", bits(32)), "narrows": ("narrows", masks), "c": ("_c", address_of)},
              flags=flags("clock"))
BOX = Form(keys={"name": ("name", text), "has": ("_has", features), "id": ("_id", number(16)), "id-whole": ("id", number(16)), "id-unknown": ("id_undocumented", bits(8)),
                 "clock": ("clock", after_one), "unit": ("unit", after_one),
                 **{one: (one.replace("-", "_"), number(8)) for one in ("spread", "ports", "serves", "shift", "above", "resets-low")},
                 **{one: (one, bits(64)) for one in ("frozen", "freezes", "thaws", "holds")},
                 **{one: (one, symbol) for one in ("mean", "runs", "control", "ending")}, "events": ("_events", itself), "field": ("field", symbol),
                 **{one: (f"{one}_undocumented", unknown) for one in ("use", "filter", "summary", "tally", "pmi", "status")}, "optional": ("optional", bits(64)), "uncounted": ("uncounted", bits(8)),
                 "like": ("_like", itself), "as": ("_as", symbol), "banks": ("_banks", itself), "banks-as": ("_banks_as", symbol),
                 "banks-c": ("_banks_c", symbol), "fields": ("_fields", symbol)},
           flags={**{word: {"space": space, "_feature": feature} for word, (space, feature) in SPACES.items()},
                  **flags("single per-core global erratum enabled-first resets-status asked-summary keeps-summary asked-only as-cores")})
ROW = Form(("_name", itself), ("_place", itself), ("_role", itself), ("bits", number(7)), ("_takes", itself), rest=("_layout", itself), source="source",
           keys={**{one: (one, mask) for one in ("zero", "ones", "refuses", "reset", "acts", "hides", "compared", "shows")},
                 "commands": ("_commands", mask), "unknown": ("undocumented", mask),
                 "base": ("base", number(2)), "number": ("number", number(8)), "bit": ("bit", lambda word, _: NO_BIT if word == "none" else number(6)(word)),
                 "counts": ("width", number(7)), "shared": ("shared", number(4)), "extends": ("extends", number(6)), "summary": ("summary", after_one),
                 "lock": (None, lock), "start": ("start_undocumented", unknown), "rate": ("rate_undocumented", unknown), "use": ("use_undocumented", unknown),
                 "as": ("_as", symbol)},
           flags={**flags("unseen lock-gp"), "single": {"_single": True}, "numbered": {"_numbered": True},
                  "keeps": {"access": "MODEL_KEEPS"}, "raises-gp": {"access": "MODEL_RAISES_GP"}})
FIELD = Form(("_name", field_name), (None, span("low", "width")), rest=("_as", symbol), flags=flags("shifted widened"))
LIST = Form(("_name", name), keys={"also": ("_also", itself), "as": ("_as", symbol)})
CHOICE = Form(keys={"every": ("every", text), "field": ("field", quantity), "every-field": ("every_field", quantity), "every-value": ("every_value", quantity),
                    "when": ("when", after_one)}, flags=flags("may-lack"), rest=("_names", itself))
EVENT = Form(("code", quantity), ("_subs", itself), ("name", text), rest=("_names", itself),
             keys={"adds": ("increment", quantity), "lasts": ("run", number(8)), "by": ("counters", bits(8)), "choice": ("_choice", itself),
                   "filter": ("filter", quantity), "scale": ("scale", after_one), "setting": ("setting", after_one), "key": ("key", number(16)),
                   "granule": ("granule", number(16)), "base": ("base", number(32))},
             flags={"state": {"run": STATE}, "queue": {"increment": QUEUE, "run": STATE}, "clock": {"run": STATE, "_clocked": True},
                    **{word: {f"_{word.replace('-', '_')}": True} for word in OF_EVENTS}})
PLACE = Form(("_base", itself), keys={"N": ("_range", text), "number": ("_number", number(16)), "id": ("_id", number(16)),
                                      "summary": ("summary", bits(64)), "other": ("other", bits(64)), "setting": ("setting", after_one)})

# ---- what they are -----------------------------------------------------------------------------------------------------------------------


def in_lines(members):
    """An initializer, a member a line."""
    return "{\n" + "".join(f"\t.{member} = {expression(value)},\n" for member, value in members.items() if value or isinstance(value, Text)) + "}"


def base(word, n):
    """'0xe00+0x10*N' -> a sum; '1:5.6', '14+N.0', '8.2+0x318' -> a function, on the first bus if none is said, and an offset into it"""
    device, dot, rest = word.partition(".")
    if not dot:
        return hex(amount(word, n))
    bus, colon, _ = device.partition(":")
    start = len(bus) + 1 if colon else 0
    end = len(device) + 1
    function, _, offset = rest.partition("+")
    found = (number(3)(word.part(0, len(bus))) if colon else 0, amount(word.part(start, len(device)), n), number(3)(word.part(end, end + len(function))))
    need(found[1] < 32, word, "devices are 0 to 31")
    return f"MODEL_FUNCTION({found[0]}, {found[1]}, {found[2]})" + (f" + {amount(word.part(end + len(function) + 1), n):#x}" if offset else "")


class Row:
    """NAME[0-LAST] OFFSET[+STEP] ROLE WIDTH TAKES ... [SOURCE], fields below: registers of one kind"""

    def __init__(self, line, box):
        self.box, self.takes = box, 0
        words = line.words
        need(len(words) > 4, words[0], "NAME OFFSET ROLE WIDTH BITS ... [SOURCE]")
        self.takes = mask(words[4], self) if words[4] != "-" else 0
        found = ROW.read(words, words[0], self)
        self.at, place, role = (found.pop(key) for key in ("_name", "_place", "_role"))
        found.pop("_takes")
        written = re.fullmatch(r"([a-z][a-z0-9_%]*?)(?:0-([1-9][0-9]?))?", self.at)
        need(written, self.at, f"'{self.at}' is no name of a register, as ctl or ctl0-3")
        need(role in ROLES, role, f"'{role}' is none of {' '.join(ROLES)}")
        need("source" in found, self.at, "a [SOURCE] is missing")
        self.name, count = written.group(1), int(written.group(2) or 0) + 1
        need(count <= REGISTERS_MOST, self.at, f"more than {REGISTERS_MOST} registers")
        ends = place.split_at("+")
        need(len(ends) == 1 + (count > 1), place, "several registers, and they alone, are at OFFSET+STEP")
        self.symbol = found.pop("_as", None)
        commands = found.pop("_commands", 0)
        numbered = found.pop("_numbered", False)
        layout = found.pop("_layout")
        need(len(layout) <= 1, layout[-1] if layout else self.at, f"'{layout[-1] if layout else ''}' means nothing here")
        if layout:
            found["layout"] = box.sheet.select(layout[0])
        need(not self.takes >> found["bits"], words[4], f"a register of {found['bits']} bits does not take that")
        if role in TOLD and self.takes:
            found.setdefault("zero", ALL & ~(self.takes | commands))
        if role == "COUNTER":
            found.setdefault("width", self.takes.bit_length())
        self.members = {"name": Text(self.name), "role": f"MODEL_{role}", "count": count, "offset": number(16)(ends[0]),
                        "stride": number(8)(ends[1]) if count > 1 else 0, "numbered": numbered or count > 1, "writable": self.takes, **found}
        self.fields = [field for below in line.below for field in below.statements()]

    def source(self):
        return (f"[{self.symbol}] = " if self.symbol else "") + in_lines(self.members)


class Box:
    """box NAME WORDS, of which some may stand below, after `calls`; its registers; its places"""

    def __init__(self, line, sheet):
        self.sheet, self.rows, self.fields, self.ids, self.count = sheet, [], [], {}, 0
        self.at = name(line.words[1])
        said = line.words[2:] + [word for below in line.below if below.words[0] == "calls" for word in below.words[1:]]
        self.members = BOX.read(sheet.spelt_out(said), self.at, self)
        like = self.members.pop("_like", None)
        if like:
            other = sheet.imported_box(like)
            self.rows = list(other.rows)
            self.members = {**other.given, **self.members}
        self.given = dict(self.members)
        self.events = self.members.pop("_events", None)
        feature, has = self.members.pop("_feature", None), self.members.pop("_has", None)
        need(feature, self.at, f"box '{self.at}' is in one of {', '.join(SPACES)}")
        self.members["has"] = f"MODEL_HAS_{feature}" + (f" | {has}" if has else "")
        for key in ("as", "banks", "banks_as", "banks_c", "fields", "id"):
            setattr(self, f"said_{key}", self.members.pop(f"_{key}", None))
        for below in line.below:
            if below.words[0] == "at":
                need(not below.below, below.words[0], "nothing belongs to 'at'")
                self.places(below.words[0], below.words[1:])
            elif below.words[0] != "calls":
                self.row(Row(below, self))
        need(not (self.rows and (self.said_banks or self.said_banks_c)), self.at, "a box has registers of its own, or another's")
        for i, row in enumerate(self.rows):
            for words in row.fields:
                self.field(words, i)

    def row(self, row):
        """A register of the name of one that was brought takes its place."""
        same = [i for i, other in enumerate(self.rows) if other.name == row.name]
        need(not same or self.rows[same[0]].box is not self, row.at, f"a second register '{row.name}'")
        if same:
            self.rows[same[0]] = row
        else:
            self.rows.append(row)

    def field(self, words, bank):
        found = FIELD.read(words, words[0], self)
        place = found.pop("_as")
        need(len(place) <= 1, words[-1], "one place in the box's fields")
        members = initializer({"name": Text(found.pop("_name")), "bank": bank, **found})
        self.fields.append((f"[{place[0]}] = " if place else "") + members)

    def places(self, first, words):
        ranges = [word for word in words if word.startswith("N=")]
        numbers = [None]
        if ranges:
            ends = [number(16)(end) for end in ranges[0].part(2).split_at("-")]
            need(len(ends) == 2 and ends[0] <= ends[1] < ends[0] + PLACES_MOST, ranges[0], "N=FIRST-LAST")
            numbers = range(ends[0], ends[1] + 1)
        for i, self.n in enumerate(numbers):
            found = PLACE.read(words, first, self)
            found.pop("_range", None)
            own = found.pop("_number") + i if "_number" in found else self.count
            if "_id" in found:
                self.ids[own] = found.pop("_id")
            bases = [base(one, self.n) for one in found.pop("_base").split_at(",")]
            need(len(bases) <= 3, first, "a box has three bases at most")
            self.sheet.places.append((self, {"number": own, "base": "{" + ", ".join(bases) + "}", **found}))
            self.count += 1

    def identifiers(self):
        need(not (self.ids and (self.said_id or "id" in self.members)), self.at, "the places say what each id is")
        if not self.ids:
            return None
        need(sorted(self.ids) == list(range(len(self.ids))), self.at, "each place needs its id=")
        return [fits(self.ids[i] + self.sheet.ids, 16, self.at) for i in range(len(self.ids))]


class Events:
    """events NAME [also=LIST] [as=SYMBOL], below it events: CODE SUBS NAME WORDS [NAMES]; `with LIST` has those of another list there"""

    def __init__(self, line, sheet):
        found = LIST.read(line.words[1:], line.words[0], sheet)
        self.at, self.symbol, self.rows = found["_name"], found.get("_as"), []
        self.also = sheet.list(found["_also"]) if "_also" in found else None
        need(line.below, self.at, "no event stands below")
        for below in line.below:
            if below.words[0] == "with":
                need(len(below.words) == 2 and below.words[1] in sheet.lists, below.words[-1], "with LIST, which is above")
                self.rows += sheet.list(below.words[1]).rows
            else:
                self.rows.append(self.event([word for each in (below, *below.below) for word in each.words], sheet))

    @staticmethod
    def event(words, sheet):
        found = EVENT.read(words, words[0], sheet)
        names, subs = found.pop("_names"), found.pop("_subs")
        found["subs"] = bits(8)(subs) if subs != "-" else 0
        need(len(names) <= found["subs"].bit_count(), words[0], f"{len(names)} names for {found['subs'].bit_count()} bits")
        if names:
            found["sub_names"] = Text(" ".join(sheet.spelt_out(names)))
        if "_choice" in found:
            found["_choice"] = sheet.choice(found["_choice"])
        said = [word for word in OF_EVENTS if found.pop(f"_{word.replace('-', '_')}", False)]
        return {"increment": 1, "run": 1, "flags": " | ".join(f"MODEL_{word.upper().replace('-', '_')}" for word in said), **found}


class Sheet:
    """The lines of a sheet for the part of that number. What is refused is in `errors`."""

    def __init__(self, path, roots, parts, number_of_part, importers):
        self.path, self.part, self.importers = path, parts[number_of_part], importers
        self.selects, self.boxes, self.places, self.imports, self.includes, self.imported = {}, [], [], [], [], {}
        self.ids, self.errors, self.words, self.lists, self.choices = 0, [], {}, {}, {}
        for root in roots:
            try:
                line = choose(root, [part["_alias"] for part in parts], number_of_part)
                if line:
                    self.statement(line)
            except Refused as refusal:
                self.errors.append(str(refusal))
        self.errors += [f"{word.where()}: there is no list of events '{word}'" for word in (box.events for box in self.boxes)
                        if word and not self.errors and word not in self.lists and not word.startswith("model_")]

    def statement(self, line):
        first = line.words[0]
        reader = self.STATEMENTS.get(first)
        need(reader, first, f"'{first}' begins no line here: {', '.join(self.STATEMENTS)}")
        need(len(line.words) > 1, first, f"after '{first}' something is missing")
        need(first in ("box", "events", "choice") or not line.below, line.below[0].words[0] if line.below else first, f"nothing belongs to '{first}'")
        reader(self, line, first, line.words[1:])

    def read_part(self, line, first, rest):
        pass

    def read_include(self, line, first, rest):
        for word in rest:
            need(INCLUDE.fullmatch(word), word, f"'{word}' is no header of silicon/models")
            self.includes.append(str(word))

    def read_ids(self, line, first, rest):
        self.ids = number(16)(rest[0])

    def read_import(self, line, first, rest):
        need(len(rest) == 2, first, "import ALIAS SHEET")
        path = os.path.join(os.path.dirname(self.path), rest[1] + ".sheet")
        need(re.fullmatch("[a-z0-9-]+", rest[1]) and os.path.exists(path), rest[1], f"there is no sheet '{rest[1]}'")
        need(path not in (*self.importers, self.path), rest[1], f"'{rest[1]}' imports this sheet")
        sheets, errors = read_sheets(path, (*self.importers, self.path))
        self.errors += errors
        self.imports += [path, *(sheets[0].imports if sheets else [])]
        if sheets:
            self.imported[str(rest[0])] = sheets[0]

    def read_words(self, line, first, rest):
        need(rest[0] not in self.words, rest[0], f"second words '{rest[0]}'")
        self.words[str(name(rest[0]))] = rest[1:]

    def spelt_out(self, said):
        """What boxes have alike stands in the place of its name, but keys of which the box says something else."""
        keys = {KEY.match(word).group() for word in said if KEY.match(word)}
        return [one for word in said for one in (
            [one for one in self.words[word] if not (KEY.match(one) and KEY.match(one).group() in keys)] if word in self.words else [word])]

    def read_events(self, line, first, rest):
        need(rest[0] not in self.lists, rest[0], f"a second list '{rest[0]}'")
        self.lists[str(rest[0])] = Events(line, self)

    def list(self, word):
        """A list above, or the symbol of one that C has."""
        need(word in self.lists or word.startswith("model_"), word, f"no list '{word}' is above")
        return self.lists.get(word, str(word))

    def read_choice(self, line, first, rest):
        """choice NAME [as=SYMBOL], below it what is to be chosen: NAME=VALUE..."""
        found = LIST.read(rest, first, self)
        need(found["_name"] not in self.choices, rest[0], f"a second choice '{rest[0]}'")
        need(line.below, rest[0], "nothing to choose stands below")
        rows = [CHOICE.read(below.words, below.words[0], self) for below in line.below]
        self.choices[found["_name"]] = (found["_name"], found.get("_as"), [initializer({"names": Text(" ".join(row.pop("_names"))), **row}) for row in rows])

    def choice(self, word):
        """(name, symbol or None, rows), or what C has"""
        need(word in self.choices or word.startswith("model_"), word, f"no choice '{word}' is above")
        return self.choices.get(word, str(word))

    def read_select(self, line, first, rest):
        own = str(name(rest[0]))
        found = SELECT.read(rest[1:], rest[0], self)
        need(own not in self.selects, rest[0], f"a second select '{own}'")
        if "_c" in found:
            need(len(found) == 1, rest[0], "what C has, C says")
            self.selects[own] = found["_c"]
            return
        self.selects[own] = {**{position: found.pop(position, NO_BIT) for position in POSITIONS}, **found}

    def select(self, word):
        """(select, members), or what C has"""
        where, dot, own = word.partition(".")
        sheet = self.imported.get(where) if dot else self
        need(sheet and (own or where) in sheet.selects, word, f"no select '{word}' is above")
        found = sheet.selects[own or where]
        return found if isinstance(found, str) else (str(word), found)

    def imported_box(self, word):
        where, _, own = word.partition(".")
        found = [box for box in (self.imported[where].boxes if where in self.imported else []) if box.at == own]
        need(found, word, f"no imported sheet has a box '{word}'")
        return found[0]

    def box(self, word):
        found = [box for box in self.boxes if box.at == word]
        need(found, word, f"no box '{word}' is above")
        return found[0]

    def read_box(self, line, first, rest):
        need(rest[0] not in [box.at for box in self.boxes], rest[0], f"a second box '{rest[0]}'")
        self.boxes.append(Box(line, self))

    def read_place(self, line, first, rest):
        need(len(rest) > 1, first, "place BOX BASE ...")
        self.box(rest[0]).places(first, rest[1:])

    STATEMENTS = {"part": read_part, "include": read_include, "import": read_import, "ids": read_ids, "words": read_words, "select": read_select,
                  "events": read_events, "choice": read_choice, "box": read_box, "place": read_place}


def read_sheets(path, importers=()):
    """What each part of the sheet has, and all errors. One that others import needs no part."""
    roots, errors = read(path)
    parts = []
    for line in roots:
        if line.words[0] == "part":
            try:
                parts.append(PART.read(line.words[1:], line.words[0], None))
                need(parts[-1]["_alias"] not in [part["_alias"] for part in parts[:-1]], line.words[1], f"a second part '{line.words[1]}'")
            except Refused as refusal:
                errors.append(str(refusal))
    if not parts and importers:
        parts = [{"_alias": "all"}]
    if not parts and not errors:
        errors.append(f"{path}:1:1: no line says whose sheet it is: part ALIAS NAME boxes=")
    sheets = [Sheet(path, roots, parts, i, (*importers, path)) for i in range(1 if importers else len(parts))]
    for sheet in sheets:
        errors += [error for error in sheet.errors if error not in errors]
    return sheets, errors


# ---- C -----------------------------------------------------------------------------------------------------------------------------------


class Tables:
    """Const objects, each once: what siblings have alike is one, what two boxes of one part have alike is not, because code compares addresses."""

    def __init__(self):
        self.text, self.known, self.used = [], {}, set()

    def add(self, kind, wanted, body, array="", exported=None):
        """The symbol of an object that is initialized so."""
        key = (kind, exported or wanted, body)
        if key not in self.known:
            own, again = exported or symbol_of(wanted), 1
            while own in self.used and not exported:
                again += 1
                own = f"{symbol_of(wanted)}_{again}"
            self.used.add(own)
            self.known[key] = own
            self.text.append(f"{'' if exported else 'static '}const {kind} {own}{array} = {body};\n")
        return self.known[key]

    def array(self, kind, wanted, rows, exported=None, size=""):
        return self.add(kind, wanted, "{\n" + "".join(f"\t{row},\n" for row in rows) + "}", f"[{size}]", exported)

    def banks(self, box):
        if box.said_banks_c:
            return box.said_banks_c
        if box.said_banks:
            return self.banks(box.sheet.box(box.said_banks))
        rows = []
        for i, row in enumerate(box.rows):
            layout = row.members.get("layout")
            if isinstance(layout, tuple):
                row.members["layout"] = "&" + self.add("struct model_layout", f"{layout[0]}_layout", in_lines(layout[1]))
            rows.append(row.source())
            if row.symbol and (check := f'_Static_assert((int){row.symbol} == {i}, "{box.at}.{row.name}");\n') not in self.text:
                self.text.append(check)
        return self.array("struct model_bank", f"{box.at}_banks", rows, box.said_banks_as)

    def choice(self, choice):
        if isinstance(choice, str):
            return choice
        at, own, rows = choice
        return self.array("struct model_choice", f"{at}_choice", rows, own)

    def events(self, listed):
        if isinstance(listed, str):
            return listed
        rows = []
        for members in listed.rows:
            members = dict(members)
            if choice := members.pop("_choice", None):
                own = self.choice(choice)
                members.update(choice=own, choices=f"ARRAY_SIZE({own})")
            rows.append(initializer(members))
        own = self.array("struct model_event", f"{listed.at}_events", rows)
        also = {"also": f"&{self.events(listed.also)}"} if listed.also else {}
        return self.add("struct model_event_list", f"{listed.at}_list", initializer({"row": own, "count": f"ARRAY_SIZE({own})", **also}), exported=listed.symbol)

    def type(self, box):
        members = {"name": Text(box.at), **box.members}
        if box.events:
            members["events"] = f"&{self.events(box.sheet.lists.get(box.events, str(box.events)))}"
        if box.said_banks or box.said_banks_c or box.rows:
            banks = self.banks(box)
            members.update(bank=banks, banks=f"ARRAY_SIZE({banks})")
        if box.fields:
            members["field"] = self.array("struct model_field", f"{box.at}_fields", box.fields, size=box.said_fields or "")
        ids = box.identifiers()
        if ids:
            members["ids"] = self.array("uint16_t", f"{box.at}_ids", [hex(one) for one in ids])
        elif box.said_id:
            members["id"] = fits(box.said_id + box.sheet.ids, 16, box.at)
        return self.add("struct model_type", box.at, in_lines(members), exported=box.said_as)

    def part(self, sheet):
        types = {box.at: self.type(box) for box in sheet.boxes}
        rows = [initializer({"type": f"&{types[box.at]}", **members}) for box, members in sheet.places]
        self.array("struct model_box", "boxes", rows, sheet.part["_boxes"])


def translate(path):
    """What is made of a sheet: texts by file, the sheets that it imports, and errors."""
    own = os.path.basename(path).removesuffix(".sheet")
    sheets, errors = read_sheets(path)
    tables, texts = Tables(), {}
    try:
        for sheet in sheets if not errors else []:
            tables.part(sheet)
            for listed in sheet.lists.values():
                if listed.symbol:
                    tables.events(listed)
            for choice in sheet.choices.values():
                if choice[1]:
                    tables.choice(choice)
        includes = dict.fromkeys(one for sheet in sheets for one in sheet.includes)
        texts = {f"{own}.c": "\n".join([f"/* Generated from {os.path.basename(path)} by tools/gen/sheets. */",
                                       *(f'#include "{one}"' for one in includes), "", *tables.text])}
    except Refused as refusal:
        errors.append(str(refusal))
    return texts, sorted({one for sheet in sheets for one in sheet.imports}), errors
