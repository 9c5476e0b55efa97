"""Random persons, and stores with their samples."""

import csv
import os
import random

from questions import Question

GROUPS = ["A", "B", "control"]
ZONES = ["America/New_York", "Europe/Berlin", "Asia/Kathmandu", "UTC"]


class Cohort:
    """Persons with the samples of random questions."""

    def __init__(self, seed, persons=None):
        self.random = random.Random(seed)
        count = persons or self.random.choice([1, 2, 4, 7])
        self.question = Question(seed)
        self.question.converts = False
        self.zones = self.random.sample(ZONES, self.random.choice([1, 1, 2, 3]))
        self.persons = [f"P{number + 1:02}" for number in range(count)] if count > 1 else [""]
        self.facts = {
            person: (self.random.choice(self.zones), self.random.choice(GROUPS), self.random.randint(18, 90)) for person in self.persons}
        self.samples = {person: self.question.make_samples() for person in self.persons}

    def write(self, folder):
        """Writes the samples and the persons as CSV, and returns the paths."""
        samples, people = os.path.join(folder, "samples.csv"), os.path.join(folder, "people.csv")
        from dialects import instant

        with open(samples, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            named = self.persons != [""]
            writer.writerow((["person"] if named else []) + ["type", "source", "start", "end", "value", "unit"])
            for person, rows in self.samples.items():
                for kind, source, begin, end, value, unit in rows:
                    shown = str(int(value)) if unit == "" else repr(value)
                    writer.writerow(([person] if named else []) + [kind, source, instant(begin), instant(end), shown, unit])
        with open(people, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "zone", "group", "age"])
            for person, facts in self.facts.items():
                if person:
                    writer.writerow([person, *facts])
        return samples, people if named else None

    def query(self):
        """A random query, often about persons."""
        query, parts = self.question.query()
        if self.persons == [""] or query.startswith("samples of"):
            return query
        key = self.random.choice(["", "", "person", "group", "person"])
        if key and " by " in query.split("|")[0]:
            query = query.replace(" by ", f" by {key} and ", 1) if self.random.random() < 0.3 else query
        elif key:
            head, *stages = query.split(" |")
            query = " |".join([f"{head} by {key}", *stages])
        if " where " not in query.split("|")[0] and self.random.random() < 0.2:
            condition = self.random.choice(["person is P01", "age > 50", "group is A", 'person starts with "P0"'])
            head, *stages = query.split(" |")
            query = " |".join([f"{head} where {condition}", *stages])
        return query
