"""Numbers and cells of tables: decimal signs, thousands, quotation marks, and changes that all tables share."""

import re

from model import change_rows, number, one_byte, spoiled_number, spoiled_time

PLAIN = re.compile(r"[+-]?\d*")


class Table:
    """A table as texts of cells. `rows` are dictionaries from columns to texts."""

    def __init__(self, kind, columns, rows, separator=","):
        self.kind, self.columns, self.rows, self.separator = kind, columns, rows, separator
        self.before = []
        self.mark = ""
        self.line_end = "\n"
        self.blank = set()
        self.cut = None
        self.quoted = set()
        self.extra = {}

    def header(self):
        return list(self.columns)

    def lines(self):
        """The lines with the number of the row that they have, or None."""
        lines = [(line, None) for line in self.before]
        lines.append((self.separator.join(self.quote(c) for c in self.columns), None))
        for index, row in enumerate(self.rows):
            if index in self.blank:
                lines.append(("", None))
            cells = [self.quote(row.get(c, "")) for c in self.columns] + self.extra.get(index, [])
            lines.append((self.separator.join(cells), index))
        return lines

    def quote(self, cell):
        if cell in self.quoted or any(c in cell for c in (self.separator, '"', "\n")):
            return '"' + cell.replace('"', '""') + '"'
        return cell

    def encode(self):
        content = self.mark.encode()
        for line, _ in self.lines():
            content += (line + self.line_end).encode()
        return content if self.cut is None else content[:self.cut_byte(len(content))]

    def cut_byte(self, length):
        return int(self.cut * length)

    def whole_rows(self):
        """The rows before a cut, and the one that it cuts, or None."""
        if self.cut is None:
            return list(self.rows), None
        total = len(self.mark.encode()) + sum(len((line + self.line_end).encode()) for line, _ in self.lines())
        end, place, whole = self.cut_byte(total), len(self.mark.encode()), []
        for line, index in self.lines():
            after = place + len((line + self.line_end).encode())
            if after > end:
                # Without its line end, a row may be whole or not: nobody can see whether its last cell is.
                last = len((line[:line.rfind(self.separator) + 1]).encode())
                return whole, (self.rows[index] if index is not None and end >= place + last else None)
            if index is not None:
                whole.append(self.rows[index])
            place = after
        return whole, None

    def header_is_whole(self):
        if self.cut is None:
            return True
        before = self.mark + "".join(line + self.line_end for line, _ in self.lines()[:len(self.before) + 1])
        return self.cut_byte(len(self.encode_whole())) >= len(before.encode())

    def encode_whole(self):
        cut, self.cut = self.cut, None
        content = self.encode()
        self.cut = cut
        return content


# Changes of tables.

def rows(table, rng):
    table.blank.clear()
    return change_rows(table.rows, rng, dict)


def one_number(table, rng):
    row, column = cell(table, rng, table.kind.numbers)
    if row is not None:
        row[column] = spoiled_number(rng, row[column])
        return f"{column} = {row[column]!r}"


def one_time(table, rng):
    row, column = cell(table, rng, table.kind.times)
    if row is not None:
        row[column] = spoiled_time(rng, row[column])
        return f"{column} = {row[column]!r}"


def decimal_comma(table, rng):
    row, column = cell(table, rng, table.kind.numbers)
    if row is not None and "." in row[column]:
        row[column] = row[column].replace(".", ",")
        return f"{column} = {row[column]!r}"


def columns(table, rng):
    rng.shuffle(table.columns)


def unknown_column(table, rng):
    name = rng.choice(["note", "Comment 2", "x"])
    if name not in table.columns:
        table.columns.insert(rng.randrange(len(table.columns) + 1), name)
        for row in table.rows:
            row[name] = rng.choice(["", "a", "b c"])


def missing_column(table, rng):
    name = rng.choice(table.columns)
    table.columns.remove(name)
    for row in table.rows:
        row.pop(name, None)
    return name


def byte_order_mark(table, rng):
    table.mark = "\ufeff"


def windows_lines(table, rng):
    table.line_end = "\r\n"


def blank_lines(table, rng):
    if table.rows:
        table.blank.add(rng.randrange(len(table.rows)))


def quotes(table, rng):
    row, column = cell(table, rng, table.columns)
    if row is not None:
        table.quoted.add(row.get(column, ""))


def cut(table, rng):
    table.cut = rng.random()


def letters_of_a_name(table, rng):
    row, column = cell(table, rng, table.kind.names)
    if row is not None and row[column]:
        row[column] = one_byte(rng, row[column], "aZ?")
        return f"{column} = {row[column]!r}"


CHANGES = [
    rows, rows, one_number, one_number, one_number, one_time, one_time, decimal_comma, columns, unknown_column, missing_column,
    byte_order_mark, windows_lines, blank_lines, quotes, cut, letters_of_a_name,
]


def cell(table, rng, names):
    names = [n for n in names if n in table.columns]
    if not table.rows or not names:
        return None, None
    return rng.choice(table.rows), rng.choice(names)


# Numbers.

def signs(text):
    """The decimal sign that a text proves: a set with one sign, or an empty set (Import.md, Numbers)."""
    text = text.strip(" ")
    body = re.sub(r"[eE][+-]?\d+$", "", text).lstrip("+-")
    if not re.fullmatch(r"[\d.,]+", body):
        return set()
    points, commas = body.count("."), body.count(",")
    if points + commas == 1:
        sign = "." if points else ","
        before, after = body.split(sign)
        return set() if is_group(before, after) else {sign}
    if points and commas:
        sign, separator = (".", ",") if body.rfind(".") > body.rfind(",") else (",", ".")
        # A number such as 1.19,2 is not one, and proves nothing.
        return {sign} if is_grouped(body[:body.rfind(sign)], separator) else set()
    if points > 1:
        return {","} if is_grouped(body, ".") else set()
    if commas > 1:
        return {"."} if is_grouped(body, ",") else set()
    return set()


def is_group(before, after):
    return len(after) == 3 and after.isdigit() and 1 <= len(before) <= 3 and not before.startswith("0")


def is_grouped(body, separator):
    groups = body.split(separator)
    return 1 <= len(groups[0]) <= 3 and groups[0].isdigit() and all(len(g) == 3 and g.isdigit() for g in groups[1:])


def readings(text):
    """All values that a text can have: with a point and with a comma as decimal sign. Empty if it is not a number."""
    text = text.strip(" ")
    if " " in text:
        text = text.replace(" ", "")
    values = []
    for decimal, separator in ((".", ","), (",", ".")):
        whole, _, rest = text.partition(decimal)
        if separator in rest:
            continue
        if separator in whole and not is_grouped(whole.lstrip("+-"), separator):
            continue
        value = number(whole.replace(separator, "") + ("." + rest if decimal in text else ""))
        if value is not None:
            values.append(value)
    return tuple(dict.fromkeys(values))


def sign_of(texts, separator):
    """The decimal sign of a table: `.`, `,`, `both` or None if its numbers do not decide."""
    found = set().union(*(signs(t) for t in texts)) if texts else set()
    if found == {".", ","}:
        return "both" if separator == "," else ","
    return found.pop() if found else None
