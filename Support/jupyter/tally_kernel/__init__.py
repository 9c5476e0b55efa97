"""The kernel of Tally for Jupyter notebooks."""

__version__ = "0.1.0"
