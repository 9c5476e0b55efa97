"""Sections of a document that several programs write. Each section starts with a second-level heading."""

import os
import re


def find(text, title):
    """Returns the range of the section with its heading, or an empty range at the end if it does not exist."""
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found.span() if found else (len(text), len(text))


def read(path, title):
    """Returns the section of a document, or an empty string."""
    if not os.path.exists(path):
        return ""
    text = open(path).read()
    begin, end = find(text, title)
    return text[begin:end]


def put(text, title, section):
    """Returns the text with the section of this title replaced, or appended."""
    begin, end = find(text, title)
    rest = text[end:]
    return text[:begin].rstrip("\n") + "\n\n" + section.strip("\n") + "\n" + ("\n" + rest if rest else "") if section else text


def write(path, title, section):
    """Replaces or appends a section of a document."""
    text = open(path).read()
    with open(path, "w") as file:
        file.write(put(text, title, section))
