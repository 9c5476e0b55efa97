import HealthModel
import TerminalText

/// The ranges of a row's texts. A range is empty if the table does not have the column.
struct RowTexts {
    var type = 0..<0
    var source = 0..<0
    var date = 0..<0
    var zone = 0..<0
    var start = 0..<0
    var end = 0..<0
    var value = 0..<0
    var unit = 0..<0
    var created = 0..<0
    var device = 0..<0
    var person = 0..<0
    var personZone = 0..<0
    var details = 0..<0

    /// Copies all texts to `copies`, with the times and values that are the same in all rows, and returns the ranges there.
    func completed(by whole: WholeFields, from bytes: Bytes, in copies: inout [UInt8]) -> RowTexts {
        var all = self
        for path in RowTexts.all {
            let start = copies.count
            copies.append(bytes.extracting(self[keyPath: path]))
            all[keyPath: path] = start..<copies.count
        }
        for (path, text) in whole.rowTexts where !text.isEmpty {
            let start = copies.count
            copies += text
            all[keyPath: path] = start..<copies.count
        }
        return all
    }

    private static var all: [WritableKeyPath<RowTexts, Range<Int>>] {
        [
            \.type, \.source, \.date, \.zone, \.start, \.end, \.value, \.unit, \.created, \.device, \.person, \.personZone,
            \.details,
        ]
    }
}

/// The fields that are the same in all rows of a table. A field is empty if it has a column.
struct WholeFields: Sendable {
    let type: String
    let source: [UInt8]
    let device: [UInt8]
    let unit: [UInt8]
    /// The texts of date, start, end and value.
    private let date: [UInt8]
    private let start: [UInt8]
    private let end: [UInt8]
    private let value: [UInt8]
    /// True if a row is not complete without them.
    let hasRowTexts: Bool

    init(_ texts: [TableField: String]) {
        func bytes(_ field: TableField) -> [UInt8] { texts[field].map { Array($0.utf8) } ?? [] }
        type = texts[.type] ?? ""
        source = bytes(.source)
        device = bytes(.device)
        unit = bytes(.unit)
        date = bytes(.date)
        start = bytes(.start)
        end = bytes(.end)
        value = bytes(.value)
        hasRowTexts = [TableField.date, .start, .end, .value].contains { texts[$0] != nil }
    }

    var rowTexts: [(path: WritableKeyPath<RowTexts, Range<Int>>, text: [UInt8])] {
        [(\.date, date), (\.start, start), (\.end, end), (\.value, value)]
    }
}

extension Span<UInt8> {
    /// Returns `range` without the apostrophe that CSV output adds before formulas.
    ///
    /// It also adds one before formulas that already start with apostrophes.
    func withoutFormulaGuard(_ range: Range<Int>) -> Range<Int> {
        guard let content = range.first(where: { self[$0] != UInt8(ascii: "'") }), content > range.lowerBound,
            startsFormula(at: content, before: range.upperBound)
        else { return range }
        return range.dropFirst()
    }

    /// Returns true if the character at `offset` is one that starts a formula. Wide ones have three bytes.
    private func startsFormula(at offset: Int, before end: Int) -> Bool {
        let length = self[offset] < 0x80 ? 1 : 3
        guard offset + length <= end else { return false }
        return extracting(offset..<(offset + length)).text.unicodeScalars.first.map(SpreadsheetText.startsFormula) == true
    }
}
