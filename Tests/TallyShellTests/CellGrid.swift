import TerminalText

/// A minimal ECMA-48 terminal with cells, a cursor with delayed wrapping, and the control sequences that the shell sends.
struct CellGrid {
    let columns: Int
    let rows: Int
    private(set) var cells: [[String]]
    private(set) var cursor = (row: 0, column: 0)
    private var waitsToWrap = false

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The rows without trailing spaces.
    var text: [String] {
        cells.map { row in
            let joined = row.joined()
            return String(joined[..<(joined.lastIndex { $0 != " " }.map { joined.index(after: $0) } ?? joined.startIndex)])
        }
    }

    mutating func feed(_ bytes: String) {
        var input = Array(bytes.unicodeScalars)[...]
        while let scalar = input.popFirst() {
            switch scalar {
            case "\r": (cursor.column, waitsToWrap) = (0, false)
            case "\n": lineFeed()
            case "\u{1B}":
                precondition(input.popFirst() == "[")
                let parameters = input.prefix { !$0.properties.isAlphabetic }
                input = input.dropFirst(parameters.count)
                if let final = input.popFirst() { run(final, count: Int(String(String.UnicodeScalarView(parameters)))) }
            default: put(scalar)
            }
        }
    }

    private mutating func run(_ final: Unicode.Scalar, count: Int?) {
        switch final {
        case "A": cursor.row = max(0, cursor.row - (count ?? 1))
        case "B": cursor.row = min(rows - 1, cursor.row + (count ?? 1))
        case "C": cursor.column = min(columns - 1, cursor.column + (count ?? 1))
        case "K": erase(row: cursor.row, from: cursor.column)
        case "J":
            erase(row: cursor.row, from: cursor.column)
            for row in (cursor.row + 1)..<max(rows, cursor.row + 1) { erase(row: row, from: 0) }
        case "m": return
        default: preconditionFailure("The shell sends no CSI \(final)")
        }
        waitsToWrap = false
    }

    private mutating func erase(row: Int, from column: Int) {
        for index in column..<columns { cells[row][index] = " " }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = ScreenText.width(String(scalar), in: .editor)
        guard width > 0 else {
            let column = waitsToWrap ? cursor.column : cursor.column - 1
            if column >= 0 { cells[cursor.row][column].unicodeScalars.append(scalar) }
            return
        }
        if waitsToWrap || cursor.column + width > columns {
            cursor.column = 0
            waitsToWrap = false
            lineFeed()
        }
        cells[cursor.row][cursor.column] = String(scalar)
        if width == 2 { cells[cursor.row][cursor.column + 1] = "" }
        waitsToWrap = cursor.column + width == columns
        cursor.column = min(columns - 1, cursor.column + width)
    }

    private mutating func lineFeed() {
        if cursor.row < rows - 1 {
            cursor.row += 1
        } else {
            cells.removeFirst()
            cells.append(Array(repeating: " ", count: columns))
        }
    }
}
