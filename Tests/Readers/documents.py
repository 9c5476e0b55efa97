"""Documents in JSON as lists of entries, with changes that leave them whole, damage them, or cut them."""

import json
import math
import re

from lines import Lines
from model import Unclear, change_rows, number, one_byte, spoiled_number, spoiled_time


class Raw(str):
    """A text that is written as it is, such as `1e999`."""


class Object:
    """An object with its keys in order, and some keys may be repeated."""

    def __init__(self, pairs):
        self.pairs = [[key, value] for key, value in (pairs.items() if isinstance(pairs, dict) else pairs)]

    def copy(self):
        return Object([[k, copied(v)] for k, v in self.pairs])

    def get(self, key):
        """Returns the value of a key; None if it is missing. Raises `Unclear` if it is repeated with another value."""
        found = [v for k, v in self.pairs if k == key]
        if len(found) > 1 and len({text(v) for v in found}) > 1:
            raise Unclear
        value = found[0] if found else None
        return None if isinstance(value, Raw) and value in ("null", "NaN") else value

    def has(self, key):
        return self.get(key) is not None


def copied(value):
    if isinstance(value, Object):
        return value.copy()
    return [copied(v) for v in value] if isinstance(value, list) else value


def text(value):
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Object):
        return "{" + ", ".join(json.dumps(k) + ": " + text(v) for k, v in value.pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(text(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def is_json(value):
    """True if a text is JSON, False if it is not. Raises `Unclear` for what some programs read."""
    written = text(value)
    try:
        json.loads(written, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))
        return True
    except RecursionError:
        raise Unclear from None
    except ValueError:
        if isinstance(value, Raw) or has_loose_word(value):
            raise Unclear from None
        return False


# Not JSON, but meant as numbers: a sign or zeros before them, a point at their start or end, `1e`, NaN. A row with one may be left out.
LOOSE = re.compile(r"[0-9+.eE-]*\d[0-9+.eE-]*|NaN|-?Infinity")


def has_loose_word(value):
    """True if all words of a value that are not JSON are loose numbers."""
    words = list(raws(value))
    return bool(words) and all(LOOSE.fullmatch(w.strip(" ")) for w in words if not is_strict(w))


def is_strict(word):
    try:
        json.loads(word)
        return word not in ("NaN", "Infinity", "-Infinity")
    except (ValueError, RecursionError):
        return False


def raws(value):
    if isinstance(value, Raw):
        yield value
    elif isinstance(value, Object):
        for _, inner in value.pairs:
            yield from raws(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from raws(inner)


def json_number(value):
    """The number of a value, also of a text with a number, or None for other values. Raises `Unclear` for loose ones."""
    if isinstance(value, bool) or value is None or isinstance(value, (Object, list)):
        return None
    if isinstance(value, Raw):
        if value in ("true", "false"):
            return None
        return number(value.strip(" "))
    if isinstance(value, str):
        found = number(value)
        if found is None and number(value.strip()) is not None:
            raise Unclear
        return found
    return float(value) if math.isfinite(value) and abs(value) <= 1e100 else None


class Document(Lines):
    """An array of entries, with texts before and after it."""

    def __init__(self, kind, rows, before="[", after="]"):
        super().__init__()
        self.kind, self.rows, self.before, self.after = kind, rows, before, after
        self.comma = ","

    def lines(self):
        lines = [(self.before, None)]
        for index, row in enumerate(self.rows):
            lines.append((text(row) + (self.comma if index + 1 < len(self.rows) else ""), index))
        return [*lines, (self.after, None)]

    def readable(self):
        """(entries before the first damage, entries that programs may read or not). The second begin with the first doubtful one."""
        end = self.end()
        place = len((self.mark + self.before + self.line_end).encode())
        whole, doubtful = [], []
        for line, index in self.lines()[1:-1]:
            row = self.rows[index]
            size = len(text(row).encode())
            if place + size > end:
                break
            place += len((line + self.line_end).encode())
            try:
                if not is_json(row):
                    break
            except Unclear:
                return whole, self.rows[index:]
            whole.append(row)
        return whole, doubtful

    def starts(self):
        """True if the cut leaves the start of the document, with an entry."""
        return self.cut is None or len(self.encode()) > len((self.mark + self.before).encode())


# Changes. Each takes an object somewhere in an entry.

def objects(value):
    if isinstance(value, Object):
        yield value
        for _, inner in value.pairs:
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def pick(document, rng, test):
    pairs = [pair for row in document.rows for o in objects(row) for pair in o.pairs if test(pair)]
    return rng.choice(pairs) if pairs else None


def rows(document, rng):
    return change_rows(document.rows, rng, copied)


def one_number(document, rng):
    pair = pick(document, rng, lambda p: p[0] in document.kind.numbers and not isinstance(p[1], (Object, list)))
    if pair:
        spoiled = spoiled_number(rng, str(pair[1]))
        pair[1] = spoiled if isinstance(pair[1], str) and not isinstance(pair[1], Raw) or rng.random() < 0.5 else Raw(spoiled or "null")
        return f"{pair[0]} = {text(pair[1])}"


def one_time(document, rng):
    pair = pick(document, rng, lambda p: p[0] in document.kind.times and isinstance(p[1], str))
    if pair:
        pair[1] = spoiled_time(rng, pair[1])
        return f"{pair[0]} = {pair[1]!r}"


def one_name(document, rng):
    pair = pick(document, rng, lambda p: p[0] in document.kind.names and isinstance(p[1], str) and p[1])
    if pair:
        pair[1] = one_byte(rng, pair[1], "aZ?")
        return f"{pair[0]} = {pair[1]!r}"


def other_type(document, rng):
    pair = pick(document, rng, lambda p: p[0] in document.kind.numbers + document.kind.times + document.kind.names)
    if pair:
        pair[1] = rng.choice([None, True, False, [], [1], Object({}), Object({"a": 1}), *map(Raw, ("null", "1e999", "true", "1E400")), ""])
        return f"{pair[0]} = {text(pair[1])}"


def missing_key(document, rng):
    found = [(o, i) for row in document.rows for o in objects(row) for i in range(len(o.pairs))]
    if found:
        one, index = rng.choice(found)
        return one.pairs.pop(index)[0]


def other_key(document, rng):
    pair = pick(document, rng, lambda p: p[0])
    if pair:
        before, pair[0] = pair[0], one_byte(rng, pair[0], "aZ?")
        return f"{before} becomes {pair[0]}"


def repeated_key(document, rng):
    found = [(o, i) for row in document.rows for o in objects(row) for i in range(len(o.pairs))]
    if found:
        one, index = rng.choice(found)
        key, value = one.pairs[index]
        one.pairs.insert(rng.randrange(len(one.pairs) + 1), [key, copied(value) if rng.random() < 0.5 else None])
        return key


def unknown_key(document, rng):
    found = [o for row in document.rows for o in objects(row)]
    if found:
        one = rng.choice(found)
        value = rng.choice(["x", 7, None, Object({"a": [1, 2]}), nested(rng.choice([3, 30, 50])), nested(300), "\U0001f600 \"\\ \n"])
        one.pairs.insert(rng.randrange(len(one.pairs) + 1), [rng.choice(["zz", "note", ""]), value])


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return Raw(text(value))


def order_of_keys(document, rng):
    for row in document.rows:
        for one in objects(row):
            rng.shuffle(one.pairs)


def broken_entry(document, rng):
    if document.rows:
        broken = [None, 7, "text", [], Object({}), Raw("{]"), Raw("}"), Raw("{\"a\"}"), [[1]]]
        document.rows[rng.randrange(len(document.rows))] = rng.choice(broken)


def byte_order_mark(document, rng):
    document.mark = "\ufeff"


def windows_lines(document, rng):
    document.line_end = "\r\n"


def cut(document, rng):
    document.cut = rng.random()


CHANGES = [
    rows, rows, one_number, one_number, one_number, one_time, one_time, one_name, other_type, other_type, missing_key, other_key,
    repeated_key, unknown_key, order_of_keys, broken_entry, byte_order_mark, windows_lines, cut,
]


def is_too_deep(value):
    """True for nesting that a reader may refuse."""
    return any(w.startswith("[" * 60) for w in raws(value))
