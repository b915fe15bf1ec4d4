# SPDX-License-Identifier: BSD-2-Clause
"""Descriptions of events, made of the words of boxes/events/words.txt, whose head explains how. tools/gen/events asks for them."""
import collections
import re

COLON = ": "  # between the sentence of an event and the phrase of its umask
LINE = re.compile(r"( *)([^ ]+)(?: +([ -~]*[!-~]))?")
NAMES = re.compile(r"[A-Z0-9_*#]+(,[A-Z0-9_*#]+)*")
WILD = {"*": "(.*?)", "#": "([0-9]+)"}
REFERENCE = re.compile(r"\$([0-9])")
PHRASE_INDENT = 2

Pattern = collections.namedtuple("Pattern", "expression letters")  # of which so many are no wildcards
Match = collections.namedtuple("Match", "near words entry")


class Refused(Exception):
    """What breaks a rule, and where: a column of the file of words, or the cell of a list."""

    def __init__(self, place, reason):
        super().__init__(reason)
        self.place = place


class Entry:
    """A line: names and words, and whether it has described something."""

    def __init__(self, number, column, names, words):
        self.number, self.column, self.words, self.used = number, column, words, False
        self.patterns = [Pattern(re.compile("".join(WILD.get(char, char) for char in name)), len(re.sub("[*#]", "", name)))
                         for name in names.split(",")]

    def match(self, name):
        """How near the line's names are, and what it says of this one; None if it is none of them."""
        for expression, letters in self.patterns:
            found = expression.fullmatch(name)
            if found:
                return Match(letters, REFERENCE.sub(lambda reference: found.group(int(reference.group(1))), self.words), self)
        return None


class Section:
    """A line of events, and the lines of umasks below it."""

    def __init__(self, head):
        self.head, self.phrases = head, []


def parse_line(number, line):
    found = LINE.fullmatch(line)
    if not found:
        raise Refused(1, "blanks at the end, or something unprintable")
    indent, names, words = found.groups("")
    column = len(indent) + 1
    if len(indent) not in (0, PHRASE_INDENT):
        raise Refused(column, f"a line begins in column 1, or {PHRASE_INDENT + 1} for a umask")
    if not NAMES.fullmatch(names):
        raise Refused(column, f"'{names}' is no name of capitals, digits, '_', '*' and '#'")
    entry = Entry(number, column, names, words)
    for reference in REFERENCE.finditer(words):
        if int(reference.group(1)) > min(pattern.expression.groups for pattern in entry.patterns):
            raise Refused(found.start(3) + 1 + reference.start(), f"{reference.group()} is no wildcard of '{names}'")
    return entry


class Words:
    """What the file says; nothing without a path."""

    def __init__(self, path):
        self.path, self.sections, self.errors, self.known = path, [], [], {}
        if path:
            with open(path, encoding="ascii", newline="\n") as file:
                self.read(file.read().split("\n"))

    def read(self, lines):
        for number, line in enumerate(lines, 1):
            if not line or line.startswith("#"):
                continue
            try:
                self.add(parse_line(number, line))
            except Refused as refusal:
                self.errors.append(f"{self.path}:{number}:{refusal.place}: {refusal}")

    def add(self, entry):
        if entry.column == 1:
            self.sections.append(Section(entry))
            return
        if not entry.words or not self.sections:
            raise Refused(entry.column, "a umask without " + ("an event" if entry.words else "words"))
        self.sections[-1].phrases.append(entry)

    def nearest(self, matches, place):
        """The match of the nearest names; two that are as near are a slip of the pen. None if there is none."""
        matches = sorted(matches, key=lambda match: match.near)
        if len(matches) > 1 and matches[-2].near == matches[-1].near:
            raise Refused(place, f"lines {matches[-2].entry.number} and {matches[-1].entry.number} of {self.path} are as near")
        return matches[-1] if matches else None

    def sections_of(self, event):
        """The sections that speak of an event, each with its head's match."""
        if event not in self.known:
            matches = ((section, section.head.match(event)) for section in self.sections)
            self.known[event] = [(section, match) for section, match in matches if match]
        return self.known[event]

    def sentence(self, event):
        found = self.nearest([match for _, match in self.sections_of(event) if match.words], "event")
        if not found:
            raise Refused("event", f"{event} has no description, and no sentence in {self.path}")
        found.entry.used = True
        return found.words

    def piece(self, event, name):
        """What a piece of a umask's name means; None if nothing says it."""
        matches = ((head.near, entry.match(name)) for section, head in self.sections_of(event) for entry in section.phrases)
        return self.nearest([match._replace(near=(near, match.near)) for near, match in matches if match], "umask")

    def pieces(self, event, names):
        """What all of the pieces mean, the first of them as long as can be; None if a part is left over."""
        if not names:
            return []
        for length in range(len(names), 0, -1):
            found = self.piece(event, "_".join(names[:length]))
            rest = self.pieces(event, names[length:]) if found else None
            if rest is not None:
                return [found, *rest]
        return None

    def phrases(self, event, umask):
        """What a umask means; empty if there is none."""
        found = self.pieces(event, umask.replace(".", "_").split("_")) if umask else []
        if found is None:
            raise Refused("umask", f"umask {umask} of {event} has no description, and no words in {self.path}")
        for match in found:
            match.entry.used = True
        return ", ".join(match.words for match in found)

    def stale(self):
        """Errors for lines that have described nothing."""
        for section in self.sections:
            for entry in [section.head] * bool(section.head.words) + section.phrases:
                if not entry.used:
                    yield f"{self.path}:{entry.number}:{entry.column}: no event of any list is described by this line"
