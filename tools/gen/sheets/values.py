# SPDX-License-Identifier: BSD-2-Clause
"""What a word of a sheet means: numbers, bits, places, and what a form reads of a line."""

import re

from text import KEY, need

NUMBER = re.compile(r"0x[0-9a-f]{1,16}|0|[1-9][0-9]{0,18}")
NAME = re.compile(r"[a-z][a-z0-9_]*")
TERMS_MOST = 8  # of a sum


class Text(str):
    """A string of C, as opposed to an expression."""


def symbol_of(words):
    return re.sub("[^a-z0-9_]", "_", words)


def initializer(members):
    """{'low': 3, 'name': Text('ctl')} -> '{.low = 3, .name = "ctl"}'; what is 0 goes without saying."""
    said = [f".{member} = {expression(value)}" for member, value in members.items() if value or isinstance(value, Text)]
    return "{" + (", ".join(said) or "0") + "}"


def expression(value):
    if isinstance(value, Text):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, bool):
        return "true"
    return value if isinstance(value, str) else str(value) if -10 < value < 10 else hex(value)


# ---- a word's value: each is called with the word, and with the box or sheet that the line belongs to ------------------------------


def fits(value, width, at):
    need(value < 1 << width, at, f"'{at}' has more than {width} bits")
    return value


def number(width):
    def reader(word, _=None):
        need(NUMBER.fullmatch(word), word, f"'{word}' is no number")
        return fits(int(word, 0), width, word)
    return reader


def amount(word, n):
    """'0xb00+0x10*N': a sum of products of numbers and N, which counts the places of a line."""
    total, terms = 0, word.split_at("+")
    need(len(terms) <= TERMS_MOST, word, "a sum of too many terms")
    for term in terms:
        factors = term.split_at("*")
        need(len(factors) <= 2, term, "a product of more than two factors")
        product = 1
        for factor in factors:
            need(factor != "N" or n is not None, factor, "N has no range: N=FIRST-LAST")
            product *= n if factor == "N" else number(32)(factor)
        total += product
    return fits(total, 32, word)


def bits(width):
    """'29:21,2:0' -> a mask; a lone decimal number is a bit, 0x... the mask itself. In places there may be N."""
    def reader(word, scope=None):
        if word.startswith("0x"):
            return number(width)(word)
        mask = 0
        for piece in word.split_at(","):
            ends = [amount(end, getattr(scope, "n", None)) for end in piece.split_at(":")]
            need(len(ends) <= 2 and ends[-1] <= ends[0], piece, f"'{piece}' is no bit and no HIGH:LOW")
            need(ends[0] < width, piece, f"bit {ends[0]} is not among {width}")
            mask |= (2 << ends[0]) - (1 << ends[-1])
        return mask
    return reader


def text(word, _=None):
    return Text(word)


def name(word, _=None):
    need(NAME.fullmatch(word), word, f"'{word}' is no name: small letters, digits, '_'")
    return word


def register_bits(word, offset_bits, field_bits):
    """'0x108[15:8]' -> 0x108, 8, 8: where, the lowest bit, how many"""
    found = re.fullmatch(r"(0x[0-9a-f]{1,8})\[([0-9]{1,2})(?::([0-9]{1,2}))?\]", word)
    need(found, word, f"'{word}' is no REGISTER[HIGH:LOW]")
    high, low = int(found.group(2)), int(found.group(3) or found.group(2))
    need(low <= high < field_bits, word, f"bits {high}:{low} are not among {field_bits}, the high one first")
    return fits(int(found.group(1), 16), offset_bits, word), low, high - low + 1


def bus_field(word, _=None):
    offset, low, width = register_bits(word, 12, 32)
    return f"{{{offset:#x}, {low}, {width}}}"


def base_field(word, _=None):
    """'0xd8[10:0]<<12+4' -> a field, how far it is shifted in the base, and how far the next base's is"""
    field, shifted, rest = word.partition("<<")
    need(shifted, word, f"'{word}' is no REGISTER[HIGH:LOW]<<SHIFT+STEP")
    shift, plus, step = rest.partition("+")
    at = len(field) + 2
    return initializer({"field": bus_field(word.part(0, len(field))), "shift": number(6)(word.part(at, at + len(shift))),
                        "step": number(8)(word.part(at + len(shift) + 1)) if plus else 0})


def msr_bits(word, _=None):
    msr, low, width = register_bits(word, 16, 64)
    need(not low, word, "the number is in the lowest bits")
    return {"msr": msr, "msr_width": width}


def gate(word, _=None):
    msr, low, width = register_bits(word, 32, 64)
    need(width == 1, word, "one bit opens it")
    return {"gate": msr, "gate_open": 1 << low}


def function(word, n=None):
    """'14+N.0' -> DEVICE and FUNCTION"""
    device, dot, rest = word.partition(".")
    need(dot, word, f"'{word}' is no DEVICE.FUNCTION")
    device, rest = amount(word.part(0, len(device)), n), amount(word.part(len(device) + 1), n)
    need(device < 32 and rest < 8, word, "devices are 0 to 31, functions 0 to 7")
    return f"BOX_FUNCTION({device}, {rest})"


def at_function(word, _=None):
    return function(word)


def device_id(word, scope):
    """A PCI id: what `ids` says is added to each but 0."""
    value = number(16)(word)
    return fits(value + scope.ids, 16, word) if value else 0


# ---- forms: what a line may say --------------------------------------------------------------------------------------------------


class Form:
    """What a line says after its first word, each as a member of a struct: `words` in order, (member, reader); a "TEXT" and a [SOURCE];
    `keys`, KEY=VALUE, as (member, reader); `flags`, words that set members; `rest`, all other words. A reader may give members itself:
    its own member is None then. `needed` are keys that may not be left out."""

    def __init__(self, *words, text=None, source=None, keys=None, flags=None, rest=None, fixed=None, needed=()):
        self.words, self.text, self.source, self.keys, self.flags = words, text, source, keys or {}, flags or {}
        self.rest, self.fixed, self.needed = rest, fixed or {}, needed

    def joined(self, other):
        """A form that takes what either takes."""
        return Form(*self.words, text=self.text or other.text, source=self.source or other.source, keys={**self.keys, **other.keys},
                    flags={**self.flags, **other.flags}, rest=self.rest or other.rest, fixed={**self.fixed, **other.fixed}, needed=self.needed + other.needed)

    def read(self, words, at, scope):
        """The members that the words after `at` give."""
        found, plain, seen, keys = dict(self.fixed), [], set(), set()

        def note(member, value, word):
            for key, one in value.items() if member is None else ((member, value),):
                need(key not in seen, word, f"'{word}' says again what is said already")
                seen.add(key)
                found[key] = one

        for word in words:
            key = KEY.match(word)
            if word.startswith('"'):
                need(self.text and word.endswith('"') and len(word) > 1, word, "no text belongs here")
                note(self.text, Text(unquote(word)), word)
            elif word.startswith("["):
                need(self.source and word.endswith("]"), word, "no source belongs here")
                note(self.source, Text(word[1:-1]), word)
            elif key and key.group(1) in self.keys:
                member, reader = self.keys[key.group(1)]
                need(len(word) > key.end(), word, f"nothing stands after '{word}'")
                note(member, reader(word.part(key.end()), scope), word)
                keys.add(key.group(1))
            elif word in self.flags:
                note(None, self.flags[word], word)
            else:
                plain.append(word)
        for member, reader in self.words:
            need(plain, at, f"after '{at}' a word is missing: {' '.join(wanted or reader.__name__ for wanted, reader in self.words)}")
            word = plain.pop(0)
            note(member, reader(word, scope), word)
        if self.rest:
            member, reader = self.rest
            found[member] = [reader(word, scope) for word in plain]
        else:
            need(not plain, plain[0] if plain else at, f"'{plain[0] if plain else ''}' means nothing here")
        for key in self.needed:
            need(key in keys, at, f"'{at}' needs {key}=")
        return found


def unquote(word):
    return re.sub(r"\\(.)", r"\1", word[1:-1])
