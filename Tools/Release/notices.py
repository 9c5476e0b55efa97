"""Writes the notices that come with a program: the terms of everything in it, and where its source is."""

RULE = "=" * 100


def notices(components):
    """The list of the static components and the full text of each license, once."""
    static = [component for component in components if not component.isShared]
    lines = ["Tally contains the work of others under these terms. The full texts follow the list.", ""]
    lines += [f"  {component.name} {component.version}: {component.license}" for component in static]
    shared = [component for component in components if component.isShared]
    if shared:
        lines += ["", "It uses these libraries of the system, which are not part of it:", ""]
        lines += [f"  {component.name}: {component.license}" for component in shared]
    texts = {}
    for component in static:
        for path in component.texts:
            texts.setdefault(path.read_text(errors="replace").strip("\n"), []).append(component.name)
    for text, names in texts.items():
        lines += ["", RULE, ", ".join(names), RULE, "", text]
    return "\n".join(lines) + "\n"


def sources(version, revision, components):
    """Lists the place of the source of each part, as the GPL asks of those who pass a program on."""
    lines = ["Where the source of this program and of its parts is:", "", f"  tally {version}: commit {revision or 'unknown'}"]
    for component in components:
        if not component.isShared:
            at = f", commit {component.revision}" if component.revision else ""
            lines.append(f"  {component.name} {component.version}: {component.source}{at}")
    lines += [
        "", "The commit contains the scripts that build the program: `make dist`, or `make dist READLINE=yes` with GNU readline.",
        "If you pass on a program with GNU readline, also offer this source, in one of the ways of section 6 of the GPL.",
    ]
    return "\n".join(lines) + "\n"
