import Foundation

/// A notebook of Jupyter with the kernel of Tally, in the format 4.5: cells with text, and cells with statements.
package struct NotebookDocument {
    /// The whole file. Names of members are those of the format.
    private struct File: Encodable {
        var cells: [Cell]
        var metadata = Metadata()
        var nbformat = 4
        var nbformat_minor = 5
    }

    private struct Metadata: Encodable {
        var kernelspec = ["display_name": "Tally", "language": "tally", "name": "tally"]
        var language_info = ["name": "tally"]
    }

    private struct Cell: Encodable {
        var id: String
        var isCode: Bool
        var source: String

        private enum Key: String, CodingKey { case id, cell_type, source, metadata, outputs, execution_count }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            try members.encode(id, forKey: .id)
            try members.encode(isCode ? "code" : "markdown", forKey: .cell_type)
            try members.encode(source, forKey: .source)
            try members.encode([String: String](), forKey: .metadata)
            guard isCode else { return }
            try members.encode([String](), forKey: .outputs)
            try members.encodeNil(forKey: .execution_count)
        }
    }

    private var cells: [Cell] = []

    package init() {}

    package mutating func add(text: String) { add(text, isCode: false, id: nil) }

    /// - Parameter id: the id of the cell, which Jupyter keeps when the cell is moved; nil numbers the cell.
    package mutating func add(code: String, id: String? = nil) { add(code, isCode: true, id: id) }

    private mutating func add(_ source: String, isCode: Bool, id: String?) {
        cells.append(Cell(id: id ?? "cell-\(cells.count + 1)", isCode: isCode, source: source))
    }

    /// Returns the notebook as JSON. The same cells have the same text.
    package func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(File(cells: cells)), as: UTF8.self) + "\n"
    }
}
