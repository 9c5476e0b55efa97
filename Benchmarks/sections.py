"""Sections of a document that several programs write: each begins with its heading of the second level."""

import os
import re


def find(text, title):
    """Returns where the section is, with its heading and up to the next one; an empty place at the end where there is none."""
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found.span() if found else (len(text), len(text))


def read(path, title):
    """Returns the section that a document has, empty for none."""
    if not os.path.exists(path):
        return ""
    text = open(path).read()
    begin, end = find(text, title)
    return text[begin:end]


def put(text, title, section):
    """Returns the text with the section in the place of the one of its title, or at its end."""
    begin, end = find(text, title)
    rest = text[end:]
    return text[:begin].rstrip("\n") + "\n\n" + section.strip("\n") + "\n" + ("\n" + rest if rest else "") if section else text


def write(path, title, section):
    """Puts a section into a document."""
    text = open(path).read()
    with open(path, "w") as file:
        file.write(put(text, title, section))
