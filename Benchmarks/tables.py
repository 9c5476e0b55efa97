"""Times, sizes and tables as text."""

import os
import platform
import statistics


def duration(seconds):
    return f"{seconds:.1f} s" if seconds >= 10 else f"{seconds:.2f} s" if seconds >= 1 else (
        f"{seconds * 1000:.{0 if seconds >= 0.1 else 1 if seconds >= 0.001 else 2}f} ms")


def ratio(number):
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def spread(seconds):
    middle, least, most = statistics.median(seconds), min(seconds), max(seconds)
    if most - least <= 0.1 * middle:
        return duration(middle)
    return f"{duration(middle)} ({duration(least)[:-3]}–{duration(most)})" if duration(least)[-2:] == duration(most)[-2:] else (
        f"{duration(middle)} ({duration(least)}–{duration(most)})")


def megabytes(count):
    return f"{count / 1e6:,.0f} MB"


def table(titles, rows):
    lines = ["| " + " | ".join(titles) + " |", "|---" + "|---:" * (len(titles) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows])


def hardware():
    """Returns the processor, the number of cores and the memory."""
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB"


def machine():
    return f"{hardware()}; {platform.system()} {platform.release()}"
