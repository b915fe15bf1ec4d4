# SPDX-License-Identifier: BSD-2-Clause
"""What checks want to know of a processor, checks/x86/NAME.facts -> const tables, in the words of core/check/check.h and meaning.h."""

import os
import re

from text import KEY, Refused, choose, need, read
from values import Form, Text, at_function, initializer, number, symbol_of, text, unquote

NAME = re.compile(r"[a-z][a-z0-9_]*")
WORKS = "read write remote alone-read alone-write".split()
SIDES = "here home".split()
KINDS = "sum named at-most answer cycles".split()
RELATIONS = "equal pairs likely share stay".split()
PARTS_MOST, NULL = 3, "NULL"  # MEANING_PARTS


def one_of(choices):
    def reader(word, _=None):
        need(word in choices, word, f"'{word}' is none of {' '.join(choices)}")
        return f"MEANING_{word.upper().replace('-', '_')}"
    return reader


def quoted(word):
    need(word.startswith('"') and word.endswith('"') and len(word) > 1, word, 'a "TEXT" is expected here')
    return Text(unquote(word))


def plain(word, _=None):
    need(not word.startswith('"'), word, "no text belongs here")
    return Text(word)


def check(word, _=None):
    need(NAME.fullmatch(word), word, f"'{word}' is no name of a check")
    return f"&check_{word}"


def index(sheet, box, word):
    return "_".join([sheet.own, symbol_of(box), *word.split(".")]).upper()


def field(word, row):
    """'filter1.nid' of the line's box -> the numbers that the processor's sheet gives to both"""
    where, dot, own = word.partition(".")
    need(dot and NAME.fullmatch(where) and NAME.fullmatch(own), word, f"'{word}' is no REGISTER.FIELD")
    return {"row": index(row.sheet, row.box, where), "field": index(row.sheet, row.box, word), "_where": where}


FLAGS = {word: {word.replace("-", "_"): True} for word in "every late inferred twice other-memory".split()}


def flags(words):
    return {word: FLAGS[word] for word in words.split()}


PART = Form(("_alias", plain), ("_name", plain), keys={"maps": ("_maps", plain)})
NULL_FILTER = Form(("event", text), (None, field), ("value", number(32)), flags=flags("late"))
RATED_CLOCK = Form(("event", text), (None, field), keys={"stopped": ("_stopped", plain), "base": ("base_kilohertz", number(32)), "step": ("kilohertz", number(32))},
                   needed=("stopped", "base", "step"))
KNOWN_COUNT = Form(("event", text), flags=flags("every late"))
SHARED_CLOCK = Form(("event", text), flags=flags("inferred"))
FLOW = Form(("work", one_of(WORKS)), ("run", number(8)), ("side", one_of(SIDES)), ("kind", one_of(KINDS)), ("expected", number(8)), ("events", plain),
            keys={"of": ("of", number(8))}, flags=flags("twice other-memory"))
LAW = Form(("work", one_of(WORKS)), ("run", number(8)), ("whole", plain), rest=("_parts", text))
BALANCE = Form(("work", one_of(WORKS)), ("relation", one_of(RELATIONS)), ("_first", plain), ("_second", plain))
DOUBLING = Form(("name", plain), ("function", at_function), ("offset", number(16)), ("bit", number(5)))


class Row:
    """A line about a type of boxes."""

    def __init__(self, sheet, words, at):
        need(words, at, "BOX EVENT ...")
        self.sheet, self.box, self.words = sheet, plain(words[0]), words[1:]

    def read(self, form, at):
        found = form.read(self.words, at, self)
        where, stopped = found.pop("_where", None), found.pop("_stopped", None)
        if stopped:
            found["stopped"] = index(self.sheet, self.box, f"{where}.{stopped}")
        return initializer({"box": self.box, **found})


class Facts:
    """The lines of a file for the part of that number. What is refused is in `errors`."""

    def __init__(self, own, roots, parts, number_of_part):
        self.own, self.part, self.errors = own, parts[number_of_part], []
        self.rows = {word: [] for word in ("cite", *self.ABOUT_BOXES, "flow", "law", "balance", "doubling")}
        self.like, self.flows_as = None, None
        for root in roots:
            try:
                line = choose(root, [part["_alias"] for part in parts], number_of_part)
                if line:
                    first = line.words[0]
                    need(first in self.STATEMENTS, first, f"'{first}' begins no line here: {', '.join(self.STATEMENTS)}")
                    self.STATEMENTS[first](self, line, first, [word for each in (line, *line.below) for word in each.words][1:])
            except Refused as refusal:
                self.errors.append(str(refusal))

    def read_part(self, line, first, rest):
        pass

    def read_cite(self, line, first, rest):
        """cite CHECK [unseen] "STATEMENT": unseen, if nobody has seen on such a part what the check asks for"""
        unseen = rest[1:2] == ["unseen"]
        need(len(rest) == 2 + unseen, first, 'cite CHECK [unseen] "STATEMENT"')
        self.rows["cite"].append(initializer({"check": check(rest[0]), "fact": quoted(rest[-1]), **({"unseen": "true"} if unseen else {})}))

    def read_like(self, line, first, rest):
        """like PROCESSOR "GUIDE" "OF" CHECK...: these statements of that one hold here as well"""
        need(len(rest) > 3 and not self.like, first, 'like PROCESSOR "GUIDE" "OF" CHECK..., once')
        self.like = (symbol_of(rest[0]), quoted(rest[1]), quoted(rest[2]), [check(word) for word in rest[3:]] + [NULL])

    def read_box(self, line, first, rest):
        self.rows[first].append(Row(self, rest, first).read(self.ABOUT_BOXES[first], first))

    def read_flow(self, line, first, rest):
        found = FLOW.read([word for word in rest if not word.startswith('"')], first, self)
        texts = [quoted(word) for word in rest if word.startswith('"')]
        need(len(texts) == 2, first, 'flow WORK RUN SIDE KIND EXPECTED EVENTS "OTHERS" "SOURCE"')
        self.rows[first].append(initializer({**found, "others": texts[0], "source": texts[1]}))

    def read_law(self, line, first, rest):
        found = LAW.read(rest[:-1], first, self)
        parts = found.pop("_parts")
        need(0 < len(parts) <= PARTS_MOST, first, 'law WORK RUN WHOLE PART... "SOURCE"')
        self.rows[first].append(initializer({**found, "parts": "{" + ", ".join(f'"{plain(part)}"' for part in parts) + "}", "source": quoted(rest[-1])}))

    def read_balance(self, line, first, rest):
        found = BALANCE.read([word for word in rest if not word.startswith('"')], first, self)
        texts = [quoted(word) for word in rest if word.startswith('"')]
        need(len(texts) == 2, first, 'balance WORK RELATION SIDE=EVENTS SIDE=EVENTS "SAYS" "SOURCE"')
        sides = []
        for word in (word for word in rest if KEY.match(word)):
            sides.append(initializer({"side": one_of(SIDES)(word.part(0, word.index("="))), "events": Text(word.partition("=")[2])}))
        need(len(sides) == 2, first, "two sides, SIDE=EVENTS")
        self.rows[first].append(initializer({"work": found["work"], "relation": found["relation"], "first": sides[0], "second": sides[1], "says": texts[0],
                                             "source": texts[1]}))

    def read_doubling(self, line, first, rest):
        self.rows[first].append(initializer(DOUBLING.read(rest, first, self)))

    def read_flows_as(self, line, first, rest):
        """flows-as PROCESSOR "SAYS" GLOB...: its flows, laws and balances hold, but for those of such events"""
        need(len(rest) > 2 and not self.flows_as, first, 'flows-as PROCESSOR "SAYS" GLOB..., once')
        self.flows_as = (symbol_of(rest[0]), quoted(rest[1]), [f'"{plain(word)}"' for word in rest[2:]] + [NULL])

    ABOUT_BOXES = {"null-filter": NULL_FILTER, "rated-clock": RATED_CLOCK, "known-count": KNOWN_COUNT, "shared-clock": SHARED_CLOCK}
    STATEMENTS = {"part": read_part, "cite": read_cite, "like": read_like, **dict.fromkeys(ABOUT_BOXES, read_box), "flow": read_flow, "law": read_law,
                  "balance": read_balance, "doubling": read_doubling, "flows-as": read_flows_as}


# Lines of a kind: the struct, and the member that has them.
FACTS = {"cite": ("cited_fact", "facts", "fact_count"), "null-filter": ("null_filter", "null_filters", "null_filter_count"),
         "rated-clock": ("rated_clock", "rated_clocks", "rated_clock_count"), "known-count": ("known_count", "known_counts", "known_count_count"),
         "shared-clock": ("shared_clock", "shared_clocks", "shared_clock_count")}
FLOWS = {"flow": ("meaning", "rows", "row_count"), "law": ("meaning_law", "laws", "law_count"), "balance": ("meaning_balance", "balances", "balance_count"),
         "doubling": ("meaning_doubling", "doublings", "doubling_count")}


class Tables:
    """Const objects; what parts have alike is there once."""

    def __init__(self):
        self.text, self.known = [], {}

    def add(self, kind, wanted, body, array=""):
        if (kind, body) not in self.known:
            own = wanted if wanted not in self.known.values() else f"{wanted}_{len(self.known)}"
            self.known[kind, body] = own
            self.text.append(f"{'' if kind == 'struct meanings' else 'static '}const {kind} {own}{array} = {body};\n")
        return self.known[kind, body]

    def rows(self, facts, wanted):
        members = {}
        for word, (struct, member, count) in wanted.items():
            if facts.rows[word]:
                body = "{\n" + "".join(f"\t{row},\n" for row in facts.rows[word]) + "}"
                own = self.add(f"struct {struct}", member, body, "[]")
                members.update({member: own, count: f"ARRAY_SIZE({own})"})
        return members

    def part(self, facts):
        name = symbol_of(facts.part["_name"])
        members, flows = self.rows(facts, FACTS), self.rows(facts, FLOWS)
        if facts.flows_as:
            like, says, globs = facts.flows_as
            flows.update(like=f"&{like}_meanings", like_says=says, without=self.add("char *const", "without", "{" + ", ".join(globs) + "}", "[]"))
        if flows:
            members["meanings"] = "&" + self.add("struct meanings", f"{name}_meanings", initializer(flows))
        if facts.like:
            like, guide, of, checks = facts.like
            held = self.add("struct check *const", f"as_{like}", "{\n" + "".join(f"\t{one},\n" for one in checks) + "}", "[]")
            members["like"] = "&" + self.add("struct check_likeness", "likeness", initializer({"facts": f"&{like}_check_facts", "checks": held, "guide": guide, "of": of}))
        if "_maps" in facts.part:
            members["maps"] = f"&{facts.part['_maps']}"
        processor = {} if name == "described" else {"processor": Text(facts.part["_name"])}
        self.text.append(f"const struct check_facts {name}_check_facts = {initializer({**processor, **members})};\n")


def read_facts(path):
    """What the file says of each part, and all errors."""
    roots, errors = read(path)
    parts, own = [], symbol_of(os.path.basename(path).removesuffix(".facts"))
    for line in roots:
        if line.words[0] == "part":
            try:
                parts.append(PART.read(line.words[1:], line.words[0], None))
            except Refused as refusal:
                errors.append(str(refusal))
    if not parts and not errors:
        errors.append(f"{path}:1:1: no line says whose facts these are: part ALIAS NAME")
    found = [Facts(own, roots, parts, i) for i in range(len(parts))]
    for facts in found:
        errors += [error for error in facts.errors if error not in errors]
    return found, errors


def translate(path):
    """What is made of the file: texts by file, what they are made of besides, and errors."""
    own = os.path.basename(path).removesuffix(".facts")
    found, errors = read_facts(path)
    tables = Tables()
    for facts in found if not errors else []:
        tables.part(facts)
    counted = any(facts.rows["null-filter"] or facts.rows["rated-clock"] for facts in found)
    includes = [f'#include "boxes/{own}.h"'] * counted + ['#include "checks/x86/all.h"', '#include "checks/x86/facts.h"', ""]
    return {f"{own}.c": "\n".join([f"/* Generated from checks/x86/{own}.facts by tools/gen/sheets. */", *includes, *tables.text])}, [], errors
