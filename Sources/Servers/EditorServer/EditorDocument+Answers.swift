import LineHelp
import MessageStreams
import QueryDiagnostics
import ScriptHelp
import Scripts

// MARK: Findings

extension EditorDocument {
    /// Returns findings and the failures of tests in the words of the protocol.
    func values(of findings: [Diagnostic]) -> [JSONValue] {
        findings.map { value(of: $0, from: "tally") }
            + failures.map { value(of: $0.diagnostic, from: "tally test", saying: $0.caseName) }
    }

    private func value(of finding: Diagnostic, from origin: String, saying start: String? = nil) -> JSONValue {
        let message = (start.map { $0 + ": " } ?? "") + finding.message
        let lines = [message, finding.help.map { "help: \($0)" }, finding.note.map { "note: \($0)" }].compactMap(\.self)
        var members: [String: JSONValue] = [
            "range": value(of: finding.range), "severity": .integer(finding.severity.number), "code": .string(finding.code.rawValue),
            "source": .string(origin), "message": .string(lines.joined(separator: "\n")),
        ]
        if !finding.labels.isEmpty {
            members["relatedInformation"] = .array(
                finding.labels.map { ["location": location(of: $0.range), "message": .string($0.text)] })
        }
        return .object(members)
    }

    /// Returns the fixes of findings in a range, and all fixes that keep what the script asks.
    func actions(_ parameters: JSONValue) -> JSONValue {
        // A fix is offered anywhere on the lines of its finding.
        let asked = lines(of: parameters["range"].map(range) ?? source.fullRange)
        let wanted = parameters["context"]?["only"]?.elements?.compactMap(\.text) ?? []
        func wants(_ kind: String) -> Bool {
            wanted.isEmpty || wanted.contains { kind == $0 || kind.hasPrefix($0 + ".") }
        }
        var actions: [JSONValue] = []
        if wants("quickfix") {
            for finding in help.findings where lines(of: finding.range).overlaps(asked) && !finding.edits.isEmpty {
                let isPreferred = finding.fix?.keepsQuestion == true
                actions.append(action(title(of: finding), finding.edits, of: finding, isPreferred: isPreferred))
            }
            for failure in failures where lines(of: failure.diagnostic.range).overlaps(asked) && !failure.accepting.isEmpty {
                actions.append(
                    action("Accept what was found", failure.accepting, of: failure.diagnostic, from: "tally test", failure.caseName))
            }
        }
        // Finding all fixes takes seconds in a long script with many mistakes, so only who asks for them gets them.
        if !wanted.isEmpty, wants(EditorAbilities.fixAll) {
            let edits = help.fixes
            if !edits.isEmpty {
                actions.append([
                    "title": "Fix everything that keeps its question", "kind": .string(EditorAbilities.fixAll),
                    "edit": workspaceEdit(edits),
                ])
            }
        }
        return .array(actions)
    }

    /// The help of a finding. If its fix changes several places, also what they become.
    private func title(of finding: Diagnostic) -> String {
        let help = finding.help ?? "apply the fix"
        guard finding.edits.count > 1, let start = finding.edits.first?.range.start, let end = finding.edits.last?.range.end else {
            return help
        }
        let line = source.lineRange(source.lineIndex(at: start))
        let whole = SourceRange(line.start, max(end, source.lineRange(source.lineIndex(at: end)).end))
        let part = SourceText(source[whole])
        let text = finding.edits.map { Diagnostic.Edit($0.range.moved(by: -whole.start), $0.replacement) }.applied(to: part)
        return "\(help) → \(text.split(whereSeparator: \.isNewline).joined(separator: " "))"
    }

    private func lines(of range: SourceRange) -> ClosedRange<Int> {
        source.lineIndex(at: range.start)...source.lineIndex(at: range.end)
    }

    private func action(
        _ title: String, _ edits: [Diagnostic.Edit], of finding: Diagnostic, isPreferred: Bool = false, from origin: String = "tally",
        _ start: String? = nil
    ) -> JSONValue {
        [
            "title": .string(title), "kind": "quickfix", "isPreferred": .bool(isPreferred), "edit": workspaceEdit(edits),
            "diagnostics": [value(of: finding, from: origin, saying: start)],
        ]
    }
}

// MARK: Typing

extension EditorDocument {
    private func place(_ parameters: JSONValue) -> Int { offset(of: parameters["position"]) }

    func completions(_ parameters: JSONValue) -> JSONValue {
        let offset = place(parameters)
        guard let found = help.completions(at: offset) else { return ["isIncomplete": false, "items": []] }
        let range = value(of: SourceRange(min(found.start, offset), offset))
        let items = found.candidates.enumerated().map { index, candidate -> JSONValue in
            var item: [String: JSONValue] = [
                "label": .string(candidate.display), "filterText": .string(candidate.text), "sortText": .string(Self.sortText(index)),
                "kind": .integer(candidate.kind), "textEdit": ["range": range, "newText": .string(candidate.text)],
            ]
            if !candidate.detail.isEmpty { item["detail"] = .string(candidate.detail) }
            return .object(item)
        }
        // A metric has several names. While one is typed, another of them can be the one that it starts.
        return ["isIncomplete": .bool(found.candidates.contains(where: \.isDetailVital)), "items": .array(items)]
    }

    /// A text that puts items in our order.
    private static func sortText(_ index: Int) -> String { String(String(index + 100_000).dropFirst()) }

    func signature(_ parameters: JSONValue) -> JSONValue {
        guard let call = help.call(at: place(parameters)) else { return .null }
        return [
            "signatures": [
                [
                    "label": .string(call.signature), "parameters": .array(call.parameters.map { ["label": .string($0)] }),
                    "activeParameter": .integer(call.active),
                ]
            ],
            "activeSignature": 0, "activeParameter": .integer(call.active),
        ]
    }

    func hover(_ parameters: JSONValue, inMarkdown hasMarkdown: Bool) -> JSONValue {
        guard let explained = help.explanation(at: place(parameters)) else { return .null }
        guard hasMarkdown else {
            let text = [explained.code, explained.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
            return ["contents": ["kind": "plaintext", "value": .string(text)], "range": value(of: explained.range)]
        }
        var parts: [String] = []
        if !explained.code.isEmpty { parts.append(Self.block("tally", explained.code)) }
        if !explained.text.isEmpty { parts.append(Self.block("text", explained.text)) }
        return [
            "contents": ["kind": "markdown", "value": .string(parts.joined(separator: "\n\n"))], "range": value(of: explained.range),
        ]
    }

    /// A fenced block whose fence is longer than any in the text.
    private static func block(_ language: String, _ text: String) -> String {
        var fence = "```"
        while text.contains(fence) { fence += "`" }
        return "\(fence)\(language)\n\(text.last == "\n" ? text : text + "\n")\(fence)"
    }
}

// MARK: Names

extension EditorDocument {
    func definition(_ parameters: JSONValue) -> JSONValue {
        help.name(at: place(parameters))?.definition.map(location) ?? .null
    }

    func references(_ parameters: JSONValue) -> JSONValue {
        guard let name = help.name(at: place(parameters)), name.definition != nil else { return [] }
        let includesDefinition = parameters["context"]?["includeDeclaration"]?.flag ?? true
        return .array(help.places(of: name).filter { includesDefinition || $0 != name.definition }.map(location))
    }

    func highlights(_ parameters: JSONValue) -> JSONValue {
        guard let name = help.name(at: place(parameters)), name.definition != nil else { return [] }
        return .array(help.places(of: name).map { ["range": value(of: $0)] })
    }

    func renamed(_ parameters: JSONValue) -> JSONValue {
        guard let name = help.name(at: place(parameters)), name.definition != nil else { return .null }
        return ["range": value(of: name.range), "placeholder": .string(name.text)]
    }

    func rename(_ parameters: JSONValue) throws(RemoteError) -> JSONValue {
        guard let name = help.name(at: place(parameters)) else { throw .wrongParameters("no name is here") }
        do throws(ScriptHelp.RenameRefusal) {
            return workspaceEdit(try help.rename(name, to: parameters["newName"]?.text ?? ""))
        } catch {
            throw RemoteError(-32803, error.message)
        }
    }
}

// MARK: The whole text

extension EditorDocument {
    var folds: JSONValue {
        .array(
            help.folds.map { fold in
                var members: [String: JSONValue] = [
                    "startLine": .integer(source.lineIndex(at: fold.range.start)),
                    "endLine": .integer(source.lineIndex(at: fold.range.end)),
                ]
                if fold.isComment { members["kind"] = "comment" }
                return .object(members)
            })
    }

    var symbols: JSONValue { .array(help.outline.map(value)) }

    private func value(of entry: OutlineEntry) -> JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(entry.name.isEmpty ? "(no name)" : entry.name), "kind": .integer(entry.kind.number),
            "range": value(of: entry.range),
            "selectionRange": value(of: entry.nameRange),
        ]
        if !entry.detail.isEmpty { members["detail"] = .string(entry.detail) }
        if !entry.children.isEmpty { members["children"] = .array(entry.children.map(value)) }
        return .object(members)
    }

    /// Returns the colors as the protocol's numbers: for each part, its distance from the one before, its length, kind and modifiers.
    func tokens(in part: JSONValue?) -> JSONValue {
        var data: [JSONValue] = []
        var (line, start) = (0, 0)
        for color in help.colors(in: part.map(range) ?? source.fullRange) {
            let next = source.lineIndex(at: color.range.start)
            if next != line { start = source.lineStarts[next] }
            data += [next - line, units(in: SourceRange(start, color.range.start)), units(in: color.range), color.kind.rawValue]
                .map(JSONValue.integer)
            data.append(color.isDefinition ? 1 : 0)
            (line, start) = (next, color.range.start)
        }
        return ["data": .array(data)]
    }

    func hints(_ parameters: JSONValue) -> JSONValue {
        let notes = help.notes(in: parameters["range"].map(range) ?? source.fullRange)
        return .array(notes.map { ["position": position(of: $0.offset), "label": .string($0.text), "paddingLeft": true] })
    }

    /// A command on each line where statements with an answer start.
    var lenses: JSONValue {
        var lines: Set<Int> = []
        return .array(
            help.runnable.compactMap { range in
                let line = source.lineIndex(at: range.start)
                guard lines.insert(line).inserted else { return nil }
                return [
                    "range": value(of: SourceRange(range.start, source.lineRange(line).end)),
                    "command": [
                        "title": "▶ run", "command": .string(EditorAbilities.run), "arguments": [.string(uri), .integer(line)],
                    ],
                ]
            })
    }

    /// Returns the answers to the statements that start on a line, or to the one that contains it.
    func answer(atLine line: Int, unless stops: @escaping () -> Bool) -> String {
        guard line >= 0, line < source.lineStarts.count else { return "no statement is here\n" }
        let range = source.lineRange(line)
        let starting = help.script.statements.map(\.range).filter { source.lineIndex(at: $0.start) == line }
        let offsets = starting.isEmpty ? [range.start] : starting.map(\.start)
        return offsets.map { help.answer(at: $0, unless: stops) }.joined(separator: "\n")
    }
}

// MARK: Numbers of the protocol

extension Severity {
    fileprivate var number: Int {
        switch self {
        case .error: 1
        case .warning: 2
        case .info: 3
        }
    }
}

extension OutlineEntry.Kind {
    fileprivate var number: Int {
        switch self {
        case .value, .parameter, .watch: 13
        case .function: 12
        case .metric: 5
        case .testCase: 6
        case .heading: 15
        }
    }
}

extension CompletionSet.Candidate {
    /// Keyword, value, function or text.
    fileprivate var kind: Int {
        if text.hasSuffix("(") { return 3 }
        if text.hasPrefix("\"") { return 1 }
        return isDetailVital ? 12 : detail == "a name" || detail == "a saved query" ? 6 : 14
    }
}
