import CalendarIntervals
import HealthModel

/// The rows of an answer as text. Null is an empty text.
package struct TextRows: Equatable {
    package var columns: [String]
    package var cells: [[String]]

    package init(columns: [String], cells: [[String]]) {
        self.columns = columns
        self.cells = cells
    }

    /// Reads CSV in the format of RFC 4180.
    package init(csv: String) {
        var rows: [[String]] = [[]]
        var cell = ""
        var isQuoted = false
        var previous: Unicode.Scalar?
        for scalar in csv.unicodeScalars {
            switch scalar {
            case "\"":
                // A quote after the end of a quoted cell is an escaped quote.
                if !isQuoted, previous == "\"" { cell.unicodeScalars.append(scalar) }
                isQuoted.toggle()
            case "," where !isQuoted:
                rows[rows.count - 1].append(cell)
                cell = ""
            case "\n" where !isQuoted:
                rows[rows.count - 1].append(cell)
                cell = ""
                rows.append([])
            default: cell.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        columns = rows.first ?? []
        cells = rows.dropFirst().filter { !$0.isEmpty }
    }

    /// Compares these rows with the expected ones. Returns the difference, or nil. Numbers may differ in the tenth digit.
    ///
    /// - Parameter scale: For a column, a size whose tenth digit may differ, too.
    package func difference(from expected: TextRows, scale: (String) -> Double = { _ in 0 }) -> String? {
        if columns != expected.columns { return "columns \(expected.columns) expected, \(columns) found" }
        if cells.count != expected.cells.count { return "\(expected.cells.count) rows expected, \(cells.count) found" }
        for (row, (found, wanted)) in zip(cells, expected.cells).enumerated() {
            for (column, (a, b)) in zip(columns, zip(found, wanted)) where !Self.isClose(a, b, scale: scale(column)) {
                return "row \(row), \(column): \(b.isEmpty ? "null" : b) expected, \(a.isEmpty ? "null" : a) found; \(wanted) \(found)"
            }
        }
        return nil
    }

    /// Compares milliseconds, as in SQL, with a time in csv: an instant, or a time of day in seconds. Nil if `text` is not a time.
    private static func isTime(_ milliseconds: Double, _ text: String) -> Bool? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        if text.count == 8, parts.count == 3 {
            let difference = abs(milliseconds / 1000 - Double(parts[0] * 3600 + parts[1] * 60 + parts[2]))
                .truncatingRemainder(dividingBy: 86_400)
            return min(difference, 86_400 - difference) <= 0.501
        }
        guard text.contains("T"), let reading = ISO8601.read(text) else { return nil }
        return milliseconds == Double(reading.instant(in: .utc).milliseconds)
    }

    private static func isClose(_ a: String, _ b: String, scale: Double) -> Bool {
        if a == b { return true }
        if let found = Double(a), let isSame = isTime(found, b) { return isSame }
        guard let a = Double(a), let b = Double(b) else { return false }
        return abs(a - b) <= 1e-9 * max(abs(a), abs(b), scale)
    }
}
