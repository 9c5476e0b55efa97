import TerminalText

/// Prints a diagnostic for people.
///
///     error E152: missing pipe before `running total`
///      --> report.tally:3:18
///       |
///     3 | sum steps by day running total
///       |                  ^^^^^^^^^^^^^
///     help: write `| running total`
///     note: stages work on the result and need a pipe
///     fix:  sum steps by day | running total
///
/// Columns count user-perceived characters. Carets follow the display width. Invisible characters appear as symbols. Long lines show only
/// the part around the location.
package struct TextRenderer {
    package var usesColor: Bool
    /// The maximum width of a source line. Longer lines are clipped.
    private let width: Int
    /// The column at which text wraps, or nil for lines of any length.
    private let wrapWidth: Int?

    /// - Parameters:
    ///   - width: The number of columns for source lines, at least 40.
    ///   - wrapWidth: The number of columns of the terminal, or nil without a terminal.
    package init(usesColor: Bool = false, width: Int = 160, wrapWidth: Int? = nil) {
        self.usesColor = usesColor
        self.width = max(40, width)
        self.wrapWidth = wrapWidth
    }

    /// Returns the lines of `diagnostic`, each followed by a newline. Passwords in the source are not printed.
    package func render(_ diagnostic: Diagnostic, in source: SourceText) -> String {
        let position = source.position(at: diagnostic.range.start)
        guard source.secrets.isEmpty else { return render(diagnostic.masked(in: source), at: position, in: source.masked) }
        return render(diagnostic, at: position, in: source)
    }

    /// - Parameter position: The position in the source itself, which can differ from that in the masked one.
    private func render(_ diagnostic: Diagnostic, at position: SourcePosition, in source: SourceText) -> String {
        let severity = diagnostic.severity
        var lines = [
            labelled(
                "\(severity.rawValue) \(diagnostic.code.rawValue):", severity.style, ScreenText.visible(diagnostic.message, in: .source))
        ]
        let marks =
            [Mark(range: diagnostic.range, text: "", isPrimary: true)]
            + diagnostic.labels.prefix(2).map { Mark(range: $0.range, text: ScreenText.visible($0.text, in: .source), isPrimary: false) }
        let excerpts = excerpts(of: marks, in: source)
        let gutter = String(excerpts.map(\.line).max().map { $0 + 1 } ?? position.line).count
        let margin = ScreenText.padded("", to: gutter)
        lines.append(
            "\(margin)\(paint("-->", .gutter)) \(ScreenText.visible(source.file, in: .source)):\(position.line):\(position.column)")
        lines.append("\(margin) \(paint("|", .gutter))")
        for excerpt in excerpts {
            let number = ScreenText.padded(String(excerpt.line + 1), to: gutter, on: .end)
            lines.append("\(paint("\(number) |", .gutter)) \(excerpt.text)")
            for row in excerpt.rows {
                lines.append("\(margin) \(paint("|", .gutter)) \(paint(row.text, row.isPrimary ? severity.style : .gutter))")
            }
        }
        if let help = diagnostic.help { lines.append(labelled("help:", .bold, ScreenText.visible(help, in: .source))) }
        if let note = diagnostic.note { lines.append(labelled("note:", .bold, ScreenText.visible(note, in: .source))) }
        if let fix = fixLine(diagnostic, in: source) {
            lines.append(labelled("fix: ", .bold, fix))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns `text` after a label, wrapped between words to fit the terminal.
    private func labelled(_ label: String, _ style: TextStyle, _ text: String) -> String {
        let width = wrapWidth ?? .max
        let lines = ScreenText.wrapped(text, to: width, first: label + " ", indent: width < 40 ? 0 : 6)
        return ([paint(label, style) + lines[0].dropFirst(label.count)] + lines.dropFirst()).joined(separator: "\n")
    }

    // MARK: Excerpts

    private struct Mark {
        var range: SourceRange
        var text: String
        var isPrimary: Bool
    }

    /// One source line and the rows of marks below it.
    private struct Excerpt {
        var line: Int
        var text: String
        var rows: [(text: String, isPrimary: Bool)]
    }

    /// The length in bytes of the longest line shown completely. The gutter uses the remaining columns.
    private var longestLine: Int { width - 10 }

    private func excerpts(of marks: [Mark], in source: SourceText) -> [Excerpt] {
        var excerpts: [(window: SourceRange, excerpt: Excerpt)] = []
        for mark in marks {
            let line = source.lineIndex(at: mark.range.start)
            let window = window(around: mark.range, in: source.lineRange(line), of: source)
            let row = (text: markRow(mark, window, source), isPrimary: mark.isPrimary)
            if let index = excerpts.firstIndex(where: { $0.window == window }) {
                excerpts[index].excerpt.rows.append(row)
            } else {
                excerpts.append((window, Excerpt(line: line, text: windowText(window, line, source), rows: [row])))
            }
        }
        return excerpts.sorted { $0.window.start < $1.window.start }.map(\.excerpt)
    }

    /// Returns the part of the line to show: the whole line, or the bytes around the location, cut between characters.
    private func window(around range: SourceRange, in line: SourceRange, of source: SourceText) -> SourceRange {
        guard line.length > longestLine else { return line }
        var start = max(line.start, min(range.start, line.end) - longestLine / 2)
        var end = min(line.end, start + longestLine)
        while start > line.start, source.bytes[start] & 0xC0 == 0x80 { start -= 1 }
        while end < line.end, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
        return SourceRange(start, end)
    }

    private func windowText(_ window: SourceRange, _ line: Int, _ source: SourceText) -> String {
        let whole = source.lineRange(line)
        let text = ScreenText.visible(source[window], in: .source)
        return (window.start > whole.start ? "…" : "") + text + (window.end < whole.end ? "…" : "")
    }

    /// Returns the carets below the primary location, or the dashes and text of a label.
    private func markRow(_ mark: Mark, _ window: SourceRange, _ source: SourceText) -> String {
        let line = source.lineRange(source.lineIndex(at: mark.range.start))
        let start = min(max(mark.range.start, window.start), window.end)
        let end = min(max(mark.range.end, start), window.end)
        let width = { ScreenText.width(ScreenText.visible(source[$0], in: .source)) }
        let indent = width(SourceRange(window.start, start)) + (window.start > line.start ? 1 : 0)
        let run = max(1, width(SourceRange(start, end)))
        let marks = String(repeating: mark.isPrimary ? "^" : "-", count: run)
        return ScreenText.padded("", to: indent) + marks + (mark.text.isEmpty ? "" : " \(mark.text)")
    }

    // MARK: Fix

    /// Returns the corrected line, or describes the edits if they touch a long line or several lines.
    private func fixLine(_ diagnostic: Diagnostic, in source: SourceText) -> String? {
        guard let first = diagnostic.edits.first, let last = diagnostic.edits.last else { return nil }
        let index = source.lineIndex(at: first.range.start)
        let line = source.lineRange(index)
        guard line.length <= longestLine, last.range.end <= line.end else {
            return ScreenText.visible(diagnostic.edits.map { describe($0, in: source) }.joined(separator: ", "), in: .source)
        }
        var text = ""
        var offset = line.start
        for edit in diagnostic.edits {
            text += source[SourceRange(offset, edit.range.start)] + edit.replacement
            offset = edit.range.end
        }
        text += source[SourceRange(offset, max(offset, line.end))]
        return ScreenText.visible(text, in: .source)
    }

    private func describe(_ edit: Diagnostic.Edit, in source: SourceText) -> String {
        let position = source.position(at: edit.range.start)
        let place = "at \(position.line):\(position.column)"
        let old = "`\(source[edit.range].prefix(40))`"
        if edit.range.isEmpty { return "insert `\(edit.replacement)` \(place)" }
        return edit.replacement.isEmpty ? "remove \(old) \(place)" : "replace \(old) with `\(edit.replacement)` \(place)"
    }

    // MARK: Color

    private func paint(_ text: String, _ style: TextStyle) -> String { ScreenText.styled(text, style, usesColor: usesColor) }
}

extension TextStyle {
    fileprivate static let gutter = TextStyle("34")
}

extension Severity {
    fileprivate var style: TextStyle {
        switch self {
        case .error: TextStyle("1;31")
        case .warning: TextStyle("1;33")
        case .info: TextStyle("1;36")
        }
    }
}
