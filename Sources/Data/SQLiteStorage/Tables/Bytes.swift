import Foundation
import GRDB

extension Row {
    /// Returns the value of a column. Throws if a damaged file has another type there.
    func get<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value {
        try decode(Value.self, atIndex: index)
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

extension [UInt8] {
    /// The bytes as a blob.
    var databaseValue: DatabaseValue { Data(self).databaseValue }
}
