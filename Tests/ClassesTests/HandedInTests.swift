import Classes
import Foundation
import Testing

/// Files as students hand them in. Each case is made after public reports about graders of notebooks: renamed, copied, split, moved and
/// deleted cells, other encodings, and notebooks that other programs wrote.
@Suite("Files that are handed in")
struct HandedInTests {
    private func blocks(_ text: String, _ form: AnswerForm = .markdown) throws -> [Int: [String]] {
        try HandedInText(Array(text.utf8), as: form).blocks
    }

    private let sheet = """
        # Questions

        ```tally
        set zone = UTC
        ```

        ## Question 1

        How?

        ```tally
        8210
        ```

        ## Question 2

        ```tally
        sum steps
        ```

        """

    @Test("A block belongs to the question in the heading before it") func headings() throws {
        #expect(try blocks(sheet) == [0: ["set zone = UTC"], 1: ["8210"], 2: ["sum steps"]])
    }

    @Test("Line ends of Windows and old Macs are line feeds", arguments: ["\r\n", "\r"]) func lineEnds(_ end: String) throws {
        #expect(try blocks(sheet.replacing("\n", with: end)) == blocks(sheet))
    }

    @Test("A mark of the encoding, and UTF-16, do not matter") func encodings() throws {
        #expect(try HandedInText([0xEF, 0xBB, 0xBF] + Array(sheet.utf8), as: .markdown).blocks == blocks(sheet))
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
            let bytes = try #require(sheet.data(using: encoding))
            #expect(try HandedInText(mark + Array(bytes), as: .markdown).blocks == blocks(sheet))
        }
    }

    @Test("Text in an old encoding of Windows is read") func oldEncoding() throws {
        let text = try HandedInText(Array("## Question 1\n```tally\n# caf".utf8) + [0xE9] + Array("\n12\n```\n".utf8), as: .markdown)
        #expect(text.blocks[1] == ["# café\n12"])
    }

    @Test("A binary file is refused with advice") func binary() {
        #expect(throws: HandedInText.Unreadable.self) { try HandedInText([0x50, 0x4B, 3, 4, 0, 0], as: .markdown) }
    }

    @Test("A question that was copied has the blocks of both copies, in order") func copies() throws {
        let text = "## Question 1\n```tally\n1\n```\n## Question 2\n```tally\n2\n```\n## Question 1\n```tally\n3\n```\n"
        #expect(try blocks(text) == [1: ["1", "3"], 2: ["2"]])
    }

    @Test("A block without its word is an answer, a block of another language is not") func fences() throws {
        let text = "```\n0\n```\n## Question 1\n```sh\nls\n```\n```\n7\n```\n```tally skip\n8\n```\n"
        #expect(try blocks(text) == [1: ["7"]])
    }

    @Test("Headings of another level or with more words name their question") func renamedHeadings() throws {
        let block = { (number: Int) in "```tally\n\(number)\n```\n" }
        let text = "### question 3: steps\n\(block(1))# My Question 4\n\(block(2))## The answer to question 1\n\(block(3))"
        // The last heading is not that of a question, so its block belongs to the question before it.
        #expect(try blocks(text) == [3: ["1"], 4: ["2", "3"]])
    }

    @Test("A script is cut at its comments") func script() throws {
        let text = "set zone = UTC\n# Question 1\nsum steps\n# a remark\n\n# question 2\n12\n"
        #expect(try blocks(text, .script) == [0: ["set zone = UTC"], 1: ["sum steps\n# a remark\n"], 2: ["12\n"]])
    }

    @Test("A script with the blocks of a sheet is read like a sheet") func scriptOfSheet() throws {
        #expect(try blocks(sheet, .script) == blocks(sheet))
    }

    @Test("An answer outside of its block is noticed, and the text of the question is not") func outside() throws {
        let outside = { (text: String) in
            try HandedInText(Array("## Question 1\n\nHow many?\n\n\(text)\n\n## Question 2\n\nHow?\n".utf8), as: .markdown).outside
        }
        #expect(try outside("```tally\n```") == [])
        #expect(try outside("```tally\n```\n\n8210") == [1])
        #expect(try outside("```python\nprint(8210)\n```") == [1])
    }

    @Test("The mark of a sheet is found, and a damaged one is not") func marks() throws {
        #expect(try HandedInText(Array("<!-- tally sheet abc12 -->\n".utf8), as: .markdown).sheet == "abc12")
        #expect(try HandedInText(Array("<!-- tally sheet <b> -->\n".utf8), as: .markdown).sheet == nil)
    }

    // MARK: Notebooks

    private func notebook(_ cells: String...) throws -> [Int: [String]] {
        try blocks("{\"cells\":[\(cells.joined(separator: ","))],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":5}", .notebook)
    }

    private func heading(_ number: Int) -> String { ##"{"cell_type":"markdown","source":["# Question \##(number)\n","\n","How?"]}"## }

    @Test("A notebook that never ran has its answers") func neverRun() throws {
        let cell = #"{"cell_type":"code","id":"question-1","source":["sum steps\n","  yesterday"],"outputs":[],"execution_count":null}"#
        #expect(try notebook(heading(1), cell) == [1: ["sum steps\n  yesterday"]])
    }

    @Test("A cell that was moved keeps its question, and a new one has that of its place") func movedCells() throws {
        let first = #"{"cell_type":"code","id":"question-1","source":"1"}"#
        let second = #"{"cell_type":"code","id":"question-2","source":"2"}"#
        let new = #"{"cell_type":"code","id":"f00d","source":"3"}"#
        #expect(try notebook(second, heading(1), heading(2), new, first) == [1: ["1"], 2: ["2", "3"]])
    }

    @Test("Two cells with one id, as some editors copy them, are both answers") func copiedCells() throws {
        let cell = { (text: String) in #"{"cell_type":"code","id":"question-1","source":"\#(text)"}"# }
        #expect(try notebook(heading(1), cell("1"), cell("2")) == [1: ["1", "2"]])
    }

    @Test("Cells without ids have the question of the heading before them") func withoutIds() throws {
        let cell = { (text: String) in #"{"cell_type":"code","source":"\#(text)"}"# }
        #expect(try notebook(heading(1), cell("1"), heading(2), cell("2")) == [1: ["1"], 2: ["2"]])
    }

    @Test("A damaged notebook is refused with advice", arguments: ["", "{", "[]", #"{"cells":1}"#, #"{"worksheets":[]}"#])
    func damaged(_ text: String) {
        #expect(throws: HandedInText.Unreadable.self) { try HandedInText(Array(text.utf8), as: .notebook) }
    }
}

@Suite("Numbers that students write")
struct WrittenNumberTests {
    @Test(
        "Units, signs and separators of thousands do not matter",
        arguments: [
            ("8210", [8210]), ("8,210.5", [8210.5]), ("1,008,210", [1_008_210]), ("8210 steps", [8210]), ("8'210", [8210]),
            ("8 210", [8210]), ("8 210,5", [8210.5]), ("97.1%", [97.1]), ("97.1 %", [97.1]), ("-3.5", [-3.5]), ("= 12", [12]),
            ("  7.52 h ", [7.52]), ("12 beats per minute", [12]), ("8210 # from the table", [8210]), ("**108.3**", [108.3]),
            ("`108.3`", [108.3]), (".267", [0.267]), ("108.3 bpm", [108.3]), ("~108", [108]), ("about 108", [108]), ("ca. 108", [108]),
            ("Answer: 108.3", [108.3]), ("**Answer:** 108.3 kcal.", [108.3]), ("steps = 8210", [8210]), ("8210.", [8210]),
        ])
    func written(_ text: String, _ values: [Double]) { #expect(WrittenNumber(text[...])?.readings == values) }

    @Test(
        "A point or a comma is read in all ways that are possible, the English one first",
        arguments: [
            ("10.582,5", [10582.5]), ("10,582.5", [10582.5]), ("8,2", [8.2]), ("8,21", [8.21]), ("8.210.300", [8_210_300]),
            ("12,3456", [12.3456]), ("0,267", [0.267]), ("1234,567", [1234.567]), ("10.582", [10.582, 10582]), ("10,582", [10582, 10.582]),
            ("8,210 steps", [8210, 8.21]),
        ])
    func points(_ text: String, _ values: [Double]) { #expect(WrittenNumber(text[...])?.readings == values) }

    @Test("Hours and minutes are hours", arguments: ["7:30", "7 h 30 min", "7h30", "7 hours 30 minutes"])
    func hours(_ text: String) throws {
        let number = try #require(WrittenNumber(text[...]))
        #expect(number.readings == [7.5])
        #expect(number.unit == "h")
    }

    @Test("A text that cannot be one number is not guessed", arguments: ["1,2,3", "8.21.0", "1,2.3,4", "8.210.300,5,1"])
    func unclear(_ text: String) { #expect(WrittenNumber(text[...])?.readings == []) }

    @Test(
        "The last digit that was written is known",
        arguments: [
            ("8210", 1), ("18.40", 0.01), ("10.582,5", 0.1), ("14.5k", 100), ("3.983e2", 0.1), ("6 h 49 min", 1.0 / 60),
        ] as [(String, Double)])
    func lastDigit(_ text: String, _ size: Double) throws {
        let digit = try #require(WrittenNumber(text[...])?.lastDigits.first)
        #expect(abs(digit - size) < 1e-9)
    }

    @Test(
        "Statements are not numbers",
        arguments: [
            "sum steps", "", "steps 12", "let a = 5", "set a = 5", "12 + 3", "5 | top 3", "12; quit",
            "sum steps where value = 5", "sum steps today anchor 10:00",
        ])
    func statements(_ text: String) { #expect(WrittenNumber(text[...]) == nil) }
}

@Suite("Names of students")
struct StudentNameTests {
    @Test("Names become different folders that are safe on every system")
    func folders() {
        let names = ["Ann Lee", "ann lee", "../../etc", "Zoë", "con", "a/b\u{1B}[31m", "💡", "Ann-Lee-2", "José", "Jose\u{301}"]
        #expect(
            StudentNames.folders(for: names)
                == ["Ann-Lee", "ann-lee-2", "etc", "Zoë", "con-1", "a-b-31m", "student", "Ann-Lee-2-2", "José", "José-2"])
    }
}
