"""An editor without a window: a public client of the protocol, and the texts that it has open."""
import asyncio
import pathlib
import warnings

from lsprotocol import types
from pytest_lsp import LspSpecificationWarning, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, LanguageClient, register_lsp_features

NOW, ZONE = "2026-06-30T18:20:00+02:00", "Europe/Berlin"
PATIENCE = 30
failures = []


def check(is_right, message):
    if not is_right:
        failures.append(message)
        print("!", message)


def same(found, expected, message):
    check(found == expected, f"{message}: {found!r} instead of {expected!r}")


def lines_of(text):
    """The lines of a text with their ends. Python also divides lines at other characters, such as U+2028. The protocol does not."""
    lines, start, place = [], 0, 0
    while place < len(text):
        length = 2 if text.startswith("\r\n", place) else 1
        if text[place] in "\r\n":
            lines.append(text[start:place + length])
            start = place + length
        place += length
    return lines + ([text[start:]] if start < len(text) else [])


class Editor:
    """A started server and its documents."""

    def __init__(self, client, encoding, result):
        self.client, self.encoding, self.result = client, encoding, result
        self.texts, self.versions, self.count = {}, {}, 0

    @staticmethod
    async def start(tally, store, encoding="utf-16", like="neovim", options=None, env=None):
        client = LanguageClient()
        features = {name: each for name, each in DEFAULT_CLIENT_FEATURES.items() if name != types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS}
        register_lsp_features(client, features)
        client.published, client.news = {}, asyncio.Event()

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params):
            client.published.setdefault(params.uri, []).append(params)
            client.news.set()

        where = ["--store", str(store)] if store else []
        await client.start_io(tally, "lsp", *where, "--now", NOW, "--zone", ZONE, env=env)
        capabilities = client_capabilities(like)
        capabilities.general = capabilities.general or types.GeneralClientCapabilities()
        encodings = {"utf-8": [types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16], "utf-16": None}[encoding]
        capabilities.general.position_encodings = encodings
        result = await client.initialize_session(types.InitializeParams(capabilities=capabilities, initialization_options=options))
        return Editor(client, encoding, result)

    async def stop(self):
        await self.client.shutdown_session()
        return self.client._server.returncode

    # Positions

    def size(self, text):
        return len(text.encode("utf-8")) if self.encoding == "utf-8" else len(text.encode("utf-16-le")) // 2

    def position(self, text, offset):
        """The protocol's position of an offset in characters of Python."""
        before = lines_of(text[:offset] + "x")
        return types.Position(len(before) - 1, self.size(before[-1][:-1]))

    def offset(self, text, position):
        """The offset of a position, which must be one that the protocol allows."""
        lines = lines_of(text)
        if position.line >= len(lines):
            if (position.line, position.character) == (len(lines), 0) and (not lines or lines[-1][-1] in "\r\n"):
                return len(text)
            raise ValueError(f"{position} is outside of the text")
        line = lines[position.line].rstrip("\r\n")
        for place in range(len(line) + 1):
            if self.size(line[:place]) == position.character:
                return sum(map(len, lines[:position.line])) + place
        raise ValueError(f"{position} is outside of line {line!r}, or inside a character")

    def range(self, text, start, end):
        return types.Range(self.position(text, start), self.position(text, end))

    def part(self, text, range_):
        return text[self.offset(text, range_.start):self.offset(text, range_.end)]

    def edited(self, text, edits):
        """A text after edits, which must not overlap."""
        places = sorted((self.offset(text, edit.range.start), self.offset(text, edit.range.end), number, edit.new_text)
                        for number, edit in enumerate(edits))
        for first, second in zip(places, places[1:]):
            check(first[1] <= second[0], f"edits overlap: {first} {second}")
        for start, end, _, new in reversed(places):
            text = text[:start] + new + text[end:]
        return text

    # Documents

    def open(self, text, language="tally", name=None):
        self.count += 1
        uri = pathlib.Path(name or f"/tmp/tally-editor-{self.count}.{'md' if language == 'markdown' else 'tally'}").as_uri()
        self.texts[uri], self.versions[uri] = text, 1
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text)))
        return uri

    def change(self, uri, *changes):
        """Replaces parts: pairs of (start, end, new text), each of the text after those before it, or a whole new text."""
        events = []
        for change in changes:
            text = self.texts[uri]
            if isinstance(change, str):
                self.texts[uri] = change
                events.append(types.TextDocumentContentChangeWholeDocument(change))
            else:
                start, end, new = change
                events.append(types.TextDocumentContentChangePartial(self.range(text, start, end), new))
                self.texts[uri] = text[:start] + new + text[end:]
        self.versions[uri] += 1
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(self.versions[uri], uri), events))

    def replace(self, uri, old, new):
        start = self.texts[uri].index(old)
        self.change(uri, (start, start + len(old), new))

    def save(self, uri):
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri):
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def findings(self, uri, until=None, quiet=0.4):
        """The findings of the newest version: those for which `until` holds, or those after which nothing follows."""
        loop = asyncio.get_running_loop()
        end, last = loop.time() + PATIENCE, None
        while loop.time() < end:
            published = self.client.published.get(uri, [])
            found = published[-1].diagnostics if published and published[-1].version == self.versions[uri] else None
            if found is not None and until and until(found):
                return found
            if found is not None and not until and last == len(published):
                return found
            last = len(published)
            self.client.news.clear()
            try:
                await asyncio.wait_for(self.client.news.wait(), quiet)
            except asyncio.TimeoutError:
                pass
        check(False, f"the findings of version {self.versions[uri]} never came; last {self.client.published.get(uri, [])[-1:]}")
        return []

    # Requests

    def document(self, uri):
        return types.TextDocumentIdentifier(uri)

    def at(self, kind, uri, offset, **more):
        return kind(text_document=self.document(uri), position=self.position(self.texts[uri], offset), **more)

    def place(self, uri, part, within=0):
        """The offset of a part of the text; the part must be there once."""
        check(self.texts[uri].count(part) == 1, f"{part!r} is not in the text once")
        return self.texts[uri].index(part) + within

    def whole(self, uri):
        return self.range(self.texts[uri], 0, len(self.texts[uri]))

    async def run(self, uri, line):
        return await self.client.workspace_execute_command_async(types.ExecuteCommandParams(command="tally.run", arguments=[uri, line]))

    async def actions(self, uri, range_=None, only=None):
        params = types.CodeActionParams(self.document(uri), range_ or self.whole(uri), types.CodeActionContext([], only=only))
        return await self.client.text_document_code_action_async(params) or []

    async def formatted(self, uri):
        params = types.DocumentFormattingParams(self.document(uri), types.FormattingOptions(4, True))
        return self.edited(self.texts[uri], await self.client.text_document_formatting_async(params) or [])

    async def tokens(self, uri, range_=None):
        """The semantic tokens as (text, type, modifiers), checked to be in order and on one line each."""
        if range_:
            found = await self.client.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(self.document(uri), range_))
        else:
            found = await self.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(self.document(uri)))
        legend, text = self.result.capabilities.semantic_tokens_provider.legend, self.texts[uri]
        tokens, line, start, data = [], 0, 0, list(found.data)
        check(len(data) % 5 == 0, "tokens are not fives")
        for down, right, length, kind, modifiers in zip(*(data[place::5] for place in range(5))):
            check(length > 0 and (down or right or not tokens), f"a token without length or on top of another, after {tokens[-3:]}")
            line, start = line + down, right if down else start + right
            part = self.part(text, types.Range(types.Position(line, start), types.Position(line, start + length)))
            names = [name for place, name in enumerate(legend.token_modifiers) if modifiers >> place & 1]
            tokens.append((part, legend.token_types[kind], *names))
        return tokens


def note_warnings():
    """Counts messages that the client's capabilities do not allow as failures."""
    warnings.simplefilter("always", LspSpecificationWarning)
    warnings.showwarning = lambda message, category, *rest, **more: (
        check(False, f"against the specification: {message}") if category is LspSpecificationWarning else None)
