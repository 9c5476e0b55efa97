/// The columns of a table that a preset uses, with their headers in one document.
struct PresetColumns {
    /// The names in the preset.
    private(set) var names: [String]
    /// The header of each column; nil if the document does not have it.
    private(set) var headers: [String?]
    private var places: [String: Int] = [:]

    private init(_ table: PresetTable) {
        names = table.usedColumns
        headers = names.map { _ in nil }
        for (index, name) in names.enumerated() { places[name] = index }
    }

    /// The columns of a JSON document, whose keys only the rows show.
    init(keysOf table: PresetTable, in text: String) {
        self.init(table)
        for (index, name) in names.enumerated() {
            let known = table.headers(of: name)
            headers[index] = known.first { text.contains("\"\($0.split(separator: ".").last ?? "")\"") } ?? known.first
        }
    }

    /// Finds the columns in a header. Nil if it lacks one that the table needs.
    init?(_ table: PresetTable, header: [String]) {
        self.init(table)
        let folded = header.map(Self.folded)
        func find(_ name: String) -> Int? {
            for known in table.headers(of: name) {
                if let index = folded.firstIndex(of: Self.folded(known)) { return index }
            }
            return nil
        }
        guard table.needs.allSatisfy({ find($0) != nil }), table.lacks.allSatisfy({ find($0) == nil }) else { return nil }
        for (index, name) in names.enumerated() { headers[index] = find(name).map { header[$0] } }
    }

    /// Returns a name without capitals and spaces, which versions of an app write in different ways.
    static func folded(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace && $0 != "\u{FEFF}" } }

    /// The place of a column among the cells. Nil if the preset does not use it, or if the document does not have it.
    func place(_ name: String?) -> Int? {
        guard let name, let place = places[name], headers[place] != nil else { return nil }
        return place
    }

    /// The header of a column. Nil if the document does not have it.
    func header(_ name: String) -> String? { place(name).flatMap { headers[$0] } }
}

extension PresetTable {
    /// The names of all columns that reading needs, each once.
    fileprivate var usedColumns: [String] {
        var names =
            needs + (start?.columns ?? []) + (end?.columns ?? []) + (day?.columns ?? []) + (clock?.columns ?? [])
            + [sourceColumn, offset].compactMap(\.self)
        names += conditions.map(\.column) + group + metadata.map(\.column)
        if case .column(let name, _)? = length { names.append(name) }
        func add(_ number: PresetNumber) {
            names += [number.column] + [number.unitColumn, number.factor, number.condition?.column].compactMap(\.self)
        }
        for rule in rules {
            switch rule {
            case .sample(_, let number): add(number)
            case .series(_, let number, let instead):
                add(number)
                if let instead { add(instead) }
            case .pressure(let systolic, let diastolic):
                add(systolic)
                add(diastolic)
            case .sleep(let column, _): names += [column].compactMap(\.self)
            case .stages(let column, _, _): names.append(column)
            case .workout(let workout):
                names += [workout.column].compactMap(\.self)
                for total in PresetTotal.allCases { if let number = workout.totals[total] { add(number) } }
            }
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}

extension PresetTable {
    /// The keys whose objects are read as a whole.
    fileprivate var wholeColumns: Set<String> {
        Set(rules.flatMap { rule in if case .series(_, let number, _) = rule { headers(of: number.column) } else { [] as [String] } })
    }
}

/// The first bytes of a document, with which tables are recognized.
struct PresetHead {
    private let bytes: [UInt8]
    private let text: String
    private let isJSON: Bool
    /// The first rows. The header is one of them.
    private let rows: [[String]]

    /// The number of rows among which the header is.
    static let headerLimit = 15

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        text = String(decoding: bytes, as: UTF8.self)
        isJSON = Self.isJSON(bytes)
        var rows: [[String]] = []
        if !isJSON {
            var cells = CellRows(bytes)
            while rows.count < Self.headerLimit, cells.next() { rows.append(cells.texts) }
        }
        self.rows = rows
    }

    static func isJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { !$0.isBlank && ![0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Returns true if the document is one of the table.
    func matches(_ table: PresetTable) -> Bool {
        guard isJSON == (table.rowPaths != nil), table.marks.isEmpty || table.marks.contains(where: text.contains) else { return false }
        guard let paths = table.rowPaths else { return rows.contains { PresetColumns(table, header: $0) != nil } }
        return hasKeys(of: table, paths)
    }

    /// The number of rows whose keys are compared with those that a table needs.
    private static let keyRowLimit = 50

    /// Returns true if the first rows have all keys that a table needs. A key of an object inside of a row is another key.
    private func hasKeys(of table: PresetTable, _ paths: [[String]]) -> Bool {
        let choices = table.needs.map(table.headers)
        guard var rows = JSONRows(bytes, paths: paths, columns: choices.flatMap(\.self), notesKeys: true) else { return false }
        for _ in 0..<Self.keyRowLimit where rows.next() {}
        var first = 0
        return choices.allSatisfy { names in
            defer { first += names.count }
            return (first..<first + names.count).contains { rows.seen?.contains($0) ?? false }
        }
    }

    /// Returns the columns that the document has of the table.
    func keys(of table: PresetTable) -> PresetColumns { PresetColumns(keysOf: table, in: text) }
}

/// The rows of a document, with the cells of the used columns.
struct PresetRows {
    private enum Form {
        case cells(CellRows, places: [Int?], header: [String])
        case objects(JSONRows)
    }

    let columns: PresetColumns
    private var form: Form
    private(set) var cells: [String]
    private(set) var line = 1
    /// The number of lines that repeat the header.
    private(set) var repeatedHeaders = 0
    /// The smallest number of cells of a row so far.
    private var fewestCells = Int.max
    /// True if the last row ends before its last cell.
    private var isCut = false

    /// - Returns: nil if the bytes are not a document of the table.
    init?(_ bytes: [UInt8], of table: PresetTable) {
        let head = PresetHead(Array(bytes.prefix(PresetCatalog.headLength)))
        guard head.matches(table) else { return nil }
        if let paths = table.rowPaths {
            let columns = head.keys(of: table)
            guard let rows = JSONRows(bytes, paths: paths, columns: columns.headers, wholeColumns: table.wholeColumns) else { return nil }
            (self.columns, form, cells) = (columns, .objects(rows), [])
            return
        }
        var rows = CellRows(bytes)
        for _ in 0..<PresetHead.headerLimit {
            guard rows.next() else { return nil }
            let header = rows.texts
            guard let columns = PresetColumns(table, header: header) else { continue }
            let places = columns.headers.map { found in found.flatMap { header.firstIndex(of: $0) } }
            (self.columns, form, cells) = (columns, .cells(rows, places: places, header: header), [])
            return
        }
        return nil
    }

    /// True if commas separate cells.
    var separatesByComma: Bool {
        if case .cells(let rows, _, _) = form { return rows.separatesByComma }
        return false
    }

    /// The texts of all cells of a row. Empty for objects.
    var texts: [String] {
        if case .cells(let rows, _, _) = form { return rows.texts }
        return []
    }

    /// True after a part that is not JSON, and at the end of a truncated table.
    var isBroken: Bool {
        if case .objects(let rows) = form { return rows.isBroken }
        return isCut
    }

    /// Returns the columns of a preset of the user that the table does not have. Presets of the program name the columns of all versions of
    /// an app, and the keys of JSON documents can come in any row.
    func missingColumns(of table: PresetTable) -> [String] {
        guard table.isOfUser, case .cells = form else { return [] }
        return columns.names.filter { columns.header($0) == nil }
    }

    /// Moves to the next row. Returns false at the end.
    mutating func next() -> Bool {
        switch form {
        case .objects(var rows):
            let hasNext = rows.next()
            (cells, line) = (rows.cells, rows.line)
            form = .objects(rows)
            return hasNext
        case .cells(var rows, let places, let header):
            // The array of cells must have one owner, otherwise each row copies it.
            form = .cells(CellRows([]), places: [], header: [])
            defer { form = .cells(rows, places: places, header: header) }
            while rows.next() {
                cells = places.map { $0.map(rows.text) ?? "" }
                line = rows.line
                if rows.isAtOpenEnd, rows.cells.count < min(fewestCells, header.count) {
                    isCut = true
                    return false
                }
                fewestCells = min(fewestCells, rows.cells.count)
                guard rows.cells.count == header.count, rows.text(0) == header[0], rows.texts == header else { return true }
                repeatedHeaders += 1
            }
            return false
        }
    }
}
