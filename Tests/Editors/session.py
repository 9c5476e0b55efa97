"""An editor's session with `tally lsp` through a public client of the protocol.

    python Tests/Editors/session.py TALLY STORE

Opens scripts and documents of Markdown, changes them, and compares each answer with what the language's documents say,
or with another command of Tally. Everything runs with positions in UTF-16 and in UTF-8. The client warns about answers
that an editor with its capabilities does not allow, and a warning is a failure. STORE has generated data up to
2026-06-30 (make test-editors makes it). Exits with 1 on a difference.
"""
import asyncio
import hashlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from editor import NOW, ZONE, Editor, check, failures, note_warnings, same

TALLY, STORE = sys.argv[1:3]
Severity = types.DiagnosticSeverity


def shell(*words, input=None):
    """What the program prints, as in a terminal without colors."""
    command = [TALLY, *words]
    return subprocess.run(command, capture_output=True, text=True, input=input, env={**os.environ, "NO_COLOR": "1"}).stdout


def told(findings):
    return [finding.code for finding in findings]


async def refused(request, message):
    """Fails unless the request ends in an error, and returns the error's text."""
    try:
        answer = await request
    except JsonRpcException as error:
        return str(error)
    check(False, f"{message}: answered with {answer}")
    return ""


# Findings

async def finding(editor):
    uri = editor.open('sum steps where source is "Ünï😀" by day\nsum stepz where source is "Ünï😀" by dayz\nsum heartRate by day last 7 days\n')
    text, found = editor.texts[uri], await editor.findings(uri)
    parts = [(each.code, editor.part(text, each.range)) for each in found]
    check(("E101", "stepz") in parts and ("E120", "sum") in parts, f"findings {parts}")
    errors = [each for each in found if each.code[0] == "E"]
    check(all(each.source == "tally" and each.severity == Severity.Error and each.code_description is None for each in errors), f"{errors}")
    lines = next(each.message for each in found if each.code == "E101").split("\n")
    check(lines[0].startswith("unknown metric `stepz`") and any("did you mean `steps`?" in line for line in lines[1:]), f"message {lines}")
    check(any("dayz" in part for _, part in parts), f"the finding after the emoji: {parts}")

    # Severities, and a place next to that of the finding.
    uri = editor.open("tally 1\nsum steps by hour anchor 03:00\nsum steps by day by week\n")
    text, found = editor.texts[uri], await editor.findings(uri)
    kinds = {each.code: each for each in found}
    same({code: each.severity for code, each in kinds.items()}, {"W019": Severity.Warning, "I410": Severity.Information, "E150": Severity.Error}, "severities")
    if "E150" in kinds:
        other = kinds["E150"].related_information
        check(other and len(other) == 1, f"related places {other}")
        same((editor.part(text, kinds["E150"].range), editor.part(text, other[0].location.range), other[0].location.uri, other[0].message),
             ("by week", "by day", uri, "first used here"), "related place")

    # A later statement depends on an earlier one.
    uri = editor.open("let n = 7\nlet other = 8\nsum steps by day last n days\n")
    same(told(await editor.findings(uri)), [], "a right script")
    editor.replace(uri, "let n", "let m")
    found = await editor.findings(uri)
    check(found and all(each.range.start.line == 2 for each in found), f"after a name is gone: {found}")
    editor.replace(uri, "let m", "let n")
    same(told(await editor.findings(uri)), [], "after the name is back")
    editor.close(uri)
    await asyncio.sleep(0.3)
    same(list(editor.client.published[uri][-1].diagnostics), [], "findings of a closed document")

    uri = editor.open("sum steps where source is \"a\nsum stepz\n")
    check("E001" in told(await editor.findings(uri)), "an open quote")
    for empty in ("", "\n\n", "# ü\n", "\ufeff# a mark\nsum steps today\n"):
        same(told(await editor.findings(editor.open(empty))), [], f"findings of {empty!r}")


def outside(text, place):
    """A place that is not inside the end of a line, which the protocol can't express."""
    return place - 1 if text[max(0, place - 1):place + 1] == "\r\n" else place


async def changing(editor):
    """After each of many changes, the server must know the same text as one that opens it."""
    chance = random.Random(5)
    uri = editor.open("sum steps by day\nlet ü = sum steps\n")
    editor.change(uri, (0, 3, "average"), (8, 13, "heartRate"), (0, 0, "# 😀 first\n"))
    same(editor.texts[uri], "# 😀 first\naverage heartRate by day\nlet ü = sum steps\n", "changes in order")
    same(await editor.formatted(uri), editor.texts[uri], "the text of the server")
    editor.change(uri, "sum stepz\n")
    same(told(await editor.findings(uri)), ["E101"], "a whole new text")
    pieces = ["sum steps by day", "sum stepz", "\n", "\r\n", "let a = 3", "\n  | top a", "😀", "ü", '"', "# ", "case \"x\"\n", "a", " ", "`", "\u2028",
              "def f(m: metric) = sum m\n", "f(steps)", "last 7 days", ",", "\nexpect rows 1", "\t", "e\u0301", "👨‍👩‍👧"]
    for round in range(40):
        for _ in range(chance.randrange(1, 6)):
            text = editor.texts[uri]
            start = outside(text, chance.randrange(len(text) + 1))
            end = max(start, outside(text, min(len(text), start + (0 if chance.random() < 0.7 else chance.randrange(30)))))
            changes = [(start, end, "".join(chance.choice(pieces) for _ in range(chance.randrange(4))))]
            editor.change(uri, *changes)
        if len(editor.texts[uri]) > 600:
            editor.change(uri, "sum steps\n")
        fresh = editor.open(editor.texts[uri])
        # Some findings follow later, while nothing is typed, and tests run only after a script is opened or saved.
        for quiet in (0.1, 0.3, 1, 3):
            both = [await editor.findings(each, quiet=quiet) for each in (uri, fresh)]
            plain = [[(each.code, each.range, each.message, each.severity) for each in found if each.source == "tally"] for found in both]
            if plain[0] == plain[1]:
                break
        check(plain[0] == plain[1], f"round {round}, findings of {editor.texts[uri]!r}: {plain[0]} instead of {plain[1]}")
        same(await editor.tokens(uri), await editor.tokens(fresh), f"round {round}, tokens of {editor.texts[uri]!r}")
        same(await editor.formatted(uri), await editor.formatted(fresh), f"round {round}, format of {editor.texts[uri]!r}")
        editor.close(fresh)


# Fixes

async def fixing(editor):
    text = '# ü😀\nsum stepz by day last 7 days\nsum heartRate by day last 7 days\naverage hartRate by day\n'
    uri = editor.open(text)
    await editor.findings(uri)
    fixes = [action for action in await editor.actions(uri) if action.kind == types.CodeActionKind.QuickFix]
    titles = {fix.title: fix for fix in fixes}
    check({"did you mean `steps`?", "did you mean `heartRate`?"} <= set(titles), f"fixes {list(titles)}")
    fix = titles.get("did you mean `steps`?")
    if fix:
        check(fix.is_preferred and [each.code for each in fix.diagnostics] == ["E101"], f"fix {fix}")
        same(editor.edited(text, fix.edit.changes[uri]), text.replace("stepz", "steps"), "after the fix")
    other = [fix for fix in fixes if [each.code for each in fix.diagnostics or []] == ["E120"]]
    check(len(other) == 1 and not other[0].is_preferred, f"a fix that changes the question: {other}")
    same(editor.edited(text, other[0].edit.changes[uri]), text.replace("sum heartRate", "average heartRate"), "after the other fix")
    # Only the fixes of the place that the editor asks about.
    line = editor.range(text, text.index("average"), len(text) - 1)
    same([fix.title for fix in await editor.actions(uri, line) if fix.kind == "quickfix"], ["did you mean `heartRate`?"], "fixes of one line")

    right = text.replace("stepz", "steps").replace("hartRate", "heartRate")
    for only in (["source.fixAll"], ["source.fixAll.tally"]):
        actions = await editor.actions(uri, only=only)
        same([action.kind for action in actions], ["source.fixAll.tally"], f"only {only}")
        same(editor.edited(text, actions[0].edit.changes[uri]) if actions else text, right, "after all fixes")
    check(all(action.kind == "quickfix" for action in await editor.actions(uri, only=["quickfix"])), "only quickfix")
    same(await editor.actions(uri, only=["refactor"]), [], "only refactor")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "a.tally")
        file.write_text(text)
        shell("--store", STORE, "check", "--fix", str(file))
        same(file.read_text(), right, "`tally check --fix`")
    editor.change(uri, right.replace("sum heartRate", "average heartRate"))
    same(told(await editor.findings(uri)), [], "after the fixes")
    same(await editor.actions(uri), [], "actions of a right script")


async def testing(editor):
    """Failed expectations of a script of tests, worked out by hand: three days with 1, 2 and 3 steps."""
    uri = editor.open(
        'case "ü😀 three days"\nload steps from "Watch" at 2025-01-01 every 1d: 1 2 3\nsum steps by day\nexpect rows 4\nexpect row 2025-01-02 5\n'
        'expect row 2025-01-03 3\n\ncase "right"\nadd 100 count steps at 2025-01-01 10:00\nsum steps by day\nexpect rows 1\n')
    failed = lambda found: [editor.part(editor.texts[uri], each.range).strip() for each in found if each.source == "tally test"]
    found = await editor.findings(uri, until=failed)
    same(failed(found), ["expect rows 4", "expect row 2025-01-02 5"], "failed expectations")
    check(all(each.code == "E230" for each in found if each.source == "tally test"), f"codes {told(found)}")
    for _ in range(2):
        actions = [action for action in await editor.actions(uri) if action.title == "Accept what was found"]
        check(actions and all(action.kind == "quickfix" for action in actions), f"no acceptance: {actions}")
        if actions:
            editor.change(uri, editor.edited(editor.texts[uri], actions[0].edit.changes[uri]))
            editor.save(uri)
            await editor.findings(uri)
    check("expect rows 3\nexpect row 2025-01-02 2\n" in editor.texts[uri], f"accepted: {editor.texts[uri]}")
    same(told(await editor.findings(uri)), [], "after acceptance")
    editor.replace(uri, "expect rows 1", "expect rows 2")
    await editor.findings(uri)
    editor.save(uri)
    same(failed(await editor.findings(uri, until=failed)), ["expect rows 2"], "after it is saved")
    editor.change(uri, (0, 0, "# a line before\n"))
    check(set(failed(await editor.findings(uri))) <= {"expect rows 2"}, "a failure at a wrong place")
    editor.replace(uri, "expect rows 2", "expect rows 1")
    editor.save(uri)
    await asyncio.sleep(1)
    same(failed(await editor.findings(uri)), [], "after it is right again")


# Writing

async def completing(editor):
    async def complete(marked, language="tally"):
        """Completes at § and returns the items by their label, with the text that each gives."""
        offset = marked.index("§")
        uri = editor.open(marked.replace("§", ""), language)
        found = await editor.client.text_document_completion_async(editor.at(types.CompletionParams, uri, offset))
        items = found.items if isinstance(found, types.CompletionList) else found or []
        # Each metric is offered by the name that is being typed, so the next key can find another name.
        hasMetrics = any(item.kind == types.CompletionItemKind.Value for item in items)
        same(isinstance(found, types.CompletionList) and found.is_incomplete, hasMetrics, f"incomplete at {marked}")
        order = [item.sort_text or item.label for item in items]
        same(order, sorted(order), f"order of {marked}")
        check(all(item.kind for item in items), f"kinds of {marked}")
        edits = {item.label: item.text_edit for item in items}
        check(all(edits.values()), f"edits of {marked}")
        return {label: editor.edited(editor.texts[uri], [edit]) for label, edit in edits.items()}, items

    texts, items = await complete('sum st§')
    check({"sum stepCount", "sum steps"} & set(texts.values()), f"metrics {texts}")
    check(items and items[0].detail, "no detail")
    texts, _ = await complete('# 😀ü\nsum steps where source is "Ünï😀" b§')
    check(any(text.startswith('# 😀ü\nsum steps where source is "Ünï😀" by') for text in texts.values()), f"by {texts}")
    texts, _ = await complete("sum steps by §")
    check({"day", "week", "month"} <= set(texts), f"periods {list(texts)}")
    check(texts.get("day", "").rstrip() == "sum steps by day", f"{texts.get('day')!r}")
    texts, _ = await complete("sum steps last 7 §")
    check({"sum steps last 7 day", "sum steps last 7 days"} & {text.rstrip() for text in texts.values()}, f"units {list(texts)}")
    texts, _ = await complete("sum steps by day | §")
    check(any("running total" in label for label in texts) and any("top" in label for label in texts), f"stages {list(texts)}")
    texts, _ = await complete('sum steps where source is "§')
    check(any('"Apple Watch"' in text for text in texts.values()) and any('"iPhone"' in text for text in texts.values()), f"sources {texts}")
    texts, _ = await complete("let walkedFar = sum steps\nwalk§")
    check("let walkedFar = sum steps\nwalkedFar" in {text.rstrip() for text in texts.values()}, f"names {texts}")
    texts, _ = await complete("walk§\nlet walkedFar = sum steps\n")
    check(not any("walkedFar by" in text or text.startswith("walkedFar") for text in texts.values()), f"a name before its definition {texts}")
    texts, _ = await complete("# ü\n\n```tally\nsum steps by §\n```\n", "markdown")
    check("# ü\n\n```tally\nsum steps by week\n```\n" in {text.replace("week \n", "week\n") for text in texts.values()}, f"in Markdown {texts}")
    texts, _ = await complete("some sum st§ words\n\n```tally\nsum steps\n```\n", "markdown")
    same(texts, {}, "completion outside of blocks")
    texts, _ = await complete("sum steps # a comment st§")
    same(texts, {}, "completion in a comment")

    uri = editor.open("def counted(m: metric, n = 30) = sum m by day last n days\ncounted(steps, \ncounted(n = \n")
    for part, parameter in (("counted(steps, ", 1), ("counted(n = ", 1)):
        offset = editor.place(uri, part, len(part))
        help = await editor.client.text_document_signature_help_async(editor.at(types.SignatureHelpParams, uri, offset))
        if not help or not help.signatures:
            check(False, f"no signature at {part}")
            continue
        signature = help.signatures[0]
        same(signature.label, "counted(m: metric, n = 30)", "signature")
        same([part.label for part in signature.parameters], ["m: metric", "n = 30"], "parameters")
        same(help.active_parameter if signature.active_parameter is None else signature.active_parameter, parameter, f"parameter at {part}")
    help = await editor.client.text_document_signature_help_async(editor.at(types.SignatureHelpParams, uri, 0))
    check(not help or not help.signatures, "a signature outside of a call")


async def hovering(editor):
    uri = editor.open(
        'let walked = sum steps by day last 7 days\nsum steps where source is "Ünï😀" last 30 days anchor 03:00\nwalked | top 3\n'
        "def counted(m: metric, n = 30) = count m by day last n days\ncounted(heartRate)\n")

    async def hover(part, within=0):
        offset = editor.place(uri, part, within)
        found = await editor.client.text_document_hover_async(editor.at(types.HoverParams, uri, offset))
        check(found and isinstance(found.contents, types.MarkupContent) and found.contents.kind == types.MarkupKind.Markdown, f"hover on {part}: {found}")
        return (found.contents.value, found.range and editor.part(editor.texts[uri], found.range)) if found else ("", "")

    value, range_ = await hover("sum steps where")
    check("stepCount is cumulative" in value and "Europe/Berlin" in value, f"in words: {value}")
    same(range_, "sum", "range")
    value, range_ = await hover("steps where", 2)
    check("HKQuantityTypeIdentifierStepCount" in value and range_ == "steps", f"metric: {value} {range_}")
    value, range_ = await hover("anchor 03:00")
    check("anchor" in value and range_ == "anchor", f"keyword after an emoji: {value} {range_}")
    value, _ = await hover("walked | top 3", 3)
    check("let walked = sum steps by day last 7 days" in value, f"name: {value}")
    value, _ = await hover("counted(heartRate)")
    check("def counted(m: metric, n = 30)" in value, f"function: {value}")
    for part in ("Ünï", "\n"):
        offset = editor.texts[uri].index(part)
        found = await editor.client.text_document_hover_async(editor.at(types.HoverParams, uri, offset))
        check(found is None or "HKQuantity" not in found.contents.value, f"hover on {part!r}: {found}")


async def naming(editor):
    text = (
        'param what: metric = steps "what"\nlet m = 7\nlet walked = sum what by day last m days # walked m\n'
        "def counted(m: metric, n = 30) = count m by day last n days\nwalked by week where source is \"iPhone\" and not source is \"iPhone\"; walked # walked 😀\n"
        "counted(what, n = m)\ncounted(m = heartRate)\n")
    uri = editor.open(text)
    same(told(await editor.findings(uri)), [], "findings of the names")
    places = lambda *parts: sorted(text.index(part) + within for part, within in parts)
    marked = {
        "walked": (places(("walked = ", 0), ("walked by week", 0), ("; walked", 2)), text.index("walked by week") + 2),
        "what": (places(("what: metric", 0), ("what by day", 0), ("counted(what", 8)), text.index("what by day")),
        # The parameter of the function has the same name as the value.
        "m": (places(("let m", 4), ("last m days", 5), ("n = m)", 4)), text.index("last m days") + 5),
        "counted": (places(("counted(m: metric", 0), ("counted(what", 0), ("counted(m = ", 0)), text.index("counted(what") + 1),
    }
    for name, (expected, offset) in marked.items():
        definition = await editor.client.text_document_definition_async(editor.at(types.DefinitionParams, uri, offset))
        first = definition[0] if isinstance(definition, list) and definition else definition
        first = getattr(first, "range", None) or getattr(first, "target_selection_range", None)
        same(first and editor.offset(text, first.start), expected[0], f"definition of {name}")
        for declared in (True, False):
            params = editor.at(types.ReferenceParams, uri, offset, context=types.ReferenceContext(declared))
            found = await editor.client.text_document_references_async(params) or []
            same(sorted(editor.offset(text, each.range.start) for each in found), expected[not declared:], f"references of {name}, {declared}")
            check(all(editor.part(text, each.range) == name for each in found), f"parts of {name}")
        lit = await editor.client.text_document_document_highlight_async(editor.at(types.DocumentHighlightParams, uri, offset)) or []
        same(sorted(editor.offset(text, each.range.start) for each in lit), expected, f"highlights of {name}")
        ready = await editor.client.text_document_prepare_rename_async(editor.at(types.PrepareRenameParams, uri, offset))
        same(ready and editor.part(text, ready.range), name, f"range to rename {name}")
        change = await editor.client.text_document_rename_async(editor.at(types.RenameParams, uri, offset, new_name="other1"))
        by_hand = text
        for place in reversed(expected):
            by_hand = by_hand[:place] + "other1" + by_hand[place + len(name):]
        renamed = editor.edited(text, change.changes[uri])
        same(renamed, by_hand, f"after {name} is renamed")
        same(told(await editor.findings(editor.open(renamed))), [], f"findings after {name} is renamed")
    # The parameter of the function, and its name in a call.
    offset = text.index("count m") + 6
    change = await editor.client.text_document_rename_async(editor.at(types.RenameParams, uri, offset, new_name="which"))
    expected = text.replace("counted(m: ", "counted(which: ").replace("count m", "count which").replace("counted(m = ", "counted(which = ")
    same(editor.edited(text, change.changes[uri]), expected, "after a parameter is renamed")

    offset = text.index("walked = ")
    for name in ("sum", "day", "steps", "a b", "", "1a", "m", "counted"):
        await refused(editor.client.text_document_rename_async(editor.at(types.RenameParams, uri, offset, new_name=name)), f"a rename to {name!r}")
    for part in ("sum what", "\n", "7"):
        try:
            ready = await editor.client.text_document_prepare_rename_async(editor.at(types.PrepareRenameParams, uri, text.index(part)))
            check(ready is None, f"can rename {part!r}: {ready}")
        except JsonRpcException:
            pass
    definition = await editor.client.text_document_definition_async(editor.at(types.DefinitionParams, uri, text.index("sum what")))
    check(not definition, f"the definition of a keyword: {definition}")


# Layout

async def laying_out(editor):
    text = '#  ü😀  kept\nSUM   steps   BY day last 7 days\n\n\naverage heartRate  by hour|top 3\n'
    uri = editor.open(text)
    await editor.findings(uri)
    formatted = await editor.formatted(uri)
    same(formatted, shell("--store", STORE, "fmt", "-", input=text), "the layout of `tally fmt`")
    check("sum steps by day last 7 days\n" in formatted and "average heartRate by hour | top 3\n" in formatted, f"layout {formatted}")
    editor.change(uri, formatted)
    same(await editor.formatted(uri), formatted, "a second time")
    uri = editor.open("sum   stepz (\nSUM steps\n")
    await editor.findings(uri)
    again = await editor.formatted(uri)
    check("stepz (" in again, f"a wrong statement loses its text: {again}")

    # Ends of lines stay.
    text = "# ü\r\nSUM   steps  BY day\r\nsum stepz\r\n"
    uri = editor.open(text)
    found = await editor.findings(uri)
    same([(each.code, editor.part(text, each.range)) for each in found], [("E101", "stepz")], "findings with CRLF")
    formatted = await editor.formatted(uri)
    check("sum steps by day\r\n" in formatted and "\n" not in formatted.replace("\r\n", ""), f"ends of lines: {formatted!r}")
    actions = await editor.actions(uri, only=["source.fixAll"])
    same(editor.edited(text, actions[0].edit.changes[uri]) if actions else "", text.replace("stepz", "steps"), "fixes with CRLF")
    editor.change(uri, (text.index("stepz"), text.index("stepz") + 5, "steps\r\nsum stepz"))
    same([each.range.start.line for each in await editor.findings(uri)], [3], "a line more with CRLF")

    text = (
        'section "First ü"\nlet walked = sum steps\n\n# a comment\n# of two lines\nsum steps by day,\n  week\n  | top 3\n'
        'case "one 😀"\nlet inner = 3\nsum steps\ncase "two"\nsum steps\ndef f(m: metric) = sum m\ndefine metric mood as scale 1 to 5\n')
    uri = editor.open(text)
    await editor.findings(uri)
    symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document(uri))) or []
    Kind = types.SymbolKind
    outline = [(each.name, each.kind, [inner.name for inner in each.children or []]) for each in symbols]
    check(("walked", Kind.Variable, []) in outline, f"outline {outline}")
    check(("one 😀", Kind.Method, ["inner"]) in outline, f"outline {outline}")
    check(("First ü", Kind.String) in [each[:2] for each in outline], f"outline {outline}")
    case = next((each for each in outline if each[0] == "two"), None)
    check(case and "f" in case[2], f"outline {outline}")

    def nested(each):
        for inner in each.children or []:
            a, b, c = (each.range.start, inner.range.start, inner.range.end)
            check((a.line, a.character) <= (b.line, b.character) and (c.line, c.character) <= (each.range.end.line, each.range.end.character), f"{inner.name} is outside of {each.name}")
            nested(inner)
        check(editor.part(text, each.selection_range).strip("\"'") in (each.name, f'"{each.name}"'), f"selection of {each.name}")
    for each in symbols:
        nested(each)
    folds = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(editor.document(uri))) or []
    lines = {(fold.start_line, fold.end_line) for fold in folds}
    check({(3, 4), (5, 7), (8, 10), (11, 14)} <= lines, f"folds {sorted(lines)}")


async def coloring(editor):
    text = (
        'let walked = sum steps where source is "Ünï😀" last 7 days # ü note\nwalked by week\ndef counted(m: metric, n = 30) = count m by day last n days\n'
        'counted(heartRate)\n# 😀 end\nsum steps where source is "two\n')
    uri = editor.open(text)
    await editor.findings(uri)
    tokens = await editor.tokens(uri)
    for token in [
        ("let", "keyword"), ("walked", "variable", "declaration"), ("sum", "keyword"), ("steps", "type"), ('"Ünï😀"', "string"), ("7", "number"),
        ("# ü note", "comment"), ("walked", "variable"), ("counted", "function", "declaration"), ("m", "parameter", "declaration"), ("m", "parameter"),
        ("counted", "function"), ("heartRate", "type"), ("# 😀 end", "comment"), ("30", "number"),
    ]:
        check(token in tokens, f"no token {token} in {tokens}")
    # The protocol allows tokens of more than the range.
    part = await editor.tokens(uri, types.Range(types.Position(2, 0), types.Position(3, 18)))
    first, last = tokens.index(("def", "keyword")), tokens.index(("# 😀 end", "comment"))
    check(len(part) < len(tokens) and any(tokens[place:place + len(part)] == part and place <= first and place + len(part) >= last
                                          for place in range(len(tokens))), f"tokens of two lines: {part}")
    # A text over two lines would be two tokens.
    uri = editor.open("sum steps by day\r\n  | top 3 # ü\r\n")
    same((await editor.tokens(uri))[-1], ("# ü", "comment"), "a comment before CRLF")


async def hinting(editor):
    """The last 30 days before the evening of 2026-06-30 start on 2026-06-01, and all but today are full."""
    text = 'sum steps by day last 30 days\nsum steps where source is "Ünï😀" last week\naverage heartRate by day since 2026-06-01\nsum steps yesterday\nsum steps by day last 2 full weeks\n'
    uri = editor.open(text)
    await editor.findings(uri)
    hints = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(editor.document(uri), editor.whole(uri))) or []
    shown = {}
    for hint in hints:
        label = hint.label if isinstance(hint.label, str) else "".join(part.value for part in hint.label)
        offset = editor.offset(text, hint.position)
        shown.setdefault(hint.position.line, []).append((text[:offset].split("\n")[-1], label.strip()))
    check(("sum steps by day last 30 days", "2026-06-01 … 2026-06-30 · 30 rows") in shown.get(0, []), f"hints {shown.get(0)}")
    check(("sum steps", "2 sources merged") in shown.get(0, []), f"hints {shown.get(0)}")
    # 2026-06-30 is a Tuesday, so the week before starts on Monday the 22nd.
    check(any(before.endswith("last week") and "2026-06-22 … 2026-06-28" in label for before, label in shown.get(1, [])), f"hints {shown.get(1)}")
    check(any("2026-06-29" in label for _, label in shown.get(3, [])), f"hints {shown.get(3)}")
    check(any("2026-06-15 … 2026-06-28 · 14 rows" in label for _, label in shown.get(4, [])), f"hints {shown.get(4)}")
    part = types.Range(types.Position(3, 0), types.Position(3, 5))
    some = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(editor.document(uri), part)) or []
    check(all(hint.position.line == 3 for hint in some), f"hints outside of the range: {some}")


# Answers

async def running(editor):
    text = (
        "let walked = sum steps\n# ü😀\nwalked by day last 3 days\n  | top 2\nsum stepz\nsum steps last 2 days; max heartRate yesterday\n"
        'add 5 count steps at now\ndelete samples of steps yesterday confirmed\nimport "/etc/hostname"\nexport steps to "/tmp/tally-editor-out.csv"\n'
        'sum steps today as csv to "/tmp/tally-editor-out.csv"\nsave walked\nset store zone = UTC\nallow "x" to read steps\nundo confirmed\nopen "/tmp/x.tally"\n'
        'load steps at 2026-06-01 every 1d: 1 2\nforget walked\nrun "/tmp/x.tally"\nsum steps by day last 2 days as svg to "/tmp/tally-editor-out.csv"\n')
    uri = editor.open(text)
    await editor.findings(uri)
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.document(uri))) or []
    same({lens.command and (lens.command.title, lens.command.command) for lens in lenses}, {("▶ run", "tally.run")}, "titles")
    same([lens.range.start.line for lens in lenses if list(lens.command.arguments) != [uri, lens.range.start.line]], [], "arguments")
    at = [lens.range.start.line for lens in lenses]
    check(2 in at and 5 in at and not {0, 1, 3} & set(at), f"lenses at {at}")
    usual = ("--store", STORE, "--now", NOW, "--zone", ZONE, "-c")
    for line, query in ((2, "let walked = sum steps; walked by day last 3 days | top 2"), (3, "let walked = sum steps; walked by day last 3 days | top 2")):
        answer = await editor.run(uri, line)
        same(answer["text"].rstrip("\n"), shell(*usual, query).rstrip("\n"), f"the answer of line {line}")
    answer = await editor.run(uri, 4)
    check("E101" in answer["text"] and "stepz" in answer["text"] and "\x1b" not in answer["text"], f"findings as text: {answer}")
    files = {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in pathlib.Path(STORE).parent.iterdir() if not file.name.endswith(("-shm", "-wal"))}
    rows = shell(*usual, "count steps; count heartRate")
    for line in range(6, 20):
        answer = await editor.run(uri, line)
        said = answer and answer.get("text", "")
        check(said and not said.startswith("stepCount"), f"not refused: {text.splitlines()[line]}: {said!r}")
    check(not pathlib.Path("/tmp/tally-editor-out.csv").exists(), "a file was written")
    same({file: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}, files, "the store")
    same(shell(*usual, "count steps; count heartRate"), rows, "the samples")
    for arguments in ([], [uri], [uri, "1"], ["file:///nowhere", 0], [uri, 9999], [uri, -1], None):
        params = types.ExecuteCommandParams(command="tally.run", arguments=arguments)
        try:
            answer = await editor.client.workspace_execute_command_async(params)
            check(answer is None or isinstance(answer, dict), f"{arguments}: {answer}")
        except JsonRpcException:
            pass
    await refused(editor.client.workspace_execute_command_async(types.ExecuteCommandParams(command="tally.other")), "an unknown command")


async def writing_up(editor):
    """Markdown: all blocks of a file are one script, and positions are those of the file."""
    text = (
        "# A week ü😀\n\nText with sum stepz by day, and `sum stepz`.\n\n```tally\nlet walked = sum steps\n```\n\n```python\nsum stepz\n```\n\n"
        "- in a list:\n\n~~~tally\nwalked by day last 3 days\nsum stepz where source is \"😀\"\nSUM   steps\n~~~\n\n```\nsum stepz\n```\n\n    ```tally\n    sum stepz\n    ```\n")
    uri = editor.open(text, "markdown")
    found = await editor.findings(uri)
    places = [(each.code, editor.offset(text, each.range.start)) for each in found]
    same(places, [("E101", text.index('stepz where'))], "findings in Markdown")
    editor.change(uri, (0, 0, "New text ü😀 before\n\n"))
    text = editor.texts[uri]
    found = await editor.findings(uri)
    same([editor.offset(text, each.range.start) for each in found], [text.index("stepz where")], "after text before the blocks")
    definition = await editor.client.text_document_definition_async(editor.at(types.DefinitionParams, uri, text.index("walked by")))
    first = definition[0] if isinstance(definition, list) and definition else definition
    same(first and editor.offset(text, first.range.start), text.index("walked = "), "a definition in another block")
    change = await editor.client.text_document_rename_async(editor.at(types.RenameParams, uri, text.index("walked by"), new_name="far"))
    same(editor.edited(text, change.changes[uri]), text.replace("walked", "far"), "a rename over blocks")
    same(await editor.formatted(uri), text.replace("SUM   steps", "sum steps"), "layout of blocks")
    actions = await editor.actions(uri, only=["source.fixAll"])
    same(editor.edited(text, actions[0].edit.changes[uri]) if actions else "", text.replace('stepz where', 'steps where'), "fixes of blocks")
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.document(uri))) or []
    line = text[:text.index("walked by")].count("\n")
    check(line in [lens.range.start.line for lens in lenses], f"lenses {lenses}")
    expected = shell("--store", STORE, "--now", NOW, "--zone", ZONE, "-c", "let walked = sum steps; walked by day last 3 days")
    same((await editor.run(uri, line))["text"].rstrip("\n"), expected.rstrip("\n"), "an answer in Markdown")
    tokens = await editor.tokens(uri)
    check(("steps", "type") in tokens and not any("Text" in token[0] for token in tokens), f"tokens {tokens}")
    # A block that starts, and one that ends.
    editor.change(uri, (text.index("```python"), text.index("```python") + 9, "```tally"))
    check(told(await editor.findings(uri)).count("E101") == 2, "a block that becomes one of Tally")
    editor.change(uri, "# no block\n\nsum stepz\n")
    same(told(await editor.findings(uri)), [], "no blocks")
    editor.change(uri, "```tally\nsum stepz")
    same(told(await editor.findings(uri)), ["E101"], "a block without end")


async def missing(editor):
    """Requests about a document that is not open, and places outside of one that is."""
    uri, nowhere = editor.open("sum steps by day\n"), types.TextDocumentIdentifier("file:///nowhere.tally")
    client = editor.client
    for position in (types.Position(0, 0), types.Position(10**6, 10**6), types.Position(0, 10**6), types.Position(1, 0), types.Position(1, 7)):
        for document in (editor.document(uri), nowhere):
            for ask in (
                lambda: client.text_document_hover_async(types.HoverParams(document, position)),
                lambda: client.text_document_completion_async(types.CompletionParams(document, position)),
                lambda: client.text_document_definition_async(types.DefinitionParams(document, position)),
            ):
                try:
                    await ask()
                except JsonRpcException:
                    pass
    same(told(await editor.findings(uri)), [], "after places outside of the text")
    await refused(client.protocol.send_request_async("textDocument/unknown", {}), "an unknown request")


PARTS = [finding, changing, fixing, testing, completing, hovering, naming, laying_out, coloring, hinting, running, writing_up, missing]


async def session(encoding, like, chosen):
    editor = await Editor.start(TALLY, STORE, encoding, like)
    same(editor.result.capabilities.position_encoding, encoding, "encoding")
    same(editor.result.server_info.name, "tally", "name of the server")
    sync = editor.result.capabilities.text_document_sync
    check(sync.open_close and sync.change == types.TextDocumentSyncKind.Incremental and sync.save, f"synchronization {sync}")
    for part in PARTS:
        if chosen and part.__name__ not in chosen:
            continue
        before = len(failures)
        try:
            await asyncio.wait_for(part(editor), 180)
        except Exception as error:
            check(False, f"{part.__name__}: {type(error).__name__}: {error}")
        print(f"{encoding}, as {like}: {part.__name__}: {'right' if len(failures) == before else f'{len(failures) - before} differences'}", flush=True)
    same(await editor.stop(), 0, "exit code after shutdown and exit")


async def options():
    """The options of the first message are stronger than those of the command line, and no store is made."""
    with tempfile.TemporaryDirectory() as folder:
        none = pathlib.Path(folder, "none.tally")
        editor = await Editor.start(TALLY, none)
        uri = editor.open("sum stepz\n")
        check("E101" in told(await editor.findings(uri)), "findings without the store")
        said = [(each.type, each.message) for each in editor.client.messages]
        check(len(said) == 1 and said[0][0] == types.MessageType.Error and "none.tally" in said[0][1], f"a store that is not there: {said}")
        await editor.stop()
        same(os.listdir(folder), [], "files after a session without a store")
        # Before the first import, an editor still helps with the language.
        empty = {key: text for key, text in os.environ.items() if key not in ("TALLY_STORE", "XDG_DATA_HOME")} | {"HOME": folder}
        editor = await Editor.start(TALLY, None, env=empty)
        uri = editor.open("sum steps by day last 3 days\nsum stepz\n")
        check("E101" in told(await editor.findings(uri)), "findings without a store")
        await editor.run(uri, 0)
        await editor.stop()
        same([str(file) for file in pathlib.Path(folder).rglob("*") if file.is_file()], [], "files after a session before the first import")
        editor = await Editor.start(TALLY, none, options={"store": STORE, "zone": "UTC", "now": "2026-06-20T12:00:00Z"})
        uri = editor.open("sum steps by day last 3 days\n")
        await editor.findings(uri)
        expected = shell("--store", STORE, "--now", "2026-06-20T12:00:00Z", "--zone", "UTC", "-c", "sum steps by day last 3 days")
        # The program prints findings to another stream.
        check((await editor.run(uri, 0))["text"].rstrip("\n").endswith(expected.rstrip("\n")), "the answer with options")
        check("2026-06-20" in expected, "the expected answer")
        await editor.stop()


async def replacing():
    """A store that is made after the editor starts, and one that is removed and made again."""
    with tempfile.TemporaryDirectory() as folder:
        store, table = pathlib.Path(folder, "own.tally"), pathlib.Path(folder, "steps.csv")

        def make(steps):
            store.unlink(missing_ok=True)
            table.write_text(f"type,start,end,value,unit\nsteps,2026-06-30T08:00:00+02:00,2026-06-30T09:00:00+02:00,{steps},count\n")
            subprocess.run([TALLY, "--store", str(store), "import", str(table)], capture_output=True, check=True)

        editor = await Editor.start(TALLY, store)
        uri = editor.open("sum steps today\n")
        for steps in (1234, 98765):
            make(steps)
            # The server looks at most once a second.
            await asyncio.sleep(1.2)
            text = (await editor.run(uri, 0))["text"].replace(",", "")
            check(str(steps) in text, f"the answer after the store was made with {steps} steps: {text}")
        await editor.stop()


def endings():
    """Exit codes, and a client that is killed."""
    def ended(*messages, wait=True):
        process = subprocess.Popen([TALLY, "lsp", "--store", STORE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for message in messages:
            text = f'{{"jsonrpc":"2.0",{message}}}'.encode()
            process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        process.stdin.flush()
        if not wait:
            process.stdin.close()
        try:
            return process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            return "running"

    start = '"id":1,"method":"initialize","params":{"capabilities":{}}'
    stop, end = '"id":2,"method":"shutdown"', '"method":"exit"'
    same(ended(start, stop, end), 0, "exit code after shutdown and exit")
    same(ended(start, end), 1, "exit code after exit alone")
    same(ended(end), 1, "exit code after exit before the start")
    same(ended(start, wait=False), 1, "exit code at the end of input")

    code = (
        "import subprocess, sys, time\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(server.pid, flush=True)\n"
        "text = b'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}'\n"
        "server.stdin.write(b'Content-Length: %d\\r\\n\\r\\n%s' % (len(text), text)); server.stdin.flush(); time.sleep(60)\n")
    client = subprocess.Popen([sys.executable, "-c", code, TALLY, "lsp", "--store", STORE], stdout=subprocess.PIPE, text=True)
    number = int(client.stdout.readline())
    time.sleep(0.5)
    client.send_signal(signal.SIGKILL)
    client.wait()
    for _ in range(100):
        time.sleep(0.1)
        status = pathlib.Path(f"/proc/{number}/stat")
        if not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
    check(False, "the server of a killed client still runs")
    os.kill(number, signal.SIGKILL)


async def main():
    note_warnings()
    chosen = sys.argv[3:]
    await session("utf-16", "neovim", chosen)
    await session("utf-8", "neovim", chosen)
    if not chosen:
        await session("utf-16", "visual-studio-code", ["finding", "completing", "hovering", "naming", "laying_out", "coloring"])
        await session("utf-16", "emacs", ["finding", "completing", "hovering", "naming", "laying_out"])
        await options()
        await replacing()
        endings()
    print(f"{len(failures)} differences")


asyncio.run(main())
sys.exit(1 if failures else 0)
