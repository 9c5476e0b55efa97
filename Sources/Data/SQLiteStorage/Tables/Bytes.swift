import Foundation
import GRDB
import SampleStore

extension Row {
    /// Returns the value of a column. Throws if a damaged file has another type there.
    func get<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value {
        try decode(Value.self, atIndex: index)
    }

    /// Returns a time, a count or a number of a change. Throws if a damaged file has one there that no writer reaches.
    func limited(_ index: Int) throws -> Int64 {
        let value: Int64 = try get(index)
        guard StoreLimits.hasPlausible(UInt64(bitPattern: value &+ StoreLimits.greatest)) else { throw ImplausibleNumber(number: value) }
        return value
    }

    /// Returns the start and end of a sample in a column and the next one. Throws if a damaged file has an end before its start.
    func interval(at index: Int) throws -> (start: Int64, end: Int64) {
        let (start, end) = (try limited(index), try limited(index + 1))
        guard start <= end else { throw ImplausibleNumber(number: end) }
        return (start, end)
    }

    /// Calls `body` with the blob of a column without copying it. A missing blob is empty.
    func withBytes<Result>(atIndex index: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
        try withUnsafeData(atIndex: index) { data in
            try body((data ?? Data()).span)
        }
    }

    func bytes(atIndex index: Int) throws -> [UInt8] {
        try withUnsafeData(atIndex: index) { data in data.map { Array($0) } ?? [] }
    }
}

/// A number of a damaged file with which arithmetic could overflow, or an end before its start.
struct ImplausibleNumber: Error {
    var number: Int64
    var explanation: String { "a table contains the time or count \(number), which no store reaches" }
}

extension [UInt8] {
    /// The bytes as a blob.
    var databaseValue: DatabaseValue { Data(self).databaseValue }
}
