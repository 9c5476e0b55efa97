/// A table that a push fills, with its columns in the order in which rows are written. Each row starts with its store and its batch.
@_spi(Guests)
public enum WarehouseTable: String, CaseIterable, Sendable {
    /// The version of these definitions. Tables of another version are refused.
    public static let version = 1

    /// The samples. Times are in milliseconds since 1970, values in the unit that Tally stores.
    case samples
    /// The sums of quarter hours. A row without a source has the sum over all sources, merged.
    case quarters
    case persons
    /// The sources of each metric of a person.
    case sources

    /// The type of a column.
    public enum ColumnType: Sendable {
        case text, integer, real
        /// 0, 1 or another small number.
        case byte
    }

    /// The columns after store and batch.
    public var columns: [(name: String, type: ColumnType)] {
        switch self {
        case .samples:
            [
                ("person", .text), ("type", .text), ("source", .text), ("start", .integer), ("end", .integer), ("value", .real),
                ("unit", .text), ("manual", .byte), ("number", .integer),
            ]
        case .quarters:
            [("person", .text), ("type", .text), ("source", .text), ("quarter", .integer), ("part", .byte)]
                + Self.states.map { ($0, .real) }
        case .persons: [("person", .text), ("zone", .text), ("own_zone", .byte), ("attributes", .text), ("settings", .text)]
        case .sources:
            [
                ("person", .text), ("type", .text), ("source", .text), ("place", .integer), ("user_place", .integer),
                ("class", .integer), ("samples", .integer), ("first_start", .integer), ("last_start", .integer), ("last_end", .integer),
                ("automatic", .byte), ("manual", .byte), ("unit", .text),
            ]
        }
    }

    /// The columns of the state of a quarter hour. Their meaning depends on `part`, the number of a `QuarterPart`.
    static let states = ["a", "b", "c", "d"]

    /// The columns of samples that are read here.
    public static let readColumns = ["start", "end", "value", "source", "manual", "number"]
}

/// A part of a store that is pushed as a whole or not at all.
@_spi(Guests)
public struct WarehousePiece: Sendable {
    /// Identifies a part among those of its store.
    public struct Key: Hashable, Sendable {
        /// The kind of its rows.
        public enum Kind: String, Sendable { case person, sources, rows }

        /// The kind of its rows.
        public var kind: Kind
        /// The id of the person.
        public var person: String
        /// The identifier of the metric; empty for a person.
        public var type: String
        /// The number of the period of the samples; 0 for others.
        public var part: Int64

        /// Creates the key of a part.
        public init(_ kind: Kind, person: String, type: String = "", part: Int64 = 0) {
            (self.kind, self.person, self.type, self.part) = (kind, person, type, part)
        }
    }

    /// The key.
    public var key: Key
    /// The rows of each table that the part has.
    public var tables: [WarehouseTable: TableText] = [:]

    init(_ key: Key) { self.key = key }

    /// A number that is different if the rows are, as far as 64 bits can tell.
    public var digest: UInt64 {
        WarehouseTable.allCases.reduce(0xCBF2_9CE4_8422_2325) { tables[$1]?.digest(from: $0) ?? ($0 &+ 1) }
    }

    /// The number of rows.
    public var rowCount: Int { tables.values.reduce(0) { $0 + $1.rowCount } }
    /// The size of the text of the rows.
    public var byteCount: Int { tables.values.reduce(0) { $0 + $1.bytes.count } }
}
