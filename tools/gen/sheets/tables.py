# SPDX-License-Identifier: BSD-2-Clause
"""C of sheets: const tables, and the header that event lists and checks need."""

import importlib.machinery
import importlib.util
import os

import schema
from sheet import Kind, read_sheets
from text import Refused, need
from values import Text, expression, initializer, symbol_of

BOXES = '#include "boxes/archetype.h"\n'


class Tables:
    """Const objects, each once: what two parts have alike is one. Layouts differ by where they are defined, because programs
    compare them by address."""

    def __init__(self, name, lists, metrics):
        self.name, self.symbol, self.lists, self.metrics = name, symbol_of(name), lists, metrics
        self.text, self.known, self.used = [], {}, set()

    def add(self, kind, wanted, body, key="", array=False):
        """The symbol of an object that is initialized so."""
        if (kind, key, body) not in self.known:
            wanted, again = symbol_of(wanted), 1
            symbol = wanted
            while symbol in self.used:
                again += 1
                symbol = f"{wanted}_{again}"
            self.used.add(symbol)
            self.known[kind, key, body] = symbol
            self.text.append(f"static const {kind} {symbol}{'[]' if array else ''} = {body};\n")
        return self.known[kind, key, body]

    def array(self, kind, wanted, rows):
        return self.add(kind, wanted, "{\n" + "".join(f"\t{row},\n" for row in rows) + "}", array=True)

    # ---- registers

    def fields(self, layout, member, fields):
        if not fields:
            return {}
        array = self.array("struct field", f"{layout.key}_{member}s", [field.source() for field in fields])
        return {f"{member}s": array, f"{member}_count": len(fields)}

    def layout(self, layout):
        members = {**layout.members, **self.fields(layout, "field", layout.fields), **self.fields(layout, "part", layout.parts)}
        return self.add("struct register_layout", f"{layout.key}_layout", initializer(members), key=layout.key)

    def rows(self, box):
        rows = []
        for row in box.rows:
            members = {**row.members, "layout": f"&{self.layout(row.layout)}"}
            if row.offsets:
                members["offsets"] = self.array("int32_t", f"{box.name}_{row.name}_offsets", [hex(one) for one in row.offsets])
            rows.append(initializer(members))
        members = {"registers": self.array("struct register_row", f"{box.name}_registers", rows), "register_count": len(rows)} if rows else {}
        filters = [initializer({"row": i, **row.filter}) for i, row in enumerate(box.rows, box.before) if row.noted]
        if filters:
            members["filter_registers"] = self.array("struct filter_register", f"{box.name}_filters", filters)
            members["filter_register_count"] = len(filters)
        return members

    # ---- boxes

    def said(self, box):
        """What lines below the box have said, but its registers and places."""
        members = {}
        for word, part in schema.PARTS.items():
            said = box.said[word]
            if not said or part.member.startswith("_"):
                continue
            if part.inside:
                members[part.member] = said[0]
            elif part.several is None:
                members[part.member] = f"&{self.add(f'struct {part.struct}', f'{box.name}_{word}', said[0])}"
            else:
                members[part.member] = self.array(f"struct {part.struct}", f"{box.name}_{word}", said + ([part.end] if part.end else []))
                members.update({part.several: len(said)} if part.several else {})
        return members

    def pairs(self, box, follower):
        latency = box.said["latency"]
        if not latency and not follower:
            return {}
        members = {"follower": follower}
        if latency:
            members["latency"] = f"&{self.add('struct latency', f'{box.name}_latency', latency[0])}"
        return {"pairs": f"&{self.add('struct event_pairs', f'{box.name}_pairs', initializer(members))}"}

    def events(self, box, name, declared):
        """The list of that name, else of the box's; '-' is none."""
        found = name or (box.name if box.name in self.lists else "-")
        if found == "-":
            return {}
        need(found in self.lists, name or box.at, f"boxes/events/{self.name}.tsv has no list '{found}'")
        members = {"events": f"{self.symbol}_{found}_events", "event_count": len(self.lists[found])}
        if declared or any(row["settings"] for row in self.lists[found]):
            members["requirements"] = f"{self.symbol}_requirements"
        return members

    def type_members(self, box, sheet):
        members = dict(box.members)
        prefix, pmu = sheet.part.get("pmu_start", ""), members.pop("_pmu", box.name)
        events = self.events(box, members.pop("_events", None), members.pop("_declared", False))
        pairs = self.pairs(box, members.pop("_follower", 0))
        return {"name": Text(box.name), "pmu": Text(prefix + pmu), "perf": Text(f"uncore_{box.name}"), **members, **pairs, **events,
                **self.rows(box), **self.said(box)}

    def define(self, kind, symbol, members):
        """An object of many members; its symbol."""
        said = [f"\t.{member} = {expression(value)},\n" for member, value in members.items() if value or isinstance(value, Text)]
        self.text.append(f"{kind} {symbol_of(symbol)} = {{\n{''.join(said)}}};\n")
        return symbol_of(symbol)

    def box(self, box, sheet):
        members = self.type_members(box, sheet)
        members["instance_table"] = self.array("struct box_instance", f"{box.name}_instances", box.places)
        members["instances"] = len(box.places)
        if box.present:
            members["present"] = f"&{self.add('struct present_if', f'{box.name}_present', box.present)}"
        return self.define("const struct box_type", f"{sheet.part['name']}_{box.name}", members)

    # ---- machines that describe themselves

    def kind(self, kind, sheet):
        members = self.type_members(kind, sheet)
        symbol = self.define("static const struct box_type", f"{sheet.part['name']}_{kind.name}", members)
        archetype = {"type": f"&{symbol}", "select": f"&{self.layout(kind.select)}",
                     "control": f"&{self.layout(sheet.described['_control'])}", **kind.home}
        return initializer({"type": kind.type, "most": kind.most, "kind": initializer(archetype), "usual": kind.usual})

    def described(self, sheet, types):
        said, alias = dict(sheet.described), sheet.part["_alias"]
        msr, memory, control = (self.layout(said.pop(key)) for key in ("_msr", "_memory", "_control"))
        nameless = self.add("struct box_type", "nameless", "{0}")
        members = {**said, **types}
        for member, select in (("msr", msr), ("memory", memory)):
            members[member] = initializer({"type": f"&{nameless}", "select": f"&{select}", "control": f"&{control}"})
        for struct, member, count, rows in (
                ("described_kind", "kinds", "kind_count", [self.kind(box, sheet) for box in sheet.boxes if isinstance(box, Kind)]),
                ("described_functions", "functions", "function_count", sheet.functions),
                ("described_box", "boxes", "box_count", sheet.described_boxes)):
            if rows:
                members.update({member: self.array(f"struct {struct}", f"{alias}_{member}", rows), count: len(rows)})
        if sheet.finders:
            members["sockets"] = f"&{self.add('struct base_finder', 'sockets', sheet.finders[0])}"
        return self.add("struct described", f"{alias}_described", initializer(members))

    # ---- processors

    def assumption(self, members, masks):
        if masks:
            members = {**members, "candidates": self.array("uint64_t", f"{members['name']}_candidates", [hex(mask) for mask in masks]),
                       "candidate_count": len(masks)}
        return "&" + self.add("struct assumption", f"assumed_{members['name']}", initializer(members))

    def processor(self, sheet):
        alias = sheet.part["_alias"]
        types = {box.name: self.box(box, sheet) for box in sheet.boxes if not isinstance(box, Kind)}
        members = {"vendor": Text("GenuineIntel"), "family": 6, **{key: value for key, value in sheet.part.items() if key != "_alias"},
                   "strings": f"{self.symbol}_strings", "words": f"{self.symbol}_words",
                   "types": self.array("struct box_type *const", f"{alias}_types", [f"&{symbol}" for symbol in types.values()]),
                   "type_count": len(types), "metrics": f"&{self.symbol}_metrics" if self.metrics else None, **sheet.processor}
        if sheet.capabilities:
            members["capabilities"] = "{" + ", ".join(sheet.capabilities) + "}"
        shared = [said for box in sheet.boxes for said in box.said["global"]]
        if shared:
            members["global"] = f"&{self.add('struct global_control', f'{alias}_global_control', shared[0])}"
        if sheet.described:
            members.pop("pmu_start", None)
            members["described"] = f"&{self.described(sheet, {key: members[key] for key in ('types', 'type_count')})}"
        elif sheet.finders:
            members["finders"] = self.array("struct base_finder", f"{alias}_finders", sheet.finders)
        if sheet.assumptions:
            rows = [self.assumption(one, masks) for one, masks, _ in sheet.assumptions]
            members["fixed_pmi"] = next((row for row, (_, _, fixed_pmi) in zip(rows, sheet.assumptions) if fixed_pmi), None)
            members["assumptions"] = self.array("struct assumption *const", f"{alias}_assumptions", rows + ["NULL"])
        self.define("const struct processor", sheet.part["name"], members)

    def source(self):
        return "\n".join([f"/* Generated from boxes/{self.name}.sheet by tools/gen/sheets. */", f'#include "boxes/{self.name}.h"\n', BOXES, *self.text])


def enumerators(sheets, symbol):
    """What lists of events and checks refer to by name: numbers of rows, fields and resources, which all parts have alike."""
    numbers = {}

    def add(words, value, at):
        name = "_".join((symbol, *words)).upper()
        need(numbers.setdefault(name, value) == value, at, f"{name} is {value} here and {numbers[name]} in another part of the sheet")

    for sheet in sheets:
        for box in sheet.boxes:
            for i, row in enumerate(box.rows):
                add((box.name, row.id), i + box.before, row.at)
                for k, field in enumerate(row.layout.fields):
                    if field.name not in schema.NAMELESS:
                        add((box.name, row.id, field.name), k, row.at)
            for i, name in enumerate(box.resources):
                add((box.name, name), i, box.at)
    return numbers


def header(name, sheets, lists, metrics):
    symbol = symbol_of(name)
    guard, numbers = f"GEN_BOXES_{symbol.upper()}_H", enumerators(sheets, symbol)
    lines = [f"/* Generated from boxes/{name}.sheet by tools/gen/sheets. */", f"#ifndef {guard}", f"#define {guard}\n", '#include "boxes/box.h"\n']
    lines += [f"extern const struct processor {symbol_of(sheet.part['name'])};" for sheet in sheets]
    lines += [f"extern const struct box_type {symbol_of(sheet.part['name'])}_{box.name};" for sheet in sheets for box in sheet.boxes
              if not isinstance(box, Kind)]
    lines += [f"extern const char {symbol}_strings[], {symbol}_words[];"]
    lines += [f"extern const struct event {symbol}_{box}_events[{len(rows)}];" for box, rows in lists.items()]
    lines += [f"extern const struct requirement {symbol}_requirements[];"]
    lines += [f"extern const struct metric_table {symbol}_metrics;"] if metrics else []
    lines += ["\nenum {", *(f"\t{key} = {value}," for key, value in numbers.items()), "};"] if numbers else []
    return "\n".join([*lines, "\n#endif", ""])


def read_events(path):
    """The lists of events by box, and their errors, as tools/gen/events has them."""
    loader = importlib.machinery.SourceFileLoader("events", os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "events"))
    events = importlib.util.module_from_spec(importlib.util.spec_from_loader("events", loader))
    loader.exec_module(events)
    boxes, errors = events.read_list(path)
    return {name: box["rows"] for name, box in boxes.items()}, errors


def translate(path, lists, measured):
    """What is made of a sheet: texts by file, the sheets that it imports, and errors; `lists` are the rows of events by list."""
    name = os.path.basename(path).removesuffix(".sheet")
    sheets, errors = read_sheets(path)
    tables = Tables(name, lists, measured)
    texts = {}
    try:
        for sheet in sheets if not errors else []:
            tables.processor(sheet)
        texts = {f"{name}.c": tables.source(), f"{name}.h": header(name, sheets, lists, measured)}
    except Refused as refusal:
        errors.append(str(refusal))
    return texts, sorted({one for sheet in sheets for one in sheet.imports}), errors
