import QueryVocabulary

/// The ways in which databases differ that a statement depends on.
struct SQLTraits {
    /// How a character is written by its number.
    enum Characters {
        /// A function of the number.
        case function(String)
        /// The function `char` of the bytes in UTF-8.
        case bytes
        /// An escape in a text.
        case escape
    }

    /// The definition of the table of samples.
    var table: String
    /// The definition of the table of samples of several people, if the other lacks the person.
    var otherTable: String?
    var tableOfPersons: String { otherTable ?? table }
    /// The types of texts and of numbers with a fraction, in columns without and with nulls.
    var types: (text: (name: String, nullable: String), number: (name: String, nullable: String)) =
        (text: ("TEXT", "TEXT"), number: ("REAL", "REAL"))
    var integer = "INTEGER"
    /// The end of the definition of a small table.
    var engine = ""
    /// True if the table has the column `person`.
    var hasPersons = true
    /// A sentence about the table.
    var note = ""
    /// Other words for those of portable SQL.
    var words: [String: String] = [:]
    var identifierQuote: Unicode.Scalar = "\""
    /// True if a backslash in a text or a name starts an escape.
    var escapesWithBackslash = false
    /// The suffix that makes a number with a fraction a double; nil if it is one without.
    var doubleSuffix: String?
    /// True if integers of more than 32 bits have no sign.
    var castsLongIntegers = false
    /// True if `UNION` must be followed by `DISTINCT` or `ALL`.
    var namesDistinctUnions = false
    /// True if a column of a join keeps the name of its table, as in `b.bucket`.
    var keepsQualifiers = false
    var characters = Characters.function("char")
    /// Returns a name in quotes.
    func quoted(_ name: String) -> String { "\(identifierQuote)\(name)\(identifierQuote)" }

    /// The end of a statement, before the semicolon.
    var ending = ""
    /// Joins the numbers from 0 up to a count to each row, as the column `n`; nil if tables are always written in full.
    var numbers: (@Sendable (_ count: String) -> String)?
    /// The maximum number of bytes of a statement; nil if there is none.
    var limit: Int?
}

extension SQLDialect {
    var traits: SQLTraits {
        switch self {
        case .portable:
            SQLTraits(
                table: #"CREATE TABLE samples(type TEXT, source TEXT, start REAL, "end" REAL, value REAL, unit TEXT)"#,
                otherTable: SQLDialect.sqlite.traits.table, hasPersons: false,
                note:
                    "Times are in seconds since 1970. REAL is a double in SQLite. Use DOUBLE PRECISION in databases whose REAL is shorter.")
        case .sqlite:
            SQLTraits(
                table: #"CREATE TABLE samples(person TEXT, type TEXT, source TEXT, start REAL, "end" REAL, value REAL, unit TEXT)"#,
                note: "Times are in seconds since 1970.")
        case .duckdb:
            SQLTraits(
                table: #"CREATE TABLE samples(person TEXT, type TEXT, source TEXT, start DOUBLE, "end" DOUBLE, value DOUBLE, unit TEXT)"#,
                types: (text: ("TEXT", "TEXT"), number: ("DOUBLE", "DOUBLE")), note: "Times are in seconds since 1970.",
                characters: .function("chr"))
        case .clickhouse:
            SQLTraits(
                table: "CREATE TABLE samples(person String, type String, source String, start Float64, \"end\" Float64, value Float64, "
                    + "unit String, number Int64) ENGINE = MergeTree ORDER BY (person, type, start)",
                types: (text: ("String", "Nullable(String)"), number: ("Float64", "Nullable(Float64)")), integer: "Int64",
                engine: " ENGINE = MergeTree ORDER BY person",
                note: "Times are in seconds since 1970. `number` is the order of insertion.",
                words: ["BIGINT": "Nullable(Int64)", "TEXT": "Nullable(String)", "rowid": "number"], escapesWithBackslash: true,
                castsLongIntegers: true, namesDistinctUnions: true, keepsQualifiers: true, characters: .bytes,
                ending: "\nSETTINGS join_use_nulls = 1, prefer_column_name_to_alias = 1, aggregate_functions_null_for_empty = 1, "
                    + "query_plan_max_optimizations_to_apply = 1000000",
                numbers: { "\nARRAY JOIN range(toUInt64(COALESCE(\($0), 0))) AS n" }, limit: 262_144)
        case .sparkSQL:
            SQLTraits(
                table: "CREATE TABLE samples(person STRING, type STRING, source STRING, start DOUBLE, `end` DOUBLE, value DOUBLE, "
                    + "unit STRING, number BIGINT)",
                types: (text: ("STRING", "STRING"), number: ("DOUBLE", "DOUBLE")), integer: "BIGINT",
                note: "Times are in seconds since 1970. `number` is the order of insertion.", words: ["TEXT": "STRING", "rowid": "number"],
                identifierQuote: "`", escapesWithBackslash: true, doubleSuffix: "D", characters: .escape,
                numbers: { "\nLATERAL VIEW EXPLODE(SEQUENCE(0L, \($0) - 1)) AS n" })
        }
    }
}
