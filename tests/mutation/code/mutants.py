# SPDX-License-Identifier: BSD-2-Clause
"""Mutants: small changes of a C source, by operators, and which of them are drawn."""

import collections
import random
import re

from mutation.code import source
from mutation.code.source import FUNCTION, MACRO, NUMBER, SIGN, STRING, TABLE, WORD, closing

# One change: `before` at `start` in the file becomes `after`. `place`: the function, table or macro; `line`: the line as it
# was, blanks aside.
Mutant = collections.namedtuple('Mutant', 'file place operator start before after line number')

RELATIONS = {'<': ('<=', '>'), '>': ('>=', '<'), '<=': ('<', '>='), '>=': ('>', '<='), '==': ('!=',), '!=': ('==',)}
LOGIC = {'&&': ('||',), '||': ('&&',)}
BITS = {'&': ('|',), '|': ('&',), '^': ('|',), '|=': ('&=',), '&=': ('|=',)}
SHIFTS = {'<<': ('>>',), '>>': ('<<',)}
SUMS = {'+': ('-',), '-': ('+',), '*': ('/',), '/': ('*',), '%': ('/',), '+=': ('-=',), '-=': ('+=',)}
TRUTH = {'true': ('false',), 'false': ('true',)}
BINARY = {'relation': RELATIONS, 'logic': LOGIC, 'mask': BITS, 'shift': SHIFTS, 'sum': SUMS}
OPERATORS = (*BINARY, 'constant', 'truth', 'negation', 'statement', 'entry')

# What has no effect on hardware that behaves: names and sources; what only rules of strictness ask; what only the list of faults of
# faults asks.
SILENT_FIELDS = {'name', 'names', 'sub_names', 'source', 'ending', 'zero', 'ones', 'bits', 'undocumented', 'start_undocumented', 'rate_undocumented',
                 'id_undocumented', 'has'}
# Lists of events are facts of their own: a test of both sides compares them.
EVENT_TYPES = {'model_event', 'model_choice', 'model_event_list'}
EVENT_FIELDS = {'code', 'names', 'sub_names', 'every_field'}
TYPE_WORDS = re.compile(r'(const|struct|enum|static|unsigned|signed|bool|char|short|int|long|void|size_t|va_list|u?int\d+_t)$')
NO_STATEMENTS = {'if', 'for', 'while', 'do', 'switch', 'case', 'default', 'else', 'return', 'goto'}
# They say what software did wrong: rules of strictness ask.
SILENT_CALLS = {'model_wrong', 'model_log'}
HEADED = {'if', 'for', 'while', 'switch'}
STARTS_BEHIND = {';', '{', '}', ':', 'else', 'do'}


def line_of(text, start):
    first = text.rfind('\n', 0, start) + 1
    end = text.find('\n', start)
    line = text[first:len(text) if end < 0 else end]
    return ' '.join(line.rstrip('\\').split())


def is_of_events(part):
    """Whether it is an event list or makes rows of one."""
    words = {token.text for token in part.tokens}
    if part.sort == MACRO:
        return bool(words & EVENT_FIELDS) or 'CHOOSE' in words
    return part.sort == TABLE and bool(EVENT_TYPES & set(part.head))


def silent(tokens):
    """The indexes of what stands in initializers of fields that have no effect."""
    found = set()
    for index in range(len(tokens) - 2):
        if tokens[index].text == '.' and tokens[index + 1].text in SILENT_FIELDS and tokens[index + 2].text == '=':
            found |= set(range(index, value_end(tokens, index + 3)))
    return found


def value_end(tokens, index):
    """Where an initializer's value ends, before the comma or the brace."""
    while index < len(tokens) and tokens[index].text not in (',', *source.CLOSE):
        index = closing(tokens, index) + 1
    return index


def is_binary(tokens, index):
    """Whether a sign joins two values: `&` and `-` may stand before one, and `*` in a declaration."""
    if not index or index + 1 == len(tokens):
        return False
    before = tokens[index - 1]
    if before.kind == WORD:
        return not TYPE_WORDS.match(before.text) and before.text not in NO_STATEMENTS and \
            (index < 2 or tokens[index - 2].text not in ('struct', 'enum', 'union'))
    return before.kind == NUMBER or before.text in (')', ']')


def changed_numbers(text):
    digits = text.rstrip('uUlL')
    value, suffix = int(digits, 0), text[len(digits):]
    spell = hex if digits[:2] in ('0x', '0X') else str
    return [spell(other) + suffix for other in (value + 1, value - 1) if other >= 0]


def is_size(tokens, index):
    """Of an array that is declared."""
    return index > 1 and tokens[index - 1].text == '[' and tokens[index - 2].kind == WORD and \
        index > 2 and bool(TYPE_WORDS.match(tokens[index - 3].text))


def changes_of_word(tokens, index):
    """Operator and replacement, each."""
    token = tokens[index]
    for operator, table in BINARY.items():
        if token.text in table and is_binary(tokens, index):
            return [(operator, after) for after in table[token.text]]
    if token.kind == NUMBER and not is_size(tokens, index):
        return [('constant', after) for after in changed_numbers(token.text)]
    if token.text in TRUTH:
        return [('truth', after) for after in TRUTH[token.text]]
    if token.kind == SIGN and token.text == '!':
        return [('negation', '')]
    if token.kind == SIGN and token.text == '~':
        return [('mask', '')]
    return []


def conditions(text, tokens):
    """`if (c)` and `while (c)`: start, before and after of the whole condition."""
    for index, token in enumerate(tokens[:-1]):
        if token.text in ('if', 'while') and tokens[index + 1].text == '(':
            first, last = tokens[index + 1], tokens[closing(tokens, index + 1)]
            before = text[first.start:last.end]
            yield first.start, before, f'(!{before})'


def statement_end(tokens, index):
    while index < len(tokens) and tokens[index].text not in (';', *source.CLOSE):
        index = closing(tokens, index) + 1
    return index if index < len(tokens) and tokens[index].text == ';' else None


def does_something(words, guarded):
    """Whether these words are a statement that leaves something behind, or a return that a condition guards."""
    texts = [word.text for word in words]
    if not words or texts[0] == '{' or texts[0] in SILENT_CALLS or TYPE_WORDS.match(texts[0]):
        return False
    if texts[0] in NO_STATEMENTS:
        return texts[0] == 'return' and guarded
    declares = len(words) > 1 and words[0].kind == words[1].kind == WORD
    return not declares and any('=' in text or text in ('(', '++', '--', 'break', 'continue') for text in texts)


def heads_closed(tokens):
    """The indexes of brackets that close the head of an `if`, `for`, `while` or `switch`, and of all words within brackets."""
    closed, within = set(), set()
    for index, token in enumerate(tokens[:-1]):
        if token.text == '(':
            within |= set(range(index + 1, closing(tokens, index) + 1))
        if token.text in HEADED and tokens[index + 1].text == '(':
            closed.add(closing(tokens, index + 1))
    return closed, within - closed


def statements(text, tokens):
    """Those that do something, and returns that a condition guards."""
    closed, within = heads_closed(tokens)
    for index in range(1, len(tokens)):
        if index in within or not (tokens[index - 1].text in STARTS_BEHIND or index - 1 in closed):
            continue
        end = statement_end(tokens, index)
        if end is not None and does_something(tokens[index:end], index - 1 in closed):
            yield tokens[index].start, text[tokens[index].start:tokens[end].end], '{}'


def entries(text, tokens, skipped):
    """`.field = value,`: without it the field is 0."""
    for index in range(len(tokens) - 3):
        if tokens[index].text != '.' or tokens[index + 2].text != '=' or index in skipped:
            continue
        end = value_end(tokens, index + 3)
        if all(token.kind == STRING for token in tokens[index + 3:end]) or end >= len(tokens) or tokens[end].text != ',':
            continue
        yield tokens[index].start, text[tokens[index].start:tokens[end].end], ''


def mutants_of_part(file, text, part):
    skipped = silent(part.tokens)
    found = []
    for index, token in enumerate(part.tokens):
        if index not in skipped:
            found += [(operator, token.start, token.text, after) for operator, after in changes_of_word(part.tokens, index)]
    found += [('entry', *change) for change in entries(text, part.tokens, skipped)]
    if part.sort == FUNCTION:
        found += [('negation', *change) for change in conditions(text, part.tokens)]
        found += [('statement', *change) for change in statements(text, part.tokens)]
    return [Mutant(file, part.name, operator, start, before, after, line_of(text, start), text.count('\n', 0, start) + 1)
            for operator, start, before, after in found]


def mutants_of(file, text):
    """All mutants of a source, in the order of its parts."""
    return [mutant for part in source.parts(text) if not is_of_events(part) for mutant in mutants_of_part(file, text, part)]


def apply(text, mutant):
    end = mutant.start + len(mutant.before)
    if text[mutant.start:end] != mutant.before:
        raise ValueError(f'{mutant.file}: {mutant.before!r} is not where it was')
    return text[:mutant.start] + mutant.after + text[end:]


def draw(mutants, seed):
    """All mutants in an order that follows from the seed: each operator's turn comes as often as that of others, as long as
    it has any left; what each has is shuffled."""
    chance = random.Random(seed)
    heaps = [[mutant for mutant in mutants if mutant.operator == operator] for operator in OPERATORS]
    for heap in heaps:
        chance.shuffle(heap)
    while any(heaps):
        heap = chance.choice([heap for heap in heaps if heap])
        yield heap.pop()
