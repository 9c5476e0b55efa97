/// Writes an SQLite file from its first byte to its last, without SQLite.
///
/// The first page has the page number of each table, which is known only after the tables. So a file is written twice: first to nowhere,
/// and then with the places that this found. Tables have no indexes.
struct DatabaseWriter {
    enum Value {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])
    }

    /// The places of the tables of a file, by name, and its size.
    struct Layout: Equatable {
        var roots: [String: Int] = [:]
        var pageCount = 1
    }

    /// The first page has the texts of all tables.
    private static let pageSize = 32_768

    private let sink: ByteSink
    private(set) var layout = Layout()
    private(set) var byteCount = 0

    /// Starts a file and writes its first page.
    ///
    /// - Parameters:
    ///   - tables: The name of each table and the text that creates it.
    ///   - layout: The layout that the file will have.
    init(tables: [(name: String, text: String)], version: UInt64, layout: Layout, sink: @escaping ByteSink) throws {
        self.sink = sink
        let cells = tables.enumerated().map { index, table in
            DatabaseWriter.cell(
                Int64(index + 1),
                [
                    .text("table"), .text(table.name), .text(table.name), .integer(Int64(layout.roots[table.name] ?? 2)),
                    .text(table.text),
                ])
        }
        var header: [UInt8] = Array("SQLite format 3\0".utf8)
        header.append(big: UInt64(DatabaseWriter.pageSize), 2)
        header += [1, 1, 0, 64, 32, 32]
        header.append(big: 1, 4)
        header.append(big: UInt64(layout.pageCount), 4)
        // No free pages, a schema that changed once, form 4 of the schema, UTF-8, and the version.
        for number: UInt64 in [0, 0, 1, 4, 0, 0, 1, version, 0, 0] { header.append(big: number, 4) }
        header += [UInt8](repeating: 0, count: 20)
        header.append(big: 1, 4)
        header.append(big: 3_045_000, 4)
        precondition(cells.reduce(0) { $0 + $1.count + 2 } < DatabaseWriter.pageSize - 120, "the tables fit on a page")
        try put(DatabaseWriter.page(kind: 0x0D, cells, header: header))
    }

    /// Writes the rows that `body` adds, in the order of their ids, which count from 1.
    mutating func addTable(_ name: String, _ body: (inout Rows) throws -> Void) throws {
        var rows = Rows()
        var children: [Child] = []
        // The rows are added to a list that is emptied when it fills a page.
        rows.flush = { [sink] cells, last, number in
            try sink(DatabaseWriter.page(kind: 0x0D, cells)[...])
            children.append(Child(page: number, last: last))
        }
        rows.nextPage = layout.pageCount + 1
        try body(&rows)
        try rows.finish()
        byteCount += (rows.nextPage - layout.pageCount - 1) * DatabaseWriter.pageSize
        layout.pageCount = rows.nextPage - 1
        while children.count > 1 { children = try parents(of: children) }
        layout.roots[name] = children[0].page
    }

    /// A page and the last row id on it and below.
    private struct Child {
        var page: Int
        var last: Int64
    }

    private mutating func parents(of children: [Child]) throws -> [Child] {
        var parents: [Child] = []
        for first in stride(from: 0, to: children.count, by: 1000) {
            let part = children[first..<min(first + 1000, children.count)]
            let cells = part.dropLast().map { child in
                var cell: [UInt8] = []
                cell.append(big: UInt64(child.page), 4)
                cell.append(varint: UInt64(child.last))
                return cell
            }
            guard let last = part.last else { break }
            try put(DatabaseWriter.page(kind: 0x05, cells, last: last.page))
            layout.pageCount += 1
            parents.append(Child(page: layout.pageCount, last: last.last))
        }
        return parents
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        try sink(bytes[...])
        byteCount += bytes.count
    }

    // MARK: - Rows

    /// The rows of a table as they are added.
    struct Rows {
        private(set) var count: Int64 = 0
        private var cells: [[UInt8]] = []
        private var size = 0
        fileprivate var nextPage = 0
        fileprivate var flush: (_ cells: [[UInt8]], _ last: Int64, _ page: Int) throws -> Void = { _, _, _ in }

        mutating func add(_ values: [Value]) throws {
            let cell = DatabaseWriter.cell(count + 1, values)
            if size + cell.count + 2 > DatabaseWriter.pageSize - 8 { try finish() }
            count += 1
            cells.append(cell)
            size += cell.count + 2
        }

        /// Writes the page of the last rows. A table without rows has an empty page.
        fileprivate mutating func finish() throws {
            try flush(cells, count, nextPage)
            nextPage += 1
            cells.removeAll(keepingCapacity: true)
            size = 0
        }
    }

    private static func cell(_ id: Int64, _ values: [Value]) -> [UInt8] {
        var kinds: [UInt8] = []
        var content: [UInt8] = []
        for value in values {
            switch value {
            case .null: kinds.append(0)
            case .integer(let number):
                kinds.append(6)
                content.append(big: UInt64(bitPattern: number), 8)
            case .real(let number):
                kinds.append(7)
                content.append(big: number.bitPattern, 8)
            case .text(let text):
                kinds.append(varint: UInt64(13 + 2 * text.utf8.count))
                content += Array(text.utf8)
            case .blob(let bytes):
                kinds.append(varint: UInt64(12 + 2 * bytes.count))
                content += bytes
            }
        }
        var header: [UInt8] = []
        // The size counts itself.
        header.append(varint: UInt64(kinds.count + (kinds.count < 126 ? 1 : 2)))
        var cell: [UInt8] = []
        cell.append(varint: UInt64(header.count + kinds.count + content.count))
        cell.append(varint: UInt64(bitPattern: id))
        return cell + header + kinds + content
    }

    /// Returns a page with its cells at the end, the first one last.
    private static func page(kind: UInt8, _ cells: [[UInt8]], last: Int? = nil, header: [UInt8] = []) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: pageSize)
        page.replaceSubrange(0..<header.count, with: header)
        var end = pageSize
        var places: [UInt8] = []
        for cell in cells {
            end -= cell.count
            page.replaceSubrange(end..<end + cell.count, with: cell)
            places.append(big: UInt64(end), 2)
        }
        var head: [UInt8] = [kind]
        head.append(big: 0, 2)
        head.append(big: UInt64(cells.count), 2)
        head.append(big: UInt64(end), 2)
        head.append(0)
        if let last { head.append(big: UInt64(last), 4) }
        page.replaceSubrange(header.count..<header.count + head.count + places.count, with: head + places)
        return page
    }
}

extension [UInt8] {
    fileprivate mutating func append(big number: UInt64, _ count: Int) {
        for place in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    /// Appends a number in groups of seven bits, the highest first. It is below 2⁵⁶.
    fileprivate mutating func append(varint number: UInt64) {
        var groups = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            groups.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        append(contentsOf: groups.reversed())
    }
}
