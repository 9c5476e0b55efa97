@_spi(Guests) import TallyKit
import Testing
@_spi(Guests) import Warehouses

@Suite("Answers of ClickHouse")
struct AnswerReaderTests {
    private static let whole = """
        {
            "meta": [{"name": "a", "type": "Int64"}, {"name": "b", "type": "String"}],
            "data": [["12345678901234567", "x\\ty\\"\\u00e9\\ud83d\\ude00"], [1.5, null]],
            "rows": 2,
            "statistics": {"elapsed": 0.1, "list": [1, {"x": []}]}
        }

        """

    private func rows(_ text: String) throws -> WarehouseRows { try AnswerReader.rows(in: Array(text.utf8)) }

    @Test("Reads integers of 64 bits, texts with escapes, numbers and nulls")
    func reading() throws {
        let answer = try rows(Self.whole)
        #expect(answer.names == ["a", "b"])
        #expect(answer.rows == [[.text("12345678901234567"), .text("x\ty\"é😀")], [.number(1.5), .null]])
        #expect(answer.rows[0][0].integer == 12_345_678_901_234_567)
    }

    @Test("Every beginning of an answer is torn")
    func beginnings() {
        let bytes = Array(Self.whole.utf8.prefix { $0 != 0 })
        let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
        for count in 0...end {
            #expect(throws: AnswerProblem.torn) { try AnswerReader.rows(in: Array(bytes[..<count])) }
        }
    }

    @Test("An exception after the first rows is an error, not a row")
    func exceptions() {
        let text = Self.whole.prefix(150) + "Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)\n"
        #expect(throws: AnswerProblem.exception(code: 241, text: "Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)")) {
            try rows(String(text))
        }
        let old = "Code: 46, e.displayText() = DB::Exception: Unknown function f, e.what() = DB::Exception"
        #expect(AnswerReader.exception(in: Array(old.utf8)) == .exception(code: 46, text: "Unknown function f"))
    }

    @Test("An exception inside a whole document is an error")
    func exceptionsInDocuments() {
        let text = #"{"meta": [], "data": [], "rows": 0, "exception": "Code: 159. DB::Exception: Timeout exceeded"}"#
        #expect(throws: AnswerProblem.exception(code: 159, text: "Timeout exceeded")) { try rows(text) }
    }

    @Test("A wrong number of rows is torn")
    func counts() {
        #expect(throws: AnswerProblem.torn) { try rows(#"{"meta": [{"name": "a"}], "data": [[1]], "rows": 2}"#) }
        #expect(throws: AnswerProblem.torn) { try rows(#"{"meta": [{"name": "a"}], "data": [[1, 2]], "rows": 1}"#) }
        #expect(throws: AnswerProblem.torn) { try rows(#"{"meta": [{"name": "a"}], "data": [[1]], "rows": 1} x"#) }
        #expect(throws: AnswerProblem.torn) { try rows(#"{"meta": [{"name": "a"}], "data": [[1]]}"#) }
    }

    @Test("Values inside others, deeper than any server sends, are torn and do not fill the stack", arguments: ["[", "{\"x\":"])
    func depth(start: String) {
        let deep = String(repeating: start, count: 100_000)
        #expect(throws: AnswerProblem.torn) { try rows("{\"statistics\":\(deep)") }
    }

    @Test(
        "Values that JSON does not have are torn",
        arguments: ["0x10", ".5", "5.", "+5", "05", "1e", "-", "\"\\*\"", "\"\\u+123\"", "\"\\u-00f\"", "nan", "tru"])
    func notJSON(value: String) {
        #expect(throws: AnswerProblem.torn) { try rows("{\"meta\": [{\"name\": \"a\"}], \"data\": [[\(value)]], \"rows\": 1}") }
    }

    @Test("Numbers of JSON are read", arguments: [("0", 0), ("-0.5e+2", -50), ("10", 10), ("1E2", 100)])
    func numbers(text: String, number: Double) throws {
        #expect(try rows("{\"meta\": [{\"name\": \"a\"}], \"data\": [[\(text)]], \"rows\": 1}").rows == [[.number(number)]])
    }

    @Test("Text with tabs becomes JSON for Spark")
    func sparkRows() throws {
        var text = TableText()
        text.addRow([.text("a\tb\"\\\n\0\u{1}"), .integer(-5)])
        let json = text.json(columns: [("x", true), ("y", false)])
        let fields = try AnswerReader.object(in: Array(json.dropLast()))
        #expect(fields.map(\.name) == ["x", "y"])
        #expect(fields.map(\.value) == [.text("a\tb\"\\\n\0\u{1}"), .number(-5)])
    }
}
