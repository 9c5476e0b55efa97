import HealthModel
import QueryPlan

/// The statement for the head of a query: its rows before all stages.
///
/// It is for a program that sends the statement to a database and turns the rows into a ``ResultTable``, on which the engine runs the
/// stages. `explain sql` shows times as text; here they are milliseconds, and ``columns`` says what each column of the rows is.
package struct SQLHead: Sendable {
    /// A table that is not part of the statement. The database must have it, under this name, when it runs the statement.
    package struct Table: Sendable {
        package enum Value: Hashable, Sendable {
            case null
            case integer(Int64)
            case text(String)
        }

        /// The type of a column. All columns can have nulls.
        package enum ColumnType: Sendable { case integer, text }

        package var name: String
        package var columns: [(name: String, type: ColumnType)]
        package var rows: [[Value]]
    }

    /// The meaning of a column of the rows.
    package enum Role: Hashable, Sendable {
        /// The start and the end of a row in milliseconds since 1970, or null if they are unknown. Rows without time lack these columns.
        ///
        /// If people with different days are combined, this is local time, written as if in UTC (S14.4).
        case start, end
        /// The index of the row's time zone in ``Cohort/plans``, for rows of people with different days.
        case zone
        /// A column of ``ResultTable/keys``, by its index. Keys are the text of an interval, then profiles, then ``Plan/splits``.
        case key(Int)
        /// A measure, by its index, in the unit of its column: a number, or null. Times of measures are milliseconds since 1970.
        case measure(Int)
        /// `true` or `false` as text.
        case partial
    }

    package enum ValueType: Sendable {
        case integer, number, text
        /// `true` or `false` as text.
        case answer
    }

    package struct Column: Sendable {
        package var name: String
        package var role: Role
        package var type: ValueType
    }

    /// The statement, without a semicolon at its end. Its rows are in the order of the answer.
    package var statement: String
    /// The tables that were too long for the statement; empty if it has all of them.
    package var tables: [Table]
    /// The columns of the rows, in their order. All rows of the answer are there, also those without samples.
    package var columns: [Column]
}

extension SQLText {
    /// Returns the statement for the rows of the query before its stages.
    ///
    /// - Parameter longest: The greatest number of rows of a table in the statement. Longer tables, such as the edges of a year of hours,
    ///   are in ``SQLHead/tables``. If it is nil, the statement has all tables.
    package func head(longest: Int? = nil) throws(SQLRefusal) -> SQLHead {
        try refuseWhatTheTableLacks(after: [])
        guard case .statistics(let measures) = plan.subject else {
            throw SQLRefusal(
                .subject, "a list of samples has no rows of statistics", help: "ask for statistics, such as `count` by hour")
        }
        let statistics = SQLStatistics(plan, measures: measures, stages: [], facts: facts, dialect: dialect)
        var query = SQLQuery(dialect, longest: longest)
        let (text, columns) = try statistics.head(in: &query)
        return SQLHead(statement: try statement(of: text), tables: query.sent, columns: columns)
    }
}

extension SQLHead.Table {
    /// Returns a table of SQL literals; nil if one of them is neither an integer nor a plain text.
    init?(_ name: String, columns: [String], rows: [[String]]) {
        var values: [[Value]] = []
        for row in rows {
            let cells = row.compactMap(Self.value)
            guard cells.count == row.count else { return nil }
            values.append(cells)
        }
        self.name = name
        self.columns = columns.enumerated().map { index, column in
            let isText = values.contains { if case .text = $0[index] { true } else { false } }
            return (column.filter { $0 != "\"" }, isText ? .text : .integer)
        }
        self.rows = values
    }

    private static func value(_ literal: String) -> Value? {
        if literal == "NULL" { return .null }
        if let number = Int64(literal) { return .integer(number) }
        let tokens = SQLTokens.tokens(of: literal)
        guard tokens.count == 1, tokens[0].kind == .text else { return nil }
        return .text(String(literal.dropFirst().dropLast()).replacing("''", with: "'"))
    }
}

extension SplitKey {
    /// True for the values of a quantity, also without a unit.
    var isOfNumbers: Bool {
        switch self {
        case .value, .ranges: true
        default: false
        }
    }
}
