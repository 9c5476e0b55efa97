"""The parts that all engines have."""

import numpy

from engines import printed


class Peer:
    """An engine. `open` creates its tables if needed. `ask` returns columns of keys and one column of values."""

    # The kinds of questions that the engine cannot answer, with the reasons.
    cannot = {}
    # A part of the paths of its compiled code.
    code = None

    def __init__(self, samples):
        self.samples = samples

    def path(self, name):
        return self.samples.path(name)

    def size(self):
        return 0

    def code_size(self):
        """Returns the size of the engine's compiled code, which this process has loaded."""
        if self.code is None:
            return 0
        paths = {line.split(maxsplit=5)[5].strip() for line in open("/proc/self/maps") if self.code in line}
        return sum(printed.size(path) for path in paths if ".so" in path)

    def prepare(self, question):
        """Does work that a user does once. It is not measured."""
        if question["kind"] == "printed":
            starts, sums = numpy.load(self.path(f"answer-numpy-{question['truth']}.npy"))
            self.hold(starts.astype(numpy.int64) * 1000, sums)

    def ask(self, question):
        return getattr(self, question["kind"])(**question["arguments"])

    def answer(self, question, found):
        """Returns the columns of an answer. This is not measured either."""
        return printed.read(found) if question["kind"] == "printed" else found

    def printed_path(self, form):
        return self.path("printed." + form)
