"""The SQL that merges two sources. None of the engines has a word for it."""

# A sample of the worse source counts only for the time in which the better source does not record. The time that the better source has
# recorded up to a moment is the total length of its samples so far, minus the part of the last one after that moment.
PIECES = """
WITH rows AS (SELECT {rows}, value AS v, source FROM {table} {near}),
pieces AS (
    SELECT greatest(s, h * {hour}) AS a, least(e, (h + 1) * {hour}) AS b, v / (e - s) AS rate, source, h, 1 AS one FROM (
        SELECT s, e, v, source, {hours} FROM rows)),
"""
MERGED = PIECES + """
better AS (SELECT s, e, CAST(sum(e - s) OVER (ORDER BY s) AS BIGINT) AS covered, 1 AS one FROM rows WHERE source = 0),
left_ends AS (
    SELECT p.a AS a, p.b AS b, p.rate AS rate, p.h AS h, p.one AS one, coalesce(x.covered - greatest(x.e - p.a, 0), 0) AS before_a
    FROM pieces p {asof} better x ON {same}p.a >= x.s WHERE p.source = 1),
shares AS (
    SELECT l.h AS h, rate * (l.b - l.a - (coalesce(x.covered - greatest(x.e - l.b, 0), 0) - before_a)) AS share
    FROM left_ends l {asof} better x ON {same_l}l.b >= x.s
    UNION ALL SELECT h, rate * (b - a) AS share FROM pieces WHERE source = 0),
hours AS (SELECT h, sum(share) AS total FROM shares WHERE h >= {low} {divide} {hour} AND h < {high} {divide} {hour} GROUP BY h)
SELECT {bucket} AS k, sum(total) FROM hours GROUP BY k ORDER BY k
"""
SHARED = PIECES + """
hours AS (SELECT h, sum(rate * (b - a)) AS total FROM pieces GROUP BY h)
SELECT {bucket} AS k, sum(total) FROM hours GROUP BY k ORDER BY k
"""
