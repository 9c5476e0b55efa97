/// A row of an answer. Its values are checked before use, because a server can send anything.
struct AnswerRow {
    private let values: [WarehouseValue]
    private let place: String

    /// The times of years with four digits, in milliseconds since 1970.
    private static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Returns the rows of an answer. Throws if one of them does not have all columns that were asked for.
    static func all(_ rows: [[WarehouseValue]], columns: Int, place: String) throws(WarehouseFailure) -> [AnswerRow] {
        guard rows.allSatisfy({ $0.count == columns }) else {
            throw .unexpected(place: place, reason: "a row does not have the \(columns) columns that were asked for")
        }
        return rows.map { AnswerRow(values: $0, place: place) }
    }

    subscript(_ column: Int) -> WarehouseValue { values[column] }
    subscript(_ columns: Range<Int>) -> ArraySlice<WarehouseValue> { values[columns] }

    /// Returns a whole number. Throws if the value is another one, or out of range.
    func number(_ column: Int, in range: ClosedRange<Int64>, _ what: String) throws(WarehouseFailure) -> Int64 {
        guard let number = values[column].integer, range.contains(number) else {
            throw .unexpected(place: place, reason: "a row has no \(what), or one out of range")
        }
        return number
    }

    /// Returns a time in milliseconds since 1970.
    func time(_ column: Int) throws(WarehouseFailure) -> Int64 { try number(column, in: Self.times, "time") }

    /// Returns the start and the end of a sample, or of a bucket.
    func times(_ start: Int, _ end: Int) throws(WarehouseFailure) -> (start: Int64, end: Int64) {
        let times = (start: try time(start), end: try time(end))
        guard times.start <= times.end else { throw .unexpected(place: place, reason: "a row ends before it starts") }
        return times
    }
}
