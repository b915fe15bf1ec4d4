# SPDX-License-Identifier: BSD-2-Clause
"""The checks of a directory in the order of the run, checks/DIRECTORY/all.checks -> `checks` and what declares it, in the words of core/check/check.h."""

import os

from text import Refused, need, read
from values import NAME, Form, Text, expression, initializer, name, unquote

SCOPES = "machine socket box register counter fixed".split()
FLAGS = {word: {word.replace("-", "_"): "true"} for word in "absent-too shared on-request".split()}


def scope(word, _=None):
    need(word in SCOPES, word, f"'{word}' is none of {' '.join(SCOPES)}")
    return f"CHECK_OF_{word.upper()}"


def plain(word, _=None):
    return Text(word)


CHECK = Form(("_symbol", name), ("name", plain), text="title", keys={"of": ("scope", scope), "if": ("applies", name), "run": ("run", name)}, flags=FLAGS,
             needed=("of",))


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
    for below in line.below:
        read_below(below, check, known)
    need("title" in check and "about" in check, line.words[0], "a check has a title and lines of help")
    known[symbol] = check


def translate(path):
    """What is made of the file: texts by file, what they are made of besides, and errors."""
    roots, errors = read(path)
    known = {}
    for line in roots:
        try:
            read_check(line, known)
        except Refused as refusal:
            errors.append(str(refusal))
    head = f"/* Generated from {path} by tools/gen/sheets. */\n"
    declared = sorted({f"void {check['run']}(struct check_context *context);\n" for check in known.values()} |
                      {f"bool {check['applies']}(const struct machine *machine, const struct check_target *target);\n" for check in known.values() if "applies" in check})
    header = ["#pragma once\n", '#include "core/check/check.h"\n', *(f"extern const struct check check_{symbol};\n" for symbol in known), *declared]
    tables = [f'#include "{os.path.dirname(path)}/all.h"\n',
              *(f"const struct check check_{symbol} = {initializer(check)};\n" for symbol, check in known.items()),
              "const struct check *const checks[] = {\n", *(f"\t&check_{symbol},\n" for symbol in known), "\tNULL,\n};\n"]
    return {"all.c": head + "".join(tables), "all.h": head + "".join(header)}, [], errors
