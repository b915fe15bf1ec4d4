# SPDX-License-Identifier: BSD-2-Clause
"""A sheet as one of its parts has it: layouts, boxes, assumptions, and what the processor is."""

import os
import re

import schema
from text import Refused, choose, need, read
from values import Text, bits, expression, initializer, number, symbol_of

REGISTERS_MOST = 64  # of a row
PLACES_MOST = 256    # of a line


class Field:
    def __init__(self, words):
        first = words[0]
        self.name = str(schema.name(first))
        found = schema.FIELD.read(words[1:], first, None)
        self.at = found.pop("_at")
        self.low, self.width = found["low"], found["width"]
        spellings = found.pop("_spellings")
        need(len(spellings) < 2, first, f"field '{self.name}' has two spellings")
        found.setdefault("access", f"ACCESS_{schema.ACCESS[self.name] if self.name in schema.NAMELESS else 'RW'}")
        for one in spellings:
            found.update(one)
        self.members = {"name": Text(self.name), **found}

    def mask(self):
        return (1 << self.low + self.width) - (1 << self.low)

    def source(self):
        return initializer(self.members)


class Layout:
    """What registers have alike. It takes what another one has by `like=` in front of its fields, or by `use` between them."""

    def __init__(self, key, at, members, below, sheet):
        self.key, self.at = key, at
        self.fields, self.parts, self.brought = [], [], set()
        like = members.pop("_like", None)
        beyond = members.pop("_beyond", False)
        self.members = {}
        if like is not None:
            self.use(sheet.layout(like))
            self.members = dict(sheet.layout(like).members)
        self.members.update(members)
        need(self.members.get("width_bits"), at, "a register needs its width: 8, 16, 32 or 64")
        need("title" in self.members and "source" in self.members, at, 'a register needs a "TITLE" and a [SOURCE]')
        for line in below:
            for words in line.statements():
                self.statement(words, sheet)
        self.check(beyond)

    def use(self, other):
        self.fields += other.fields
        self.parts += other.parts
        self.brought |= {field.name for field in other.fields}

    def statement(self, words, sheet):
        first, rest = words[0], words[1:]
        if first == "use":
            need(len(rest) == 1, first, "use LAYOUT")
            self.use(sheet.layout(rest[0]))
        elif first == "drop":
            need(rest, first, "drop NAME, or the bits of a field without one")
            for word in rest:
                self.drop(word)
        elif first == "part":
            need(rest, first, "part NAME HIGH:LOW SPELLING")
            self.parts.append(Field(rest))
        else:
            self.add(Field(words))

    def drop(self, word):
        kept = [field for field in self.fields if (field.at if field.name in schema.NAMELESS else field.name) != word]
        need(len(kept) == len(self.fields) - 1, word, f"there is not one field '{word}' to drop")
        self.fields = kept

    def add(self, field):
        """A field of the name of one that was brought takes its place."""
        same = [i for i, other in enumerate(self.fields) if other.name == field.name and field.name not in schema.NAMELESS]
        if same:
            need(field.name in self.brought, field.at, f"a second field '{field.name}'")
            self.brought.remove(field.name)
            self.fields[same[0]] = field
        else:
            self.fields.append(field)

    def check(self, beyond):
        taken = 0
        for field in self.fields:
            need(beyond or field.low + field.width <= self.members["width_bits"], field.at,
                 f"field '{field.name}' is not inside of {self.members['width_bits']} bits")
            need(not taken & field.mask(), field.at, f"field '{field.name}' has bits of another one")
            taken |= field.mask()
        need(len(self.fields) < 256, self.at, "too many fields")

    def number(self, word):
        found = [i for i, field in enumerate(self.fields) if field.name == word]
        need(len(found) == 1, word, f"{self.members['title']} has no field '{word}'")
        return found[0]


class Row:
    """NAME[0-LAST] PLACE ROLE LAYOUT, or instead of the last word a layout of its own"""

    def __init__(self, line, box):
        members = schema.ROW.read(line.words, line.words[0], box)
        self.at, place, role = (members.pop(key) for key in ("_name", "_place", "_role"))
        found = re.fullmatch(r"([a-z][a-z0-9_]*?)(?:0-([1-9][0-9]?))?", self.at)
        need(found, self.at, f"'{self.at}' is no name of a register, as ctl or ctl0-3")
        self.name, self.count = found.group(1), int(found.group(2) or 0) + 1
        need(self.count <= REGISTERS_MOST, self.at, f"more than {REGISTERS_MOST} registers")
        need(role in schema.ROLES.split(), role, f"'{role}' is no role of a register")
        self.role = str(role)
        self.id = members.pop("_id", self.name)
        self.gate = members.pop("_gate", None)
        refused = members.pop("_refused", False)
        need(self.gate or not refused, self.at, "without gate= no register refuses the write")
        self.filter = {"modifier": members.pop("_spelt", None), "refused": refused}
        self.noted = members.pop("_noted", False) or self.gate or self.filter["modifier"]
        self.members = {"name": Text(self.name), "role": f"ROLE_{self.role}", "bank": members.pop("bank", 0), "count": self.count}
        self.offsets = self.read_place(place)
        fields = [below for below in line.below if not self.read_note(below)]
        self.layout = self.read_layout(members, fields, box)

    def read_place(self, word):
        """'0xd8+4', '0x40', or as many places as there are registers; returns the latter."""
        several = word.split_at(",")
        if len(several) > 1:
            need(len(several) == self.count, word, f"{len(several)} places for {self.count} registers")
            return [number(31)(one) for one in several]
        ends = word.split_at("+")
        need(len(ends) == 1 + (self.count > 1), word, "several registers, and they alone, are at OFFSET+STEP")
        self.members["offset"] = number(31)(ends[0])
        self.members["stride"] = number(8)(ends[1]) if self.count > 1 else 0
        return None

    def read_note(self, line):
        if line.words[0] != "note":
            return False
        need(len(line.words) == 2 and "note" not in self.filter, line.words[0], 'note "TEXT", once')
        self.filter["note"], self.noted = schema.quoted(line.words[1]), True
        return True

    def read_layout(self, members, fields, box):
        named = members.pop("_layout")
        if named and not members:
            need(len(named) == 1 and not fields, named[-1] if len(named) > 1 else self.at, "a register has one layout, and fields of its own instead of it")
            return box.sheet.layout(named[0])
        need(not named, named[0] if named else self.at, f"'{named[0] if named else ''}' means nothing here")
        key = f"{box.name}.{self.name}"
        layout = Layout(key, self.at, members, fields, box.sheet)
        box.sheet.layouts[key] = layout
        return layout


class Box:
    """box NAME "TITLE" SPACE ..., and its places, registers and the rest below"""

    form, before = schema.BOX, 0  # before: rows of the type that stand in front of those of the sheet

    def __init__(self, line, sheet):
        self.sheet, self.n = sheet, None
        self.members = self.form.read(sheet.with_defaults(line.words[1:]), line.words[0], self)
        self.at = self.members.pop("_name")
        self.name = str(self.at)
        other = self.members.pop("_like", None)
        other = sheet.box(other) if other else None
        if other:
            self.members = {**other.given, **self.members}
        self.given = dict(self.members)
        need("title" in self.members, self.at, f"box '{self.name}' needs a \"TITLE\"")
        self.rows, self.places, self.present, self.global_rows = list(other.rows) if other else [], [], None, {}
        self.said = {word: list(other.said[word]) if other else [] for word in schema.PARTS}
        self.resources = list(other.resources) if other else []
        self.begin()
        for below in line.below:
            self.statement(below)
        if not self.places:
            self.places = ["{.base = {0}}"]
        self.finish()

    def begin(self):
        need("space" in self.members, self.at, f"box '{self.name}' is in one of {', '.join(schema.SPACES)}")

    def statement(self, line):
        first, rest = line.words[0], line.words[1:]
        if first == "at":
            self.read_places(first, rest)
        elif first == "present":
            self.read_present(first, rest)
        elif first in schema.PARTS:
            self.read_part(first, rest, schema.PARTS[first])
        else:
            row = Row(line, self)
            need(row.name not in [other.name for other in self.rows], first, f"a second register '{row.name}'")
            self.rows.append(row)
            return
        need(not line.below, line.below[0].words[0] if line.below else first, f"nothing belongs to '{first}'")

    def read_places(self, first, rest):
        ranges = [word for word in rest if word.startswith("N=")]
        numbers = [None]
        if ranges:
            ends = [number(16)(end) for end in ranges[0].part(2).split_at("-")]
            need(len(ends) == 2 and ends[0] <= ends[1] < ends[0] + PLACES_MOST, ranges[0], "N=FIRST-LAST")
            numbers = range(ends[0], ends[1] + 1)
        for self.n in numbers:
            members = schema.PLACE.read(rest, first, self)
            members.pop("_range", None)
            self.places.append(initializer(members))
        self.n = None
        need(len(self.places) <= PLACES_MOST, first, f"more than {PLACES_MOST} places")

    def read_present(self, first, rest):
        need(rest and rest[0] in schema.PRESENT, rest[0] if rest else first, f"present is one of {', '.join(schema.PRESENT)}")
        need(not self.present, first, "a second 'present'")
        members = schema.PRESENT[rest[0]].read(rest[1:], rest[0], self)
        self.present = initializer({"kind": f"PRESENT_{schema.PRESENCE[rest[0]]}", **members})

    def read_part(self, first, rest, part):
        members = part.form.read(rest, first, self)
        need(part.several is not None or not self.said[first], first, f"a second '{first}'")
        if first == "base":
            fields = members.pop("_fields")
            need(1 <= len(fields) <= 2, first, "a base has one or two fields")
            members["fields"] = "{" + ", ".join(fields) + "}"
        if first == "resource":
            self.resources.append(members.pop("_id"))
        if first == "global":
            members = {"box": f"&{self.sheet.type_symbol(self.at)}", **members}
        self.said[first].append(initializer(members))

    def row(self, word):
        found = [i for i, row in enumerate(self.rows) if word in (row.name, row.id)]
        need(len(found) == 1, word, f"box '{self.name}' has no register '{word}' above")
        return found[0] + self.before

    def field(self, row, word):
        return self.rows[row - self.before].layout.number(word)

    def select_layout(self, at):
        found = [row.layout for row in self.rows if row.role == "SELECT"]
        need(found, at, f"box '{self.name}' has no selects above")
        return found[0]

    def count(self, role):
        return sum(row.count for row in self.rows if row.role == role)

    def finish(self):
        counters, fixed, free = (self.count(role) for role in ("COUNTER", "FIXED_COUNTER", "FREE_COUNTER"))
        need(self.count("SELECT") in (0, counters), self.at, f"box '{self.name}' has {self.count('SELECT')} selects and {counters} counters")
        width = self.members.pop("_width", 0)
        need(width or not counters, self.at, f"box '{self.name}' needs width=, of its counters")
        self.members.update(counters=counters, free_counters=free, counter_bits=width if counters or free else 0)
        self.members.update({"fixed_counters": fixed} if "scope" in self.members else {"fixed": bool(fixed)})
        for row in self.rows:
            if row.gate:
                row.filter["gate"] = self.row(row.gate) + 1


class Kind(Box):
    """kind NAME "TITLE" type= ...: a type of boxes of which the machine's own tables say where they are"""

    form, before = schema.KIND, 2  # ARCHETYPE_OTHERS

    def begin(self):
        need("control" in self.members, self.at, f"kind '{self.name}' needs its control: msr=, pci= or mmio=")
        self.members["counter_bits"] = self.members.pop("_width", 0)
        self.usual = initializer({key: self.members.pop(key, 0) for key in schema.USUAL})
        self.type, self.most, self.select = (self.members.pop(key) for key in ("_type", "_most", "_select"))
        self.home = {key: self.members.pop(key) for key in ("home", "home_step", "beside", "beside_step") if key in self.members}

    def select_layout(self, at):
        return self.select

    def finish(self):
        need(self.places == ["{.base = {0}}"] and not self.present, self.at, "the machine says where boxes of a kind are")
        self.members.update(free_counters=self.count("FREE_COUNTER"), fixed=bool(self.count("FIXED_COUNTER")))
        if self.home:
            self.home["home_rows"] = (1 << len(self.rows)) - 1 << self.before


class Sheet:
    """The lines of a sheet for the part of that number. What is refused is in `errors`."""

    def __init__(self, path, roots, parts, number_of_part, importers):
        self.path, self.part, self.importers = path, parts[number_of_part], importers
        self.aliases = [part["_alias"] for part in parts]
        self.layouts, self.boxes, self.assumptions, self.finders, self.imports, self.imported = {}, [], [], [], [], {}
        self.functions, self.described_boxes, self.described, self.capabilities = [], [], None, []
        self.ids, self.processor, self.defaults, self.lists = 0, {}, [], {}
        self.errors, self.lost, self.tellers = [], set(), []
        for root in roots:
            try:
                line = choose(root, self.aliases, number_of_part)
                if line:
                    self.statement(line)
            except Refused as refusal:
                self.note(root, str(refusal))
        self.errors += [f"{word.where()}: there is no box '{word}'" for word in self.tellers if word not in [box.name for box in self.boxes]]

    def note(self, line, error):
        """What only follows from an error above is not said."""
        if line.words[0] == "layout" and len(line.words) > 1:
            self.lost.add(str(line.words[1]))
        if not any(error.endswith(f"no layout '{name}' is above") for name in self.lost):
            self.errors.append(error)

    def statement(self, line):
        first = line.words[0]
        reader = self.STATEMENTS.get(first)
        need(reader, first, f"'{first}' begins no line here: {', '.join(self.STATEMENTS)}")
        need(len(line.words) > 1 or first in ("default", "full"), first, f"after '{first}' something is missing")
        need(not line.below or first in ("layout", "box", "kind", "full"), line.below[0].words[0] if line.below else first, f"nothing belongs to '{first}'")
        reader(self, line, first, line.words[1:])

    def layout(self, word):
        need(word in self.layouts, word, f"no layout '{word}' is above")
        return self.layouts[word]

    def box(self, word):
        need(word in self.imported, word, f"no imported sheet has a box '{word}'")
        return self.imported[word]

    def with_defaults(self, words):
        """The words of a box, after those of `boxes` that it does not say itself; one that is like another has the other's instead."""
        keys = {word.partition("=")[0] for word in words}
        if "like" in keys:
            return words
        return words[:1] + [word for word in self.defaults if word.partition("=")[0] not in keys] + words[1:]

    def type_symbol(self, word):
        """The table of a box, which may stand below."""
        need(re.fullmatch("[a-z][a-z0-9_]*", word), word, f"'{word}' is no name of a box")
        self.tellers.append(word)
        return symbol_of(f"{self.part['name']}_{word}")

    def read_import(self, line, first, rest):
        """import ALIAS SHEET: its layouts are here as ALIAS.LAYOUT and ALIAS.BOX.REGISTER, as its first part has them."""
        need(len(rest) == 2, first, "import ALIAS SHEET")
        schema.processor_name(rest[1])
        path = os.path.join(os.path.dirname(self.path), f"{rest[1]}.sheet")
        need(os.path.exists(path), rest[1], f"there is no {path}")
        need(path not in self.importers, rest[1], f"{path} imports this sheet")
        others, errors = read_sheets(path, self.importers)
        need(not errors, rest[1], f"{path} has errors: {errors[0] if errors else ''}")
        self.imports += [path, *others[0].imports]
        self.layouts.update({f"{rest[0]}.{key}": layout for key, layout in others[0].layouts.items()})
        self.imported.update({f"{rest[0]}.{box.name}": box for box in others[0].boxes if not isinstance(box, Kind)})

    def read_ids(self, line, first, rest):
        need(len(rest) == 1, first, "ids NUMBER")
        self.ids = number(16)(rest[0])

    def read_boxes(self, line, first, rest):
        self.defaults = rest

    def read_layout(self, line, first, rest):
        need(rest[0] not in self.layouts, rest[0], f"a second layout '{rest[0]}'")
        need(re.fullmatch("[a-z][a-z0-9_]*", rest[0]), rest[0], f"'{rest[0]}' is no name of a layout")
        members = schema.LAYOUT.read(rest[1:], rest[0], self)
        self.layouts[rest[0]] = Layout(str(rest[0]), rest[0], members, line.below, self)

    def read_box(self, line, first, rest):
        box = (Kind if first == "kind" else Box)(line, self)
        need(box.name not in [other.name for other in self.boxes], rest[0], f"a second box '{box.name}'")
        self.boxes.append(box)

    def read_described(self, line, first, rest):
        self.described = schema.DESCRIBED.read(rest, first, self)

    def kind(self, word):
        found = [box for box in self.boxes if isinstance(box, Kind) and box.name == word]
        need(found, word, f"no kind '{word}' is above")
        return found[0]

    def read_look_for(self, line, first, rest):
        """look-for KIND id= device=: functions that are looked for instead of what the tables say."""
        members = schema.LOOK_FOR.read(rest, first, self)
        kind = self.kind(members.pop("_kind"))
        self.functions.append(initializer({"type": kind.type, "box": kind.usual, **members}))

    def read_place(self, line, first, rest):
        need(len(rest) == 1, first, "place KIND")
        kind = self.kind(rest[0])
        self.described_boxes.append(initializer({"type": kind.type, "box": kind.usual}))

    def read_finder(self, line, first, rest):
        members = schema.FINDER.read(rest, first, self)
        way, others = members.pop("_way"), members.pop("_others", None)
        need(way in schema.WAYS, way, f"a way is one of {', '.join(schema.WAYS)}")
        need(others is None or others in schema.OTHERS, others, f"others= is one of {', '.join(schema.OTHERS)}")
        self.finders.append(initializer({"way": schema.WAYS[way], "others": schema.OTHERS.get(others), **members}))

    def read_assume(self, line, first, rest):
        """assume NAME ANSWER-or-BITS... "GROUND" PART...: it holds for the parts that are named, and for no other."""
        texts = [i for i, word in enumerate(rest) if word.startswith('"')]
        need(len(texts) == 1 and texts[0] > 1 and len(rest) > texts[0] + 1, first, 'assume NAME ANSWER-or-BITS... "GROUND" PART...')
        name, values, ground, parts = rest[0], rest[1:texts[0]], schema.quoted(rest[texts[0]]), rest[texts[0] + 1:]
        for word in parts:
            need(word in self.aliases or word == "fixed-pmi", word, f"'{word}' is no part")
        if self.part["_alias"] not in parts:
            return
        members, masks = {"name": Text(name), "ground": ground}, []
        if values[0][0].isdigit():
            masks = [bits(64)(word) for word in values]
        else:
            need(len(values) == 1, values[-1], "one answer is assumed")
            members["answer"] = Text(values[0])
        self.assumptions.append((members, masks, "fixed-pmi" in parts))

    def read_processor(self, line, first, rest):
        members = schema.PROCESSOR.read(rest, first, self)
        need(not set(members) & set(self.processor), first, "this is said already")
        self.processor.update(members)

    def read_capability(self, line, first, rest):
        """capability NAME OFFSET id= [chas=BITS]: a register that `info` shows of each socket, two at most."""
        need(len(self.capabilities) < 2, first, "a part has two at most")
        self.capabilities.append(initializer(schema.CAPABILITY.read(rest, first, self)))

    def read_default(self, line, first, rest):
        self.processor["default_events"] = Text(",".join(rest))

    def read_full(self, line, first, rest):
        need(line.below and not rest, first, "events for every counter stand below, a box a line: BOX EVENT...")
        self.processor["full_events"] = Text(",".join(f"{below.words[0]}::{event}" for below in line.below for event in below.words[1:]))

    def read_part(self, line, first, rest):
        pass

    STATEMENTS = {"part": read_part, "import": read_import, "ids": read_ids, "boxes": read_boxes, "layout": read_layout, "box": read_box,
                  "kind": read_box, "described": read_described, "look-for": read_look_for, "place": read_place,
                  "socket-bus": read_finder, "assume": read_assume, "processor": read_processor, "capability": read_capability, "default": read_default, "full": read_full}


def read_parts(roots, errors):
    parts = []
    for line in roots:
        if line.words[0] != "part":
            continue
        try:
            part = schema.PART.read(line.words[1:], line.words[0], None)
            need("title" in part, line.words[0], f"part '{part['_alias']}' needs a \"TITLE\"")
            need(part["_alias"] not in [other["_alias"] for other in parts], part["_alias"], f"a second part '{part['_alias']}'")
            parts.append({**part, "_alias": str(part["_alias"])})
        except Refused as refusal:
            errors.append(str(refusal))
    return parts


def read_sheets(path, importers=()):
    """What each part of the sheet has, and all errors. A sheet that others import needs no part; of those that it has the first is meant."""
    roots, errors = read(path)
    parts = read_parts(roots, errors)
    if not parts and importers:
        parts = [{"_alias": "all", "name": Text("all")}]
    if not parts and not errors:
        errors.append(f'{path}:1:1: no line says whose sheet it is: part ALIAS NAME "TITLE" model=')
    sheets = [Sheet(path, roots, parts, i, (*importers, path)) for i in range(1 if importers else len(parts))]
    for sheet in sheets:
        errors += [error for error in sheet.errors if error not in errors]
    return sheets, errors
