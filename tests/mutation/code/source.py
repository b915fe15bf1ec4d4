# SPDX-License-Identifier: BSD-2-Clause
"""C as mutants see it: words, and the functions, tables and macros that they are in."""

import collections
import re

# `start`, `end`: where it is in the text.
Token = collections.namedtuple('Token', 'kind text start end')
# What changes can be made in: a function's body, a table's braces or a macro's body. `head`: the words before the braces.
Part = collections.namedtuple('Part', 'sort name head tokens')
FUNCTION, TABLE, MACRO = 'function', 'table', 'macro'

WORD, NUMBER, STRING, SIGN, DEFINE = 'word', 'number', 'string', 'sign', 'define'
TOKENS = re.compile(r'''(?P<space>\s+|\\\n|/\*.*?\*/|//[^\n]*)
    |(?P<define>^[ \t]*\#[ \t]*define[ \t]+(?:[^\n\\]|\\.|\\\n)*)
    |(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
    |(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+')
    |(?P<number>(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|[^\s\w"'])''', re.S | re.M | re.X)
MACRO_HEAD = re.compile(r'[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?')
OPEN, CLOSE = '([{', ')]}'


def tokens_of(text, start=0, end=None):
    """The words from `start` to `end`, without comments; a #define is one word, other directives are none."""
    found = []
    for match in TOKENS.finditer(text, start, len(text) if end is None else end):
        if match.lastgroup not in ('space', 'directive'):
            found.append(Token(match.lastgroup, match.group(), match.start(), match.end()))
    return found


def closing(tokens, at):
    """Of the bracket at an index the one that closes it; the last index if none does."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text in OPEN) - (tokens[index].text in CLOSE)
        if not depth:
            return index
    return len(tokens) - 1


def macro(text, token):
    head = MACRO_HEAD.match(text, token.start)
    return Part(MACRO, head.group(1), [], tokens_of(text, head.end(), token.end))


def named(head):
    """The sort and name of what braces behind these words are; sort None for types, which have nothing to change."""
    texts = [token.text for token in head]
    if '=' in texts:
        declared = head[:texts.index('=')]
        bracket = next((i for i, token in enumerate(declared) if token.text == '['), len(declared))
        return TABLE, declared[bracket - 1].text
    if '(' in texts and texts.index('(') and 'enum' not in texts[:1]:
        return FUNCTION, texts[texts.index('(') - 1]
    return None, ''


def parts(text):
    """All functions, tables and macros of a file, in their order."""
    found, head, index, tokens = [], [], 0, tokens_of(text)
    while index < len(tokens):
        token = tokens[index]
        if token.kind == DEFINE:
            found.append(macro(text, token))
        elif token.text == '{':
            end = closing(tokens, index)
            sort, name = named(head)
            if sort:
                found.append(Part(sort, name, [word.text for word in head], tokens[index:end + 1]))
            head, index = [], end
        elif token.text == ';':
            head = []
        else:
            head.append(token)
        index += 1
    return found
