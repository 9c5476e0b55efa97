"""Talks to `tally lsp` with a public client of the protocol, as an editor would.

    python Tests/Editors/session.py TALLY STORE

The store is that of `make test-editors`: the demo data, at 2026-06-30 18:20 in Berlin. Expected values come from the definition of
the language, or from the shell. Exits with 1 if a check fails.
"""
import asyncio
import subprocess
import sys
import tempfile
import pathlib

from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

tally, store = sys.argv[1:3]
NOW = ["--store", store, "--now", "2026-06-30T18:20:00+02:00", "--zone", "Europe/Berlin"]
failures = []
checks = 0


def check(isRight, what, found=None):
    global checks
    checks += 1
    if not isRight:
        failures.append(what)
        print(f"failed: {what}" + ("" if found is None else f"\n    found {found}"))


class Editor:
    """A client with one open document."""

    def __init__(self):
        self.client = LanguageClient("test", "1")
        self.findings = {}
        self.arrived = asyncio.Event()

        @self.client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def receive(parameters):
            self.findings[parameters.uri] = parameters
            self.arrived.set()

    async def start(self, encodings=None, arguments=NOW, options=None):
        await self.client.start_io(tally, "lsp", *arguments)
        general = t.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
        return await self.client.initialize_async(
            t.InitializeParams(capabilities=t.ClientCapabilities(general=general), initialization_options=options))

    async def open(self, text, uri="file:///test/a.tally", language="tally"):
        self.uri, self.version = uri, 1
        self.arrived.clear()
        self.client.text_document_did_open(
            t.DidOpenTextDocumentParams(t.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)))
        return await self.wait()

    async def change(self, line, start, end, text):
        self.version += 1
        self.arrived.clear()
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(
            t.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version),
            [t.TextDocumentContentChangePartial(range=span(line, start, end), text=text)]))
        return await self.wait()

    async def wait(self):
        await asyncio.wait_for(self.arrived.wait(), 60)
        return self.findings[self.uri].diagnostics

    @property
    def document(self):
        return t.TextDocumentIdentifier(self.uri)

    def at(self, line, character):
        return dict(text_document=self.document, position=t.Position(line, character))

    async def stop(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client._server.wait()
        return self.client._server.returncode


def span(line, start, end):
    return t.Range(t.Position(line, start), t.Position(line, end))


def shell(statement):
    return subprocess.run([tally, *NOW, "--width", "80", "-c", statement], capture_output=True, text=True).stdout


def text_of(result):
    return getattr(result, "text", None) if not isinstance(result, dict) else result["text"]


SCRIPT = """\
# 😀 Größe
let recent = sum steps by day last 7 days
def typical(m: metric, n = 30) = average m by day last 14 days
recent | top 3
sum stps today
typical(heartRate, n = 4)
sum heartRate today
"""


async def tour():
    editor = Editor()
    greeting = await editor.start()
    abilities = greeting.capabilities
    check(greeting.server_info.name == "tally", "the server says its name")
    check(abilities.position_encoding in (None, "utf-16"), "positions are in UTF-16 if the client does not offer others")
    check(abilities.text_document_sync.change == t.TextDocumentSyncKind.Incremental, "changes are those of ranges")

    found = await editor.open(SCRIPT)
    check([(d.code, d.range, d.severity) for d in found] == [
        ("E101", span(4, 4, 8), t.DiagnosticSeverity.Error), ("E120", span(6, 0, 3), t.DiagnosticSeverity.Error)] or
        [(d.code) for d in found if d.severity == 1] == ["E101", "E120"], "two errors, each at its place", found)
    check(all(d.source == "tally" for d in found), "findings say who found them")

    # Fixes
    actions = await editor.client.text_document_code_action_async(
        t.CodeActionParams(editor.document, span(4, 0, 0), t.CodeActionContext(diagnostics=[])))
    fix = actions[0]
    check(fix.title == "did you mean `steps`?" and fix.is_preferred, "a slip has a preferred fix", actions)
    check([(e.range, e.new_text) for e in fix.edit.changes[editor.uri]] == [(span(4, 4, 8), "steps")], "the fix replaces the word")
    other = await editor.client.text_document_code_action_async(
        t.CodeActionParams(editor.document, span(6, 0, 0), t.CodeActionContext(diagnostics=[])))
    check(other and not other[0].is_preferred, "a fix that asks something else is not preferred", other)
    everything = await editor.client.text_document_code_action_async(t.CodeActionParams(
        editor.document, span(0, 0, 0), t.CodeActionContext(diagnostics=[], only=[t.CodeActionKind.SourceFixAll])))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.tally"
        path.write_text(SCRIPT)
        subprocess.run([tally, *NOW, "check", "--fix", str(path)], capture_output=True)
        edit = everything[0].edit.changes[editor.uri][0]
        lines = SCRIPT.splitlines(keepends=True)
        fixed = "".join(lines[:edit.range.start.line]) + edit.new_text + "".join(lines[edit.range.end.line:])
        check(fixed == path.read_text(), "all fixes are those of `tally check --fix`", fixed)

    # Typing
    completions = await editor.client.text_document_completion_async(t.CompletionParams(**editor.at(3, 4)))
    check("recent" in [i.label for i in completions.items], "a name is completed", completions.items[:5])
    empty = await editor.client.text_document_completion_async(t.CompletionParams(**editor.at(7, 0)))
    labels = [i.label for i in empty.items]
    check({"sum", "let", "explain"} <= set(labels) and "top" not in labels, "an empty line starts a statement", labels[:9])
    check([i.sort_text for i in empty.items] == sorted(i.sort_text for i in empty.items), "items keep their order")
    help = await editor.client.text_document_signature_help_async(t.SignatureHelpParams(**editor.at(5, 19)))
    check(help.signatures[0].label == "typical(m: metric, n = 30)" and help.active_parameter == 1, "the second parameter is typed", help)

    # Explanations
    hover = await editor.client.text_document_hover_async(t.HoverParams(**editor.at(3, 2)))
    check("let recent = sum steps by day last 7 days" in hover.contents.value and "Adds up stepCount" in hover.contents.value,
          "a query of a name shows its definition and its words", hover.contents.value)
    hover = await editor.client.text_document_hover_async(t.HoverParams(**editor.at(1, 18)))
    check("HKQuantityTypeIdentifierStepCount" in hover.contents.value, "a metric is described")
    hover = await editor.client.text_document_hover_async(t.HoverParams(**editor.at(3, 10)))
    check("keeps the rows with the greatest values" in hover.contents.value, "a word has its help")
    check(await editor.client.text_document_hover_async(t.HoverParams(**editor.at(0, 3))) is None, "a comment has none")

    # Names
    place = await editor.client.text_document_definition_async(t.DefinitionParams(**editor.at(3, 2)))
    place = place[0] if isinstance(place, list) else place
    check(place.range == span(1, 4, 10), "a use leads to its definition", place)
    uses = await editor.client.text_document_references_async(
        t.ReferenceParams(**editor.at(1, 6), context=t.ReferenceContext(include_declaration=False)))
    check([u.range for u in uses] == [span(3, 0, 6)], "a name has one use", uses)
    prepared = await editor.client.text_document_prepare_rename_async(t.PrepareRenameParams(**editor.at(3, 2)))
    check(prepared.placeholder == "recent", "a name can be renamed", prepared)
    renamed = await editor.client.text_document_rename_async(t.RenameParams(**editor.at(3, 2), new_name="lately"))
    check(sorted((e.range.start.line, e.new_text) for e in renamed.changes[editor.uri]) == [(1, "lately"), (3, "lately")],
          "the definition and its use are renamed", renamed)
    try:
        await editor.client.text_document_rename_async(t.RenameParams(**editor.at(3, 2), new_name="steps"))
        check(False, "a metric is no name")
    except Exception as error:
        check("metric" in str(error), "the reason is said", error)

    # The whole text
    symbols = await editor.client.text_document_document_symbol_async(t.DocumentSymbolParams(editor.document))
    check([(s.name, s.kind) for s in symbols] == [("recent", t.SymbolKind.Variable), ("typical", t.SymbolKind.Function)], "the outline", symbols)
    tokens = await editor.client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(editor.document))
    legend = abilities.semantic_tokens_provider.legend.token_types
    first = [(tokens.data[i], tokens.data[i + 1], tokens.data[i + 2], legend[tokens.data[i + 3]], tokens.data[i + 4]) for i in range(0, 25, 5)]
    # `# 😀 Größe` has ten units of UTF-16.
    check(first == [(0, 0, 10, "comment", 0), (1, 0, 3, "keyword", 0), (0, 4, 6, "variable", 1), (0, 9, 3, "keyword", 0),
                    (0, 4, 5, "type", 0)], "colors are in UTF-16", first)
    part = await editor.client.text_document_semantic_tokens_range_async(t.SemanticTokensRangeParams(editor.document, span(4, 0, 14)))
    check(0 < len(part.data) < len(tokens.data) and part.data[0] == 4, "colors of a range", part.data)
    hints = await editor.client.text_document_inlay_hint_async(t.InlayHintParams(editor.document, t.Range(t.Position(0, 0), t.Position(3, 0))))
    check([h.label for h in hints] == ["2 sources merged", "2026-06-24 … 2026-06-30 · 7 rows"], "notes behind a range", hints)
    lenses = await editor.client.text_document_code_lens_async(t.CodeLensParams(editor.document))
    check([lens.command.arguments[1] for lens in lenses][:1] == [3], "a lens at the first statement with an answer", lenses)

    # Answers
    answer = text_of(await editor.client.workspace_execute_command_async(t.ExecuteCommandParams("tally.run", [editor.uri, 3])))
    check(answer == shell("sum steps by day last 7 days | top 3"), "the answer is that of the shell", answer)

    # Changes
    found = await editor.change(4, 4, 8, "steps")
    check([d.code for d in found if d.severity == 1] == ["E120"], "a corrected line has no finding", found)
    found = await editor.change(1, 4, 10, "later")
    check([d.code for d in found if d.severity == 1][0] == "E101" and found[0].range.start.line == 3,
          "a use of a name that is gone is an error", found)
    layout = await editor.client.text_document_formatting_async(
        t.DocumentFormattingParams(editor.document, t.FormattingOptions(tab_size=4, insert_spaces=True)))
    check(not layout, "a script in the usual layout stays", layout)
    await editor.change(4, 0, 4, "sum    ")
    layout = await editor.client.text_document_formatting_async(
        t.DocumentFormattingParams(editor.document, t.FormattingOptions(tab_size=4, insert_spaces=True)))
    check([(e.range, e.new_text) for e in layout] == [(t.Range(t.Position(4, 0), t.Position(5, 0)), "sum steps today\n")],
          "only the line that differs is laid out", layout)
    check(await editor.stop() == 0, "after shutdown and exit, the exit code is 0")


async def encodings():
    line = 'sum steps where source is "😀ü" tday\n'
    # In front of `tday`: 27 letters, the emoji (four bytes, two units of UTF-16), the umlaut (two bytes, one unit), a quote and a space.
    for offered, column in [(None, 32), ([t.PositionEncodingKind.Utf8], 35)]:
        editor = Editor()
        await editor.start(offered)
        found = await editor.open(line)
        check(any(d.range.start == t.Position(0, column) for d in found), f"the mistake is at {column}", found)
        actions = await editor.client.text_document_code_action_async(
            t.CodeActionParams(editor.document, span(0, column, column), t.CodeActionContext(diagnostics=found)))
        check(any(a.edit.changes[editor.uri][0].range == span(0, column, column + 4) for a in actions if a.edit), "so is its fix", actions)
        await editor.stop()


async def markdown():
    editor = Editor()
    await editor.start()
    found = await editor.open(
        "# My notes\r\n\r\n```tally\r\nlet a = steps\r\n```\r\n\r\nsum stps is prose\r\n\r\n```tally\r\nsum a tday\r\n```\r\n", "file:///test/n.md", "markdown")
    check([d.range.start for d in found] == [t.Position(9, 6)], "findings have the lines of the file", found)
    place = await editor.client.text_document_definition_async(t.DefinitionParams(**editor.at(9, 4)))
    place = place[0] if isinstance(place, list) else place
    check(place.range == span(3, 4, 5), "names are shared by the blocks", place)
    prose = await editor.client.text_document_completion_async(t.CompletionParams(**editor.at(6, 3)))
    check(not prose.items, "prose is not completed")
    folds = await editor.client.text_document_folding_range_async(t.FoldingRangeParams(editor.document))
    check((3, 3) not in [(f.start_line, f.end_line) for f in folds], "a block of one line does not fold", folds)
    await editor.stop()


async def tests():
    editor = Editor()
    await editor.start()
    script = 'case "walks"\nload steps at 2025-12-30 08:00 every 1h: 100 200\nsum steps by day on 2025-12-30\nexpect row 2025-12-30 400\n'
    found = await editor.open(script)
    check([(d.source, d.range.start.line) for d in found] == [("tally test", 3)], "a failed expectation is a finding", found)
    actions = await editor.client.text_document_code_action_async(
        t.CodeActionParams(editor.document, span(3, 0, 0), t.CodeActionContext(diagnostics=found)))
    check([(a.title, a.edit.changes[editor.uri][0].new_text) for a in actions] == [("Accept what was found", "expect row 2025-12-30 300")],
          "what was found can be accepted", actions)
    await editor.stop()


async def endings():
    editor = Editor()
    await editor.start()
    editor.client.exit(None)
    await editor.client._server.wait()
    check(editor.client._server.returncode == 1, "exit without shutdown has the exit code 1")
    editor = Editor()
    await editor.start(arguments=[], options={"store": store, "zone": "Asia/Tokyo", "now": "2026-06-30T18:20:00+02:00"})
    await editor.open("sum steps today\n")
    answer = text_of(await editor.client.workspace_execute_command_async(t.ExecuteCommandParams("tally.run", [editor.uri, 0])))
    check("Asia/Tokyo" in answer and "2026-07-01" in answer, "options set store, zone and now", answer)
    await editor.stop()


async def main():
    for part in (tour, encodings, markdown, tests, endings):
        await asyncio.wait_for(part(), 300)


asyncio.run(main())
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
