#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes a JSON Schema of docs/records.md, which is the contract: a heading for each kind of record, a row for each field."""

import json
import os
import re
import sys

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'docs', 'records.md')
VERSION = 1  # goes up when a field goes, or means something else
TYPES = {
    'number': {'type': 'number'},
    'number or null': {'type': ['number', 'null']},
    'text': {'type': 'string'},
    'hex': {'type': 'string', 'pattern': '^0x[0-9a-f]+$'},
    'list': {'type': 'array', 'items': {'type': 'string'}},
    'object': {'type': 'object', 'additionalProperties': {'type': 'number'}},
}


def forms(path=PAGE):
    """The forms of each kind: a list of fields, (name, type, optional, meaning)."""
    kinds, fields = {}, []
    with open(path, encoding='utf-8') as page:
        for line in page:
            heading = re.match(r'### `(\w+)`', line)
            row = re.match(r'\| (\w+) \| ([a-z ]+) \| (optional)? ?\| (.+) \|$', line)
            if heading:
                fields = []
                kinds.setdefault(heading[1], []).append(fields)
            elif row and row[2] in TYPES:
                fields.append((row[1], row[2], bool(row[3]), row[4]))
    return kinds


def form_schema(kind, fields):
    properties = {'record': {'const': kind}}
    properties.update({name: {**TYPES[sort], 'description': meaning} for name, sort, _, meaning in fields})
    return {'properties': properties, 'required': ['record'] + [name for name, _, optional, _ in fields if not optional]}


def schema(kinds):
    rules = [{'if': {'properties': {'record': {'const': kind}}},
              'then': form_schema(kind, rows[0]) if len(rows) == 1 else {'anyOf': [form_schema(kind, row) for row in rows]}}
             for kind, rows in kinds.items()]
    return {'$schema': 'https://json-schema.org/draft/2020-12/schema', 'title': f'records of uncork, version {VERSION}', 'type': 'object',
            'required': ['record'], 'properties': {'record': {'enum': list(kinds)}}, 'allOf': rules}


if __name__ == '__main__':
    json.dump(schema(forms()), sys.stdout, indent=1)
    print()
