"""Random samples of several persons around a clock change, and random queries about them."""

from questions import DAY, METRICS, MINUTE, SOURCES, TIMES, PROFILES, ZONES, Question, quoted

IDS = ["P01", "P02", "P10", "Q7", "Ann's \\ study", "Ärztin 3", "p01"]
GROUPS = ["control", "sport", "Sport 'plus'", None]
STAGES = [
    "average by person", "average by person | average, median, stddev, count", "sum by group", "average by group", "median by day",
    "where person = P01", "where not (person in (P02, Q7))", "where person starts with \"P\"", "where person is missing", "sort person",
    "where group = \"SPORT\"", "where age > 40", "average by week and person", "count by week and group", "running total", "change",
    "rolling 2 days average", "top 3 by sum", "fill previous", "max by weekday and person", "derive twice = sum * 2",
    "join (count steps by day and person)", "join (sum steps by day)", "average, max by person", "running total reset each week",
]


class CohortQuestion(Question):
    """The samples of several persons, their zones, attributes and orders of sources, and queries about them."""

    def __init__(self, seed):
        super().__init__(seed)
        ids = self.random.sample(IDS, self.random.randint(2, 5))
        if self.chance(20):
            ids[0] = ""
        zones = [None] if self.chance(30) else self.random.sample(ZONES, 3) + [None]
        self.persons = [
            {
                "person": name, "zone": self.random.choice(zones), "group": self.random.choice(GROUPS),
                "age": self.random.choice([None, 35.0, 41.0, 60.5, 72.0]), "joined": self.random.choice([None, "2024-01-31", "2025-02-01"]),
            } for name in sorted(ids)
        ]
        self.cohort_samples = [
            (person["person"], *sample) for number, person in enumerate(self.persons) for sample in self.samples_of(number)
        ]
        self.orders = [
            (person["person"], kind, self.random.sample(sorted({s[2] for s in self.cohort_samples if s[:2] == (person["person"], kind)}), 2))
            for person in self.persons for kind in ["stepCount", "sleepAnalysis"] if self.chance(30) and len(
                {s[2] for s in self.cohort_samples if s[:2] == (person["person"], kind)}) > 1
        ]

    def samples_of(self, number):
        """Samples of different persons never have the same start and end, between which only the insertion could decide."""
        rows = []
        for kind, source, begin, end, value, unit in self.make_samples():
            if self.random.random() < 0.6:
                rows.append((kind, source, begin + number, end + number + (number if begin < end else 0), value, unit))
        return rows

    def query(self):
        query, parts = super().query()
        return query, ["cohort " + part for part in parts]

    @property
    def stages(self):
        return STAGES

    def keys(self):
        if self.chance(15):
            return super().keys()
        time, profile = self.random.choice(TIMES), self.random.choice(PROFILES)
        return self.random.choice([
            time, f"{time} and person", f"{time} and person", f"{time} and person", "person", "group", f"{time} and group",
            f"{time}, group and person", f"{profile} and person", f"{profile} and group", "person and source", f"{time}, person and source",
            "age", "joined and person", "day and hour of day", "day, hour of day and person", "day and (person = P01) called first",
            "bins of 10", "person and bins of 10", "person and bands 60, 80.5, 100", "person and value", profile, "source",
        ])

    def condition(self):
        if self.chance(40):
            return super().condition()
        known = [person["person"] for person in self.persons if person["person"]]
        some = quoted(self.random.choice(known))
        return self.random.choice([
            f"person is {some}", f"person is not {some}", f"person in ({some}, {some})", "person starts with \"P\"", "person is missing",
            "not person starts with \"p\"", "age > 40", "age >= 41 or value > 100", "age is missing", "not (age < 60)", "group = \"sport\"",
            "group contains \"sport\"", "group is not missing and value > 60", "joined > 2024-06-01", f"person is {some} or value > 90",
            "group starts with \"c\" and hour of day < 12",
        ])
