"""Texts of lines that can be cut. Some of the lines are rows."""


class Lines:
    """A text. `lines()` returns each line with the index of its row, or None for other lines."""

    # True if the last line has an end, too.
    ends_last_line = False

    def __init__(self):
        # The byte-order mark, the end of lines, and the share of the bytes before the cut.
        self.mark, self.line_end, self.cut = "", "\n", None

    def whole(self):
        text = self.line_end.join(line for line, _ in self.lines())
        return (self.mark + text + (self.line_end if self.ends_last_line else "")).encode()

    def encode(self):
        content = self.whole()
        return content if self.cut is None else content[:int(self.cut * len(content))]

    def end(self):
        """Returns the number of bytes before the cut."""
        length = len(self.whole())
        return length if self.cut is None else int(self.cut * length)

    def readable(self):
        """Returns the rows before the cut, and the row that it divides, or None."""
        end, place, whole = self.end(), len(self.mark.encode()), []
        for line, index in self.lines():
            after = place + len(line.encode())
            if index is not None:
                if after > end:
                    return whole, index if end > place else None
                whole.append(index)
            place = after + len(self.line_end)
        return whole, None
