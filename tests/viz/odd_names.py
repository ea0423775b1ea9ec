#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""odd_names.py: names that mean something to the programs that draw and show them, and a look at what became of them.

  odd_names.py list                   prints names, one a line: every character that can be printed, every two and some
                                      three of those that mean something, what is known to be evil, some long ones
  odd_names.py drawn NAMES SVG...     NAMES has lines of an SVG's own; each SVG must be well-formed and have each of
                                      them as a text, blanks at its ends aside
  odd_names.py hinted NAMES SVG       the same of an SVG of dot's, as texts and as tool tips
  odd_names.py shown NAMES PAGE       the same of a page, as text and as the value of an attribute `title`
  odd_names.py formed SVG...          each SVG must be well-formed
  odd_names.py tables FROM TO KIND    copies tables, with evil names in every place that a target names, and prints
                                      these: commands, or `mixed`
"""
import html.parser
import itertools
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

SVG = '{http://www.w3.org/2000/svg}'
TITLE = '{http://www.w3.org/1999/xlink}title'

# Each would make a file `canary`, or spoil the picture, if it were taken for anything but text.
EVIL = [
    '`touch canary`', '"; system("touch canary"); "', '\\"; system("touch canary"); x="', "'; system('touch canary') #",
    '@x; !touch canary', '< touch canary #', '|touch canary', '$(touch canary)', '# names', '#1 worker', '\\', '\\\\', '\\"',
    'x]]>y', 'x&#0;y', '&#60;b&#62;', '&amp;lt;', '<script>alert(1)</script>', '</text><a href="javascript:alert(1)">',
    '", URL="javascript:alert(1)', '\\N\\G\\E\\H\\T', '%s%n%d%%', '^{a}_b~c@d', '=CMD()', '-e', '\\0042\\042\\x22', '\\n\\t\\101',
    "a'b\"c`d", 'NaN', '?', '-', '0', '\U0001f600', 'Grüße日本→', 'e\u0301',
]
SPECIAL = [chr(c) for c in range(0x20, 0x7f) if not chr(c).isalnum()]


def names():
    yield from (f'x{chr(c)}y' for c in range(0x20, 0x7f))
    yield from (f'x{chr(c)}y' for c in range(0xa1, 0x180))
    yield from (a + b for a, b in itertools.product(SPECIAL, repeat=2))
    yield from (a + '7' for a in SPECIAL)
    yield from (''.join(three) for three in itertools.product('\\"&<>]#;N', repeat=3))
    yield from EVIL


def lines(path):
    return pathlib.Path(path).read_text(encoding='utf-8').split('\n')[:-1]


def plain(text):
    """Dot writes the second of two blanks as one that does not break."""
    return re.sub(r'[ \u00a0]+', ' ', text or '').strip(' ')


def lacks(wanted, found, what):
    missing = [name for name in wanted if plain(name) not in found]
    for name in missing[:5]:
        print(f'# {what}: not there: {name!r}')
    return bool(missing)


def texts(tree):
    return {plain(''.join(text.itertext())) for text in tree.iter(SVG + 'text')}


def drawn(path, wanted):
    return lacks(wanted, texts(ET.parse(path)), path)


def hinted(path, wanted):
    tree = ET.parse(path)
    tips = {plain(link.get(TITLE)) for link in tree.iter(SVG + 'a')}
    links = [link for link in tree.iter(SVG + 'a') if any(key.endswith('href') for key in link.keys())]
    return bool(links) + lacks(wanted, texts(tree), path) + lacks(wanted, tips, path + ', tool tips')


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found, self.titles, self.tags = set(), set(), set()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.titles.update(plain(value) for key, value in attributes if key == 'title')

    def handle_data(self, data):
        self.found.add(plain(data))


def shown(path, wanted):
    page = Page()
    page.feed(pathlib.Path(path).read_text(encoding='utf-8'))
    page.close()
    wrong = page.tags - {'p'}
    if wrong:
        print(f'# {path}: became tags: {wrong}')
    return bool(wrong) + lacks(wanted, page.found, path) + lacks(wanted, page.titles, path + ', attributes')


def evil_names(kind):
    """Names to be taken in turn: all of them commands of gnuplot's and a shell's, or of all kinds; of these many are so long
    that they must be cut, within a character where that can be."""
    for at in itertools.count():
        name = EVIL[at % len(EVIL)]
        if kind == 'commands':
            yield f'`touch canary{at}`' if at % 3 else f'\\"; system("touch canary{at}"); x = "'
        else:
            yield name if at % 3 else name + ('é' if at % 2 else '日x') * (300 + 7000 * (at % 4 == 1))


def field(text):
    return '\\' + text if text[0] in '#\\' else text


def renamed(table, column, cell, new):
    """A cell with its names replaced; `new` maps the old ones."""
    if column == 'stack' or column.endswith('_stack'):
        return ';'.join(new[name].replace(';', ' ') for name in cell.split(';'))
    if column == 'function' and re.fullmatch(r'\[.*\]', cell):
        return '[' + new[cell[1:-1]] + ']'
    return new[cell]


NAMED = {
    'thread', 'function', 'stack', 'event', 'from', 'to', 'by', 'woken', 'caller', 'callee', 'class', 'method', 'package',
    'where', 'objects_of', 'name', 'reason', 'ran', 'slow_from', 'slow_to',
    'lock', 'waiter', 'waits_in', 'waits_at', 'waiter_stack', 'holder', 'holds_in', 'holds_at', 'holder_stack', 'taken_in', 'on', 'owner',
}
KEYS = {'system', 'program', 'command', 'counter_first', 'counter_second', 'counter_model'}


def tables(source, target, kind):
    pathlib.Path(target).mkdir()
    evil = evil_names(kind)
    new = {'-': '-', 'several': 'several'}

    class Names(dict):
        def __missing__(self, key):
            self[key] = next(evil)
            while self[key] in taken:
                self[key] += '.'
            taken.add(self[key])
            return self[key]

    taken = set()
    new = Names(new)
    for path in sorted(pathlib.Path(source).glob('*.tsv')):
        out, head = [], None
        for line in lines(path):
            cells = line.split('\t')
            if line.startswith('#') or head is None:
                head = head or (None if line.startswith('#') else cells)
                out.append(line)
                continue
            for i, column in enumerate(head):
                if column in NAMED and not (path.stem in ('classes', 'objects') and column == 'class') and \
                        not (path.stem == 'lost' and column == 'reason'):
                    cells[i] = renamed(path.stem, column, cells[i], new)
            if path.stem == 'run' and cells[0] in KEYS:
                cells[1] = new[cells[1]]
            out.append('\t'.join(field(cell) for cell in cells))
        (pathlib.Path(target) / path.name).write_text('\n'.join(out) + '\n', encoding='utf-8')
    for name in taken:
        print(name)


def main(command, *arguments):
    if command == 'list':
        print('\n'.join(names()))
        return 0
    if command == 'tables':
        tables(*arguments)
        return 0
    if command == 'formed':
        return sum(drawn(path, []) for path in arguments)
    look = {'drawn': drawn, 'hinted': hinted, 'shown': shown}[command]
    return sum(look(path, lines(arguments[0])) for path in arguments[1:])


sys.exit(min(1, main(*sys.argv[1:])))
