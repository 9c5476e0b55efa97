import HealthModel
import QueryPlan
import TerminalText

/// The keys of rows as text for people.
enum KeyText {
    /// Returns a key of a column as shown in a cell.
    ///
    /// - Parameter isCount: True in lists, where numbers are counts. Elsewhere they are names, such as years and hours.
    static func text(of value: KeyValue?, in column: KeyColumn, isCount: Bool = false) -> String {
        switch value {
        case .integer(let count)? where isCount: NumberText.rounded(Double(count), decimals: 0)
        case .text(let text)? where column.listing == .time: time(text)
        case .text(let text)?: ScreenText.visible(text)
        case .integer(let number)?: String(number)
        case .number(let number)?: text(of: number, unit: column.unit)
        case .flag(let answer)?: answer ? "yes" : "no"
        case nil: column.name == PersonField.idName ? PersonField.unnamed : CellSign.null
        }
    }

    /// Returns a time of a file as tables show it: without its offset, and without seconds that are 0.
    private static func time(_ text: String) -> String {
        let time = text.split(separator: "T").last.map { $0.prefix { $0 != "Z" && $0 != "+" && $0 != "-" } } ?? ""
        return "\(text.prefix { $0 != "T" }) \(time.hasSuffix(":00") && time.count == 8 ? time.prefix(5) : time)"
    }

    /// Returns the name of a group of rows, such as `Watch`, `100–120 count/min` or `high: yes`.
    static func name(of values: [KeyValue?], in columns: [KeyColumn]) -> String {
        var parts: [String] = []
        var index = 0
        while index < columns.count {
            let (column, value) = (columns[index], values[index])
            if column.isEdge, index + 1 < columns.count, columns[index + 1].isEdge {
                parts.append(range(from: value, to: values[index + 1], unit: column.unit))
                index += 1
            } else if case .flag? = value {
                parts.append("\(column.name): \(text(of: value, in: column))")
            } else {
                parts.append(text(of: value, in: column))
            }
            index += 1
        }
        return parts.joined(separator: " ")
    }

    private static func range(from: KeyValue?, to: KeyValue?, unit: String?) -> String {
        let suffix = unit.map { $0 == "count" ? "" : " \(HealthUnit.shown($0))" } ?? ""
        switch (from?.number, to?.number) {
        case (let from?, let to?): return "\(text(of: from, unit: unit))–\(text(of: to, unit: unit))\(suffix)"
        case (nil, let to?): return "below \(text(of: to, unit: unit))\(suffix)"
        case (let from?, nil): return "\(text(of: from, unit: unit))\(suffix) and more"
        case (nil, nil): return CellSign.null
        }
    }

    /// Returns a number with all decimals, but at most six. Fractions are shown in percent.
    private static func text(of number: Double, unit: String?) -> String {
        let scaled = unit == "%" ? number * 100 : number
        let decimals = (0..<6).first { NumberText.isWhole(scaled, decimals: $0) } ?? 6
        return NumberText.rounded(scaled, decimals: decimals)
    }
}

extension KeyValue {
    /// True for values that are right-aligned.
    var isNumber: Bool {
        switch self {
        case .integer, .number: true
        case .text, .flag: false
        }
    }
}
