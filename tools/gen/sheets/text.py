# SPDX-License-Identifier: BSD-2-Clause
"""The text of a sheet: lines that belong to lines, words that know where they stand, and alternatives for siblings."""

import re

TOKEN = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^\s;"\[])+|;')
PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\||[^"\[|]+')
KEY = re.compile(r"([a-z-]+|N)=")
STEP = 2  # a line belongs to the last one above that begins so many blanks before it


class Refused(Exception):
    """An error in a sheet, at a word of it."""

    def __init__(self, word, reason):
        super().__init__(f"{word.where()}: {reason}")


class Word(str):
    """A word of a sheet: file, line and column are where it begins."""

    def __new__(cls, text, file, line, column):
        word = super().__new__(cls, text)
        word.file, word.line, word.column = file, line, column
        return word

    def where(self):
        return f"{self.file}:{self.line}:{self.column}"

    def part(self, start, end=None):
        """Some characters of the word, with their own column."""
        return Word(str(self)[start:end], self.file, self.line, self.column + start)

    def split_at(self, separator):
        """The pieces between separators, each with its column."""
        start, found = 0, []
        for piece in str(self).split(separator):
            found.append(self.part(start, start + len(piece)))
            start += len(piece) + len(separator)
        return found


def need(condition, at, reason):
    if not condition:
        raise Refused(at, reason)


class Line:
    """Words, and the lines that belong to them."""

    def __init__(self, words, below=()):
        self.words, self.below = words, list(below)

    def statements(self):
        """The words of the line, parted at ';'."""
        groups = [[]]
        for word in self.words:
            if word == ";":
                groups.append([])
            else:
                groups[-1].append(word)
        return [group for group in groups if group]


def split_line(text, path, number):
    """The words of a line; what a '#' begins is a comment."""
    words, at = [], 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip(" "))
        if at >= len(text) or text[at] == "#":
            return words
        found = TOKEN.match(text, at)
        if not found:
            raise Refused(Word(text[at], path, number, at + 1), "a quotation mark or bracket has no end")
        words.append(Word(found.group(), path, number, at + 1))
        at = found.end()


def read(path):
    """The lines of a sheet that belong to none, and the errors of its text."""
    roots, errors, above = [], [], []  # above: (indent, line) of those that a line may belong to
    with open(path, "rb") as file:
        lines = file.read().decode("latin-1").split("\n")
    for number, text in enumerate(lines, 1):
        odd = re.search(r"[^ -~]", text)
        try:
            need(not odd, Word("", path, number, odd.start() + 1 if odd else 1), "a character that is neither a blank nor printable ASCII")
            words = split_line(text, path, number)
            if not words:
                continue
            indent = len(text) - len(text.lstrip(" "))
            while above and above[-1][0] >= indent:
                above.pop()
            need(indent == STEP * len(above), words[0], "a line begins two blanks further in than the line it belongs to")
        except Refused as refusal:
            errors.append(str(refusal))
            continue
        line = Line(words)
        (above[-1][1].below if above else roots).append(line)
        above.append((indent, line))
    return roots, errors


def alternatives(word):
    """'width=44|48' -> 'width=44', 'width=48'"""
    if "|" not in word:
        return [word]
    starts, at = [0], 0
    for piece in PIECE.findall(word):
        at += len(piece)
        if piece == "|":
            starts.append(at)
    if len(starts) == 1:
        return [word]
    pieces = [word.part(start, end - 1 if end else None) for start, end in zip(starts, starts[1:] + [None])]
    key = KEY.match(pieces[0])
    if not key:
        return pieces
    return pieces[:1] + [Word(key.group() + piece, piece.file, piece.line, piece.column) for piece in pieces[1:]]


def choose(line, parts, number):
    """The line as the part of that number has it; None if it is another part's."""
    words = line.words
    if words[0].startswith("@"):
        names = words[0].part(1).split_at(",")
        for name in names:
            need(name in parts, name, f"'{name}' is no part")
        need(len(words) > 1, words[0], "nothing follows")
        if parts[number] not in names:
            return None
        words = words[1:]
    chosen = []
    for word in words:
        found = alternatives(word)
        need(len(found) in (1, len(parts)), word, f"{len(found)} alternatives for {len(parts)} parts")
        chosen.append(found[number if len(found) > 1 else 0])
    need(all(chosen), words[0], "an alternative is empty")
    return Line(chosen, [below for below in (choose(below, parts, number) for below in line.below) if below])
