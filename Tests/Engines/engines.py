"""Databases that run the statements of `explain sql`. Each holds a table of samples, and one of persons and of their sources."""

import json
import math
import sqlite3

# In the order of the table that the head comments of statements describe.
COLUMNS = ["person", "type", "source", "start", "end", "value", "unit"]
# The types of the other tables. A person without a name is null.
PERSONS = {"person": str, "zone": str, "group": str, "age": float, "joined": str}
SOURCES = {"person": str, "type": str, "source": str, "rank": int}


def sample_rows(question):
    """The samples as rows of the table. Times are in seconds since 1970.

    An import inserts its samples in order of start, end and value (S2.8), which decides between samples with the same start.
    """
    samples = question.cohort_samples if question.persons else [("", *sample) for sample in question.samples]
    # Twins are added after the import, each twice. The import has them once, without metadata, which the first of the two replaces.
    twins = [] if question.persons else [("", *sample) for sample in question.twins]
    ordered = sorted(samples, key=lambda sample: sample[3:6]) + twins
    return [
        (person or None, kind, source, begin / 1000, end / 1000, value, unit or None)
        for person, kind, source, begin, end, value, unit in ordered
    ]


def other_tables(question):
    """The tables of persons and of their sources: name, columns with types, rows."""
    persons = [tuple(person[column] or None for column in PERSONS) for person in question.persons]
    sources = [
        (person or None, kind, source, rank)
        for person, kind, order in (question.orders if question.persons else []) for rank, source in enumerate(order, 1)
    ]
    return [("persons", PERSONS, persons), ("sources", SOURCES, sources)]


def define(name, columns, types, quote='"'):
    return f"CREATE TABLE {name}(" + ", ".join(f"{quote}{column}{quote} {types[kind]}" for column, kind in columns.items()) + ")"


class SQLite:
    """The SQLite of Python."""

    name = "sqlite"

    def load(self, question):
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute('CREATE TABLE samples(person TEXT, type TEXT, source TEXT, start REAL, "end" REAL, value REAL, unit TEXT)')
        self.connection.executemany("INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?, ?)", sample_rows(question))
        for name, columns, rows in other_tables(question):
            self.connection.execute(define(name, columns, {str: "TEXT", float: "REAL", int: "INTEGER"}))
            self.connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' for _ in columns)})", rows)

    def run(self, statement):
        cursor = self.connection.execute(statement)
        return [column[0] for column in cursor.description], cursor.fetchall()


class DuckDB:
    """DuckDB in this process."""

    name = "duckdb"

    def load(self, question):
        import duckdb

        self.connection = duckdb.connect(":memory:")
        self.connection.execute(
            'CREATE TABLE samples(person TEXT, type TEXT, source TEXT, start DOUBLE, "end" DOUBLE, value DOUBLE, unit TEXT)')
        self.connection.executemany("INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?, ?)", sample_rows(question))
        for name, columns, rows in other_tables(question):
            self.connection.execute(define(name, columns, {str: "TEXT", float: "DOUBLE", int: "INTEGER"}))
            if rows:
                self.connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' for _ in columns)})", rows)

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

    def load(self, question):
        self.session.query("DROP TABLE IF EXISTS samples")
        self.session.query(
            'CREATE TABLE samples(person String, type String, source String, start Float64, "end" Float64, value Float64, '
            "unit Nullable(String), number Int64) ENGINE = MergeTree ORDER BY (person, type, start)")
        lines = [
            json.dumps(dict(zip([*COLUMNS, "number"], [row[0] or "", *row[1:], number]))) for number, row in enumerate(sample_rows(question))
        ]
        self.session.query("INSERT INTO samples FORMAT JSONEachRow\n" + "\n".join(lines))
        for name, columns, rows in other_tables(question):
            self.session.query(f"DROP TABLE IF EXISTS {name}")
            types = {str: "Nullable(String)", float: "Nullable(Float64)", int: "Int64"}
            self.session.query(f"{define(name, columns, types)} ENGINE = Memory")
            lines = [json.dumps({**dict(zip(columns, row)), "person": row[0] or ""}) for row in rows]
            if lines:
                self.session.query(f"INSERT INTO {name} FORMAT JSONEachRow\n" + "\n".join(lines))

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
            .config("spark.default.parallelism", "1").config("spark.driver.memory", "6g").config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.codegen.wholeStage", "false").config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN").config("spark.log.level", "ERROR").getOrCreate())
        self.session.sparkContext.setLogLevel("OFF")

    def load(self, question):
        schema = "person STRING, type STRING, source STRING, start DOUBLE, end DOUBLE, value DOUBLE, unit STRING, number BIGINT"
        rows = [(*row, number) for number, row in enumerate(sample_rows(question))]
        self.session.createDataFrame(rows, schema).createOrReplaceTempView("samples")
        for name, columns, rows in other_tables(question):
            types = {str: "STRING", float: "DOUBLE", int: "BIGINT"}
            schema = ", ".join(f"`{column}` {types[kind]}" for column, kind in columns.items())
            self.session.createDataFrame(rows, schema).createOrReplaceTempView(name)

    def run(self, statement):
        frame = self.session.sql(statement.rstrip().rstrip(";"))
        return frame.columns, [tuple(row) for row in frame.collect()]


ENGINES = {engine.name: engine for engine in [SQLite, DuckDB, ClickHouse, Spark]}
