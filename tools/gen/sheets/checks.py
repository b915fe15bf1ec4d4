# SPDX-License-Identifier: BSD-2-Clause
"""The checks of a directory in the order of the run, checks/DIRECTORY/all.checks -> `checks` and what declares it, in the words of core/check/check.h."""

import os
import re

from text import Refused, need, read
from values import NAME, Form, Text, expression, initializer, name, unquote

SCOPES = "machine socket box register counter fixed".split()
FLAGS = {word: {word.replace("-", "_"): "true"} for word in "absent-too shared on-request".split()}


def scope(word, _=None):
    need(word in SCOPES, word, f"'{word}' is none of {' '.join(SCOPES)}")
    return f"CHECK_OF_{word.upper()}"


def plain(word, _=None):
    return Text(word)


# Where a check is planned: words of the list as conditions on `machine`, `type` and `target`.

def of_form(pattern, word):
    need(re.fullmatch(pattern, word), word, f"'{word}' is none of that: docs/sheets.md")
    return word


def has_row(word, _=None):
    return f"box_row_of_role(type, ROLE_{of_form('[A-Z_]+', word)})"


def has_field(word, _=None):
    role, kind = of_form(r"[A-Z_]+\.[A-Z_]+", word).split(".")
    return f"{has_row(role)} && layout_field({has_row(role)}->layout, FIELD_{kind})"


def is_role(word, _=None):
    return "(" + " || ".join(f"target->reg.row->role == ROLE_{role}" for role in of_form("[A-Z_,]+", word).split(",")) + ")"


def global_has(word, _=None):
    return " && ".join(["control_global(machine)", *(f"control_global(machine)->{member}" for member in of_form("[a-z_,.]+", word).split(","))])


def type_has(word, _=None):
    return f"type->{name(word)}"


def has_facts(word, _=None):
    return f"check_{name(word)}(machine, type)"


WHERE = {"row": has_row, "field": has_field, "role": is_role, "global": global_has, "type": type_has, "facts": has_facts}
CHECK = Form(("_symbol", name), ("name", plain), text="title",
             keys={"of": ("scope", scope), "if": ("applies", name), "run": ("run", name), **{word: (f"_{word}", reader) for word, reader in WHERE.items()}},
             flags={**FLAGS, "general": {"_general": "target->counter < box_counters(&target->place->box)"}}, needed=("of",))


def quoted(word):
    need(word.startswith('"') and word.endswith('"') and len(word) > 1, word, 'a "TEXT" is expected here')
    return Text(unquote(word))


def read_below(line, check, known):
    """What a line below a check says: a line of its help; fact, core or advice; or whose of these it has, too."""
    first, rest = line.words[0], line.words[1:]
    if first.startswith('"'):
        need(not rest, first, "a line of help is one text")
        check["about"] = Text("\n".join([*filter(None, [check.get("about")]), quoted(first)]))
        return
    need(len(rest) == 1 and first in ("fact", "core", "advice", "as"), first, 'below a check: "HELP", fact "TEXT", core "TEXT", advice "TEXT", as CHECK')
    if first == "as":
        need(rest[0] in known, rest[0], f"'{rest[0]}' is no check above")
        check.update({member: known[rest[0]][member] for member in ("fact", "fact_core", "advice", "about") if member in known[rest[0]]})
    else:
        check["fact_core" if first == "core" else first] = quoted(rest[0])


def read_check(line, known):
    need(line.words[0] == "check", line.words[0], "check SYMBOL NAME of=SCOPE [if=FUNCTION] [run=FUNCTION] \"TITLE\"")
    check = CHECK.read(line.words[1:], line.words[0], None)
    symbol = check.pop("_symbol")
    need(symbol not in known, line.words[1], f"'{symbol}' is there already")
    check.setdefault("run", f"run_{symbol}")
    where = [check.pop(f"_{word}") for word in (*WHERE, "general") if f"_{word}" in check]
    need(not where or "applies" not in check, line.words[0], "if= has all of the condition")
    if where:
        check.update({"applies": f"applies_{symbol}", "_where": where})
    for below in line.below:
        read_below(below, check, known)
    need("title" in check and "about" in check, line.words[0], "a check has a title and lines of help")
    known[symbol] = check


def applies_by(symbol, where):
    """The function that says where a check is planned, of the words of its line."""
    return (f"static bool applies_{symbol}(const struct machine *machine, const struct check_target *target)\n{{\n"
            "\tconst struct box_type *type = target->place->box.type;\n\n"
            f"\t(void)machine;\n\t(void)type;\n\treturn {' && '.join(where)};\n}}\n")


def translate(path):
    """What is made of the file: texts by file, what they are made of besides, and errors."""
    roots, errors = read(path)
    known = {}
    for line in roots:
        try:
            read_check(line, known)
        except Refused as refusal:
            errors.append(str(refusal))
    planned = {symbol: check.pop("_where") for symbol, check in known.items() if "_where" in check}
    head = f"/* Generated from {path} by tools/gen/sheets. */\n"
    declared = sorted({f"void {check['run']}(struct check_context *context);\n" for check in known.values()} |
                      {f"bool {check['applies']}(const struct machine *machine, const struct check_target *target);\n" 
                       for symbol, check in known.items() if "applies" in check and symbol not in planned})
    header = ["#pragma once\n", '#include "core/check/check.h"\n', *(f"extern const struct check check_{symbol};\n" for symbol in known), *declared]
    tables = [f'#include "{os.path.dirname(path)}/all.h"\n', *(applies_by(*of) for of in planned.items()),
              *(f"const struct check check_{symbol} = {initializer(check)};\n" for symbol, check in known.items()),
              "const struct check *const checks[] = {\n", *(f"\t&check_{symbol},\n" for symbol in known), "\tNULL,\n};\n"]
    return {"all.c": head + "".join(tables), "all.h": head + "".join(header)}, [], errors
