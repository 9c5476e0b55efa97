"""The questions to all engines."""

from data import DAY, LAST_DAY

WINDOW = [int(LAST_DAY.timestamp()) - 61 * DAY, int(LAST_DAY.timestamp()) - 31 * DAY]
FROM_TO = "from 2026-05-01 to 2026-05-31"
BY_START = "sources raw assign by start"


def question(name, query, kind, truth=None, **arguments):
    """Returns a question to all engines. `truth` is the name of the question whose rows it prints."""
    return {"name": name, "query": query, "kind": kind, "truth": truth or name, "arguments": arguments}


QUESTIONS = [
    question("merged-hour", "sum steps by hour", "merged", unit="hour"),
    question("merged-day", "sum steps by day", "merged", unit="day"),
    question("merged-week", "sum steps by week", "merged", unit="week"),
    question("merged-month", "sum steps by month", "merged", unit="month"),
    question("merged-window", f"sum steps by hour {FROM_TO}", "merged", unit="hour", window=WINDOW),
    question("merged-morning", "sum steps by day where hour of day between 6 and 9", "merged", unit="day", hours=[6, 9]),
    question("raw-hour", "sum steps by hour sources raw", "shared", unit="hour"),
    question("raw-day", "sum steps by day sources raw", "shared", unit="day"),
    question("raw-week", "sum steps by week sources raw", "shared", unit="week"),
    question("raw-month", "sum steps by month sources raw", "shared", unit="month"),
    question("start-hour", f"sum steps by hour {BY_START}", "total", unit="hour"),
    question("start-day", f"sum steps by day {BY_START}", "total", unit="day"),
    question("start-window", f"sum steps by hour {FROM_TO} {BY_START} strict start", "total", unit="hour", window=WINDOW),
    question("where", f"sum steps by day {BY_START} where value > 55", "total", unit="day", above=55),
    question("source", "sum steps by day and source assign by start", "sources", unit="day"),
    question("running", f"sum steps by day {BY_START} | running total", "running", unit="day"),
    question("mean", "average heartRate by day", "mean", unit="day"),
    question("p95", "p95 heartRate by week", "quantile", unit="week", p=0.95),
    question("median", "median heartRate by day", "quantile", unit="day", p=0.5),
    question("bins", "count heartRate by bins of 10", "bins", width=10),
    question("holding", "duration heartRate in s where value > 100 holding 2min", "held", above=100, seconds=120),
    question("while", "average heartRate by day while sleep", "during", unit="day"),
    question("weekday", "average heartRate by weekday", "profile", slot="weekday"),
    question("hour-of-day", "average heartRate by hour of day", "profile", slot="hour"),
    question("csv", "sum steps by hour as csv", "printed", truth="merged-hour", form="csv"),
    question("json", "sum steps by hour as json", "printed", truth="merged-hour", form="json"),
]


def named(*names):
    return [one for one in QUESTIONS if one["name"] in names]
