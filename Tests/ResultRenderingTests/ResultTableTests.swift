import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import Testing

@Suite("All parts of a result table have one entry for each row")
struct ResultTableTests {
    private static func column(_ name: String, _ values: [Double?], texts: [String?]? = nil, partial: [Bool]? = nil) -> ValueColumn {
        var column = ValueColumn(
            ColumnInfo(name: name, metric: "stepCount", aggregate: "sum", unit: "count", isAdditive: true),
            values: values, texts: texts)
        column.partial = partial
        return column
    }

    @Test("Only times and partial marks can be missing")
    func even() {
        #expect(ResultTable.unevenPart(ofRows: 2) == nil)
        #expect(
            ResultTable.unevenPart(
                ofRows: 2, starts: [0, 1], ends: [1, 2], partial: [false, true], keys: [KeyColumn(name: "source", values: [nil, nil])],
                columns: [Self.column("sum", [1, nil], texts: [nil, "b"], partial: [true, false])]) == nil)
    }

    @Test("A part with a different length is reported")
    func uneven() {
        #expect(ResultTable.unevenPart(ofRows: 2, starts: [0], ends: [1, 2]) == "starts")
        #expect(ResultTable.unevenPart(ofRows: 2, starts: [0, 1]) == "ends")
        #expect(ResultTable.unevenPart(ofRows: 2, ends: [1, 2]) == "starts")
        #expect(ResultTable.unevenPart(ofRows: 2, partial: [true]) == "partial")
        #expect(ResultTable.unevenPart(ofRows: 2, keys: [KeyColumn(name: "source", values: [])]) == "key `source`")
        let even = Self.column("sum", [1, 2])
        #expect(ResultTable.unevenPart(ofRows: 2, columns: [even, Self.column("max", [1])]) == "column `max`")
        #expect(ResultTable.unevenPart(ofRows: 2, columns: [Self.column("max", [1, 2], texts: ["a"])]) == "column `max`")
        #expect(ResultTable.unevenPart(ofRows: 2, columns: [Self.column("max", [1, 2], partial: [])]) == "column `max`")
    }

    /// Two days of two sources, with a separate mark for each row in the second column.
    private static var sources: ResultTable {
        ResultTable(
            kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 4, starts: [0, 0, 86_400_000, 86_400_000],
            ends: [86_400_000, 86_400_000, 172_800_000, 172_800_000], partial: [false, false, true, true],
            keys: [KeyColumn(name: "source", values: [.text("a"), .text("b"), .text("a"), .text("b")])],
            columns: [column("sum", [1, 2, 3, 4]), column("previous", [5, 6, 7, 8], partial: [false, true, false, true])])
    }

    @Test("Rows are kept with all their parts, in the requested order")
    func keeping() {
        var table = Self.sources
        table.countsPartial = true
        let kept = table.keeping([3, 0])
        #expect(kept.rowCount == 2 && kept.starts == [86_400_000, 0] && kept.ends == [172_800_000, 86_400_000])
        #expect(kept.partial == [true, false] && kept.keys[0].values == [.text("b"), .text("a")])
        #expect(kept.columns.map(\.values) == [[4, 1], [8, 5]] && kept.columns[1].partial == [true, false])
        #expect(kept.countsPartial)
        #expect(table.keeping([]).rowCount == 0)
    }

    @Test("A wide table has a column for each source, also if columns have separate marks")
    func wide() {
        let lines = ResultRenderer.text(of: Self.sources, as: .wide).split(separator: "\n").filter { $0.hasPrefix("1970-") }
        let cells = lines.map { $0.split(separator: " ").map(String.init).filter { Double($0) != nil } }
        #expect(cells == [["1", "2", "5", "6"], ["3", "4", "7", "8"]])
    }
}
