"""Checks of a push and of the wire with a server of ClickHouse."""


def check_wire(program, engine, check):
    pass
