"""Makes a store of an older version from one of the newest, with the tables that the older version had."""

import os
import re
import sqlite3

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Golden")


def query(path, sql):
    database = sqlite3.connect(path)
    try:
        return database.execute(sql).fetchall()
    finally:
        database.close()


def execute(path, sql):
    database = sqlite3.connect(path)
    try:
        database.executescript(sql)
    finally:
        database.close()


STATEMENT = re.compile(r"^CREATE (?:TRIGGER.*?END|(?:TABLE|INDEX)[^;]*);$", re.MULTILINE | re.DOTALL)


def definitions(version):
    """The statements that create tables, indexes and triggers in that version, from its golden file."""
    with open(os.path.join(GOLDEN, f"version{version}.sql")) as file:
        return STATEMENT.findall(file.read())


def downgrade(source, target, version):
    """Copies the rows of `source`, whose blocks must have a format that the version knows."""
    if os.path.exists(target):
        os.remove(target)
    database = sqlite3.connect(target, isolation_level=None)
    database.execute("PRAGMA page_size = 8192")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("ATTACH ? AS newer", [source])
    statements = definitions(version)
    database.execute("BEGIN")
    # Indexes and triggers come after the rows.
    for statement in statements:
        if statement.startswith("CREATE TABLE"):
            database.execute(statement)
    tables = [name for name, in database.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")]
    newer = {name for name, in database.execute("SELECT name FROM newer.sqlite_master WHERE type = 'table'")}
    for table in tables:
        if table not in newer:
            continue
        columns = ", ".join(f'"{name}"' for name, in database.execute("SELECT name FROM pragma_table_info(?, 'main')", [table]))
        database.execute(f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM newer."{table}"')
    database.execute("DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > ?", [version])
    for counter, first in (("quarterNumber", 2), ("lastForgottenDeletion", 3)):
        if version < first:
            database.execute("DELETE FROM counter WHERE name = ?", [counter])
    if version < 6 and version >= 3:
        # A row was one deletion.
        database.execute("DELETE FROM main.deletion")
        for change, metric, number, count in database.execute("SELECT change, metric, number, count FROM newer.deletion").fetchall():
            for place in range(count):
                database.execute("INSERT INTO main.deletion VALUES (?, ?, ?)", [change + place, metric, number + place])
    if version < 5:
        database.execute("INSERT INTO main.setting SELECT name, value FROM newer.personSetting")
    for statement in statements:
        if not statement.startswith("CREATE TABLE"):
            database.execute(statement)
    database.execute("PRAGMA application_id = 1415670905")
    database.execute(f"PRAGMA user_version = {version}")
    database.execute("COMMIT")
    database.close()
    os.chmod(target, 0o600)
