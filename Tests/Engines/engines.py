"""Databases that run the statements of `explain sql`. Each holds one table of samples."""

import json
import math
import sqlite3

# In the order of the table that the head comments of statements describe.
COLUMNS = ["person", "type", "source", "start", "end", "value", "unit"]


def sample_rows(samples):
    """The samples as rows of the table. Times are in seconds since 1970.

    An import inserts its samples in order of start, end and value (S2.8), which decides between samples with the same start.
    """
    ordered = sorted(samples, key=lambda sample: sample[2:5])
    return [(None, kind, source, begin / 1000, end / 1000, value, unit or None) for kind, source, begin, end, value, unit in ordered]


class SQLite:
    """The SQLite of Python."""

    name = "sqlite"

    def load(self, samples):
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute('CREATE TABLE samples(person TEXT, type TEXT, source TEXT, start REAL, "end" REAL, value REAL, unit TEXT)')
        self.connection.executemany("INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?, ?)", sample_rows(samples))

    def run(self, statement):
        cursor = self.connection.execute(statement)
        return [column[0] for column in cursor.description], cursor.fetchall()


class DuckDB:
    """DuckDB in this process."""

    name = "duckdb"

    def load(self, samples):
        import duckdb

        self.connection = duckdb.connect(":memory:")
        self.connection.execute(
            'CREATE TABLE samples(person TEXT, type TEXT, source TEXT, start DOUBLE, "end" DOUBLE, value DOUBLE, unit TEXT)')
        self.connection.executemany("INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?, ?)", sample_rows(samples))

    def run(self, statement):
        found = self.connection.execute(statement)
        return [column[0] for column in found.description], found.fetchall()


class ClickHouse:
    """ClickHouse in this process (chDB)."""

    name = "clickhouse"

    def __init__(self):
        from chdb import session

        self.session = session.Session()
        self.session.query("CREATE DATABASE IF NOT EXISTS tally")
        self.session.query("USE tally")

    def load(self, samples):
        self.session.query("DROP TABLE IF EXISTS samples")
        self.session.query(
            'CREATE TABLE samples(person String, type String, source String, start Float64, "end" Float64, value Float64, '
            "unit Nullable(String), number Int64) ENGINE = MergeTree ORDER BY (person, type, start)")
        lines = [
            json.dumps(dict(zip([*COLUMNS, "number"], ["", *row[1:], number]))) for number, row in enumerate(sample_rows(samples))
        ]
        self.session.query("INSERT INTO samples FORMAT JSONEachRow\n" + "\n".join(lines))

    def run(self, statement):
        text = self.session.query(
            statement, "JSONCompact").bytes().decode()
        answer = json.loads(text)
        return [column["name"] for column in answer["meta"]], answer["data"]


class Spark:
    """Spark in local mode, with a Java process."""

    name = "spark"

    def __init__(self):
        from pyspark.sql import SparkSession

        self.session = (
            SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "1")
            .config("spark.default.parallelism", "1").config("spark.driver.memory", "3g").config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.codegen.wholeStage", "false").config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN").config("spark.log.level", "ERROR").getOrCreate())
        self.session.sparkContext.setLogLevel("OFF")

    def load(self, samples):
        schema = "person STRING, type STRING, source STRING, start DOUBLE, end DOUBLE, value DOUBLE, unit STRING, number BIGINT"
        rows = [(*row, number) for number, row in enumerate(sample_rows(samples))]
        self.session.createDataFrame(rows, schema).createOrReplaceTempView("samples")

    def run(self, statement):
        frame = self.session.sql(statement.rstrip().rstrip(";"))
        return frame.columns, [tuple(row) for row in frame.collect()]


ENGINES = {engine.name: engine for engine in [SQLite, DuckDB, ClickHouse, Spark]}
