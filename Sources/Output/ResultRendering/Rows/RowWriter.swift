import QueryPlan
import Synchronization
import Threading

/// The fields of a row, one after the other. A loop over an array would count references to each field of each row, which took a fifth of
/// the time of printing.
private final class FieldChain {
    private let field: FieldWriter
    private let rest: FieldChain?

    init(_ field: FieldWriter, then rest: FieldChain?) {
        self.field = field
        self.rest = rest
    }

    /// Stores the fields of a row. Returns the position after them, or `noRoom`.
    func put(_ row: Int, at position: Int, in span: inout MutableSpan<UInt8>, _ output: inout RowOutput) -> Int {
        let end = field.put(row, at: position, in: &span, &output)
        guard end != RowOutput.noRoom else { return end }
        // `if let` would count a reference.
        return rest?.put(row, at: end, in: &span, &output) ?? end
    }
}

/// The state that all fields of a row share.
struct RowOutput {
    /// Most rows start where another one ends.
    var times: TimeWriter
    /// The number of bytes that writing a row without texts may overwrite. After a text, at least this many are left.
    let room: Int
    /// Returned in place of a position if a text needs more room.
    static var noRoom: Int { -1 }
}

/// The fields of a row and the texts around them.
private struct RowForm {
    private let chain: FieldChain?
    private var output: RowOutput
    private let first: PackedText
    private let separator: PackedText
    private let end: PackedText

    init(_ writer: RowWriter, of table: ResultTable) {
        let fields = writer.fields.map { FieldWriter($0, syntax: writer.syntax) }
        chain = fields.reversed().reduce(nil) { FieldChain($1, then: $0) }
        (first, separator, end) = (PackedText(writer.first), PackedText(writer.separator), PackedText(writer.end))
        let room = fields.reduce(first.room + separator.room + end.room) { $0 + $1.room }
        output = RowOutput(times: TimeWriter(TimeText(table.header), end: writer.syntax.quote), room: room)
    }

    /// The number of bytes that storing a row without texts may overwrite.
    var room: Int { output.room }

    /// Stores rows while they have room and are less than a piece. Removes them from `rows` and returns the number of bytes.
    mutating func store(_ rows: inout Range<Int>, in bytes: inout [UInt8]) -> Int {
        var (row, count) = (rows.lowerBound, 0)
        var span = bytes.mutableSpan
        while row < rows.upperBound, count < RowWriter.pieceBytes, count + output.room <= span.count {
            // One call for both texts would count a reference.
            let start = row == 0 ? span.put(first, at: count) : span.put(separator, at: count)
            let next = chain?.put(row, at: start, in: &span, &output) ?? start
            guard next != RowOutput.noRoom else { break }
            count = span.put(end, at: next)
            row += 1
        }
        rows = row..<rows.upperBound
        return count
    }
}

/// A part of a table's rows as bytes.
private struct RowPiece {
    private var form: RowForm
    private var bytes: [UInt8]
    private var count = 0
    /// The rows that follow.
    private var rows = 0..<0

    init(_ form: RowForm, rowCount: Int) {
        self.form = form
        bytes = Array(repeating: 0, count: min(RowWriter.pieceBytes, rowCount * form.room) + 4096 + form.room)
    }

    /// The stored rows.
    var text: ArraySlice<UInt8> { bytes[..<count] }

    /// Stores rows in place of the earlier ones, as many as have room.
    mutating func fill(with rows: Range<Int>) {
        self.rows = rows
        fill()
    }

    /// Stores the rows that had no room.
    mutating func fill() {
        count = 0
        while !rows.isEmpty {
            count = form.store(&rows, in: &bytes)
            if count > 0 { break }
            // A row that does not fit into an empty buffer needs a larger one.
            bytes = Array(repeating: 0, count: bytes.count * 2)
        }
    }
}

/// A piece that one thread fills and another one writes.
private final class SharedPiece: Sendable {
    private let piece: Mutex<RowPiece>
    /// The number of rows that nearly fill a piece. They need about a third of the room that they may overwrite.
    let rowCount: Int

    init(_ writer: RowWriter, of table: ResultTable) {
        let form = RowForm(writer, of: table)
        rowCount = max(2 * RowWriter.pieceBytes / form.room, 1)
        piece = Mutex(RowPiece(form, rowCount: table.rowCount))
    }

    func fill(with rows: Range<Int>) { piece.withLock { $0.fill(with: rows) } }

    /// Passes the rows to `write`, also those that had no room.
    func pass(to write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        try piece.withLock { piece in
            while !piece.text.isEmpty {
                try write(piece.text)
                piece.fill()
            }
        }
    }
}

/// Writes the rows of a table for programs.
struct RowWriter: Sendable {
    let fields: [RowField]
    let syntax: FieldSyntax
    /// The texts in front of the first row, between rows and after each row.
    let first: String
    let separator: String
    let end: String

    /// The greatest size of a piece, except for a longer row. The system takes larger pieces in fewer steps, and still larger ones leave
    /// the processor's cache.
    fileprivate static let pieceBytes = 1 << 18
    /// The number of buffers, so that a thread has work while another one writes.
    private static let pieceCount = 4

    /// Passes all rows to `write` in pieces of at most about 256 KB. Two threads store the rows of a long table.
    func render(_ table: ResultTable, _ write: (ArraySlice<UInt8>) throws -> Void) rethrows {
        let piece = SharedPiece(self, of: table)
        let parts = stride(from: 0, to: table.rowCount, by: piece.rowCount).map { $0..<min($0 + piece.rowCount, table.rowCount) }
        let pieces = [piece] + parts.dropFirst().prefix(Self.pieceCount - 1).map { _ in SharedPiece(self, of: table) }
        guard parts.count > 1 else {
            piece.fill(with: 0..<table.rowCount)
            return try piece.pass(to: write)
        }
        let jobs = OrderedWork<Int, Void>(helperCount: 1) { pieces[$0 % Self.pieceCount].fill(with: parts[$0]) }
        defer { jobs.close() }
        for part in parts.indices.prefix(Self.pieceCount) { jobs.add(part) }
        for part in parts.indices {
            while jobs.takeResult(part) == nil { jobs.workOrWait() }
            try pieces[part % Self.pieceCount].pass(to: write)
            if part + Self.pieceCount < parts.count { jobs.add(part + Self.pieceCount) }
        }
    }
}
