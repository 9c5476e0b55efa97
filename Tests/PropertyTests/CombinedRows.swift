import CalendarIntervals
import HealthModel
import RandomTesting
import SampleDatabase

/// The rows of an answer, and the effect of `join`, `derive`, `select`, `where` and `by` with answers of conditions on them, one row at a
/// time.
///
/// It starts with the CSV of a query that has only `called` names, and knows nothing about the engine.
struct CombinedRows: CustomStringConvertible {
    enum Cell: Equatable {
        case null, number(Double), flag(Bool), text(String)

        var number: Double? { if case .number(let number) = self { number } else { nil } }
        var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    }

    struct Column {
        var name: String
        /// True for amounts, whose partial rows are left out of averages (C3).
        var isAmount: Bool
        var isFlag = false
        /// Numbers with different units can't be added or compared.
        var unit = ""
    }

    struct Row {
        /// Nil for rows of a profile, such as weekdays.
        var time: [String]?
        var keys: [Cell]
        var values: [Cell]
        var isPartial: Bool
    }

    var keys: [String]
    var columns: [Column]
    var rows: [Row]
    let hasTime: Bool
    /// The start and end of the query's range, as in CSV.
    let range: [String]
    let now: Int64

    /// Reads the answer of a query with the given columns.
    init(_ csv: TextRows, columns: [Column], range: [String], now: Int64) {
        let names = csv.columns
        hasTime = names.first == "start"
        self.columns = columns
        self.range = range
        self.now = now
        let times = hasTime ? 2 : 0
        keys = names[times...].prefix { name in name != columns[0].name }.map(\.self)
        let keyCount = keys.count
        let width = columns.count
        let isTimed = hasTime
        rows = csv.cells.map { cells in
            Row(
                time: isTimed ? Array(cells[..<2]) : nil, keys: cells[times..<(times + keyCount)].map { $0.isEmpty ? .null : .text($0) },
                values: cells[(times + keyCount)..<(times + keyCount + width)].map { Double($0).map { .number($0) } ?? .null },
                isPartial: cells.last == "true")
        }
    }

    // MARK: Stages

    /// Adds the columns of the other row with the same start, or the same date, and the same keys.
    func joined(with other: CombinedRows, byDay: Bool) -> CombinedRows {
        var result = self
        result.columns += other.columns
        result.rows = rows.map { row in
            let matches = other.rows.filter { candidate in
                // The dates of local times are their first ten characters.
                let hasSameTime = byDay ? row.time?[0].prefix(10) == candidate.time?[0].prefix(10) : row.time?[0] == candidate.time?[0]
                let shared = zip(other.keys, candidate.keys).allSatisfy { name, key in
                    keys.firstIndex(of: name).map { row.keys[$0] == key } ?? false
                }
                return hasSameTime && shared
            }
            precondition(matches.count <= 1)
            var row = row
            row.values += matches.first?.values ?? other.columns.map { _ in .null }
            row.isPartial = row.isPartial || matches.first?.isPartial == true
            return row
        }
        return result
    }

    /// Adds a column. A number is an amount if a column that it uses is.
    func deriving(_ name: String, _ expression: CombinedExpression) -> CombinedRows {
        var result = self
        let isAmount = expression.columns.contains { column in columns.contains { $0.name == column && $0.isAmount } }
        result.columns.append(
            Column(
                name: name, isAmount: isAmount && !expression.isCondition, isFlag: expression.isCondition, unit: expression.unit(in: self)))
        for index in rows.indices { result.rows[index].values.append(expression.value { cell($0, in: rows[index]) }) }
        return result
    }

    func selecting(_ names: [String]) -> CombinedRows {
        var result = self
        let places = names.compactMap { name in columns.firstIndex { $0.name == name } }
        result.columns = places.map { columns[$0] }
        for index in rows.indices { result.rows[index].values = places.map { rows[index].values[$0] } }
        return result
    }

    func filtered(_ isKept: (Row) -> Bool) -> CombinedRows {
        var result = self
        result.rows = rows.filter(isKept)
        return result
    }

    /// Groups the rows by the answers of a condition: no answer, no, yes, where there are rows.
    ///
    /// - Parameter combine: The statistic of the numbers of a column, in order.
    func grouped(by flag: String, _ aggregate: CombinedAggregate) -> CombinedRows {
        var result = self
        let place = columns.firstIndex { $0.name == flag } ?? 0
        let numbers = columns.indices.filter { !columns[$0].isFlag }
        result.keys = [flag]
        result.columns = numbers.map { index in
            let name = numbers.count == 1 ? aggregate.rawValue : "\(aggregate.rawValue)_\(columns[index].name)"
            return Column(
                name: name, isAmount: columns[index].isAmount && aggregate != .count,
                unit: aggregate == .count ? "rows" : columns[index].unit)
        }
        result.rows = [Cell.null, .flag(false), .flag(true)].compactMap { answer in
            let members = rows.filter { $0.values[place] == answer }
            if members.isEmpty { return nil }
            let values = numbers.map { index -> Cell in
                let isTaken = columns[index].isAmount && !aggregate.takesPartial
                return aggregate.value(members.filter { !isTaken || !$0.isPartial }.compactMap { $0.values[index].number })
            }
            let end = ISO8601.read(range[1])?.instant(in: .utc).milliseconds ?? 0
            return Row(time: hasTime ? range : nil, keys: [answer], values: values, isPartial: hasTime && end > now)
        }
        return result
    }

    func cell(_ name: String, in row: Row) -> Cell {
        if let place = columns.firstIndex(where: { $0.name == name }) { return row.values[place] }
        return keys.firstIndex(of: name).map { row.keys[$0] } ?? .null
    }

    // MARK: Comparison

    /// The rows as CSV prints them.
    ///
    /// - Parameter selection: The columns that `select` shows; nil for all.
    func text(selection: [String]?) -> TextRows {
        let names = (hasTime ? ["start", "end"] : []) + keys + columns.map(\.name) + ["partial"]
        let all = rows.map { row in
            (row.time ?? []) + (row.keys + row.values).map(Self.text) + ["\(row.isPartial)"]
        }
        guard let selection else { return TextRows(columns: names, cells: all) }
        let places = selection.compactMap { names.firstIndex(of: $0) }
        return TextRows(columns: selection, cells: all.map { cells in places.map { cells[$0] } })
    }

    private static func text(_ cell: Cell) -> String {
        switch cell {
        case .null: ""
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .text(let text): text
        }
    }

    var description: String {
        let text = text(selection: nil)
        return ([text.columns] + text.cells).map { $0.joined(separator: ",") }.joined(separator: "\n")
    }
}

/// An aggregate over rows.
enum CombinedAggregate: String, CaseIterable {
    case count, sum, average, max

    var takesPartial: Bool { self == .count || self == .sum }

    func value(_ numbers: [Double]) -> CombinedRows.Cell {
        switch self {
        case .count: .number(Double(numbers.count))
        case .sum: numbers.isEmpty ? .null : .number(numbers.reduce(0, +))
        case .average: numbers.isEmpty ? .null : .number(numbers.reduce(0, +) / Double(numbers.count))
        case .max: numbers.max().map { .number($0) } ?? .null
        }
    }
}

/// A random expression of `derive`, as text and as a function of a row.
indirect enum CombinedExpression {
    case column(String)
    case number(Double)
    case plus(CombinedExpression, CombinedExpression)
    case minus(CombinedExpression, CombinedExpression)
    case divided(CombinedExpression, CombinedExpression)
    case less(CombinedExpression, CombinedExpression)
    case atLeast(CombinedExpression, CombinedExpression)
    case missing(String)
    case answer(String)
    case and(CombinedExpression, CombinedExpression)
    case or(CombinedExpression, CombinedExpression)
    case not(CombinedExpression)

    /// Creates a condition over the columns of `rows`.
    init(conditionOver rows: CombinedRows, depth: Int, using random: inout SplitMix64) {
        let numbers = rows.columns.filter { !$0.isFlag }
        let flags = rows.columns.filter(\.isFlag).map(\.name)
        func condition(_ random: inout SplitMix64) -> CombinedExpression {
            CombinedExpression(conditionOver: rows, depth: depth - 1, using: &random)
        }
        if depth > 0, random.chance(55) {
            switch random.pick(0..<3) {
            case 0: self = .and(condition(&random), condition(&random))
            case 1: self = .or(condition(&random), condition(&random))
            default: self = .not(condition(&random))
            }
        } else if !flags.isEmpty, random.chance(30) {
            self = .answer(random.pick(flags))
        } else if random.chance(15) {
            self = .missing(random.pick(numbers).name)
        } else {
            let first = CombinedExpression(numberOver: numbers, using: &random)
            let unit = first.unit(in: rows)
            let same = numbers.filter { $0.unit == unit }
            let bound = CombinedExpression.number(Double(random.pick(0..<120)))
            let second = random.chance(60) || same.isEmpty ? bound : .column(random.pick(same).name)
            self = random.chance(50) ? .less(first, second) : .atLeast(first, second)
        }
    }

    /// Creates a number from columns that have one unit, or a quotient.
    init(numberOver columns: [CombinedRows.Column], using random: inout SplitMix64) {
        let column = random.pick(columns)
        let same = random.pick(columns.filter { $0.unit == column.unit })
        switch random.pick(0..<5) {
        case 0: self = .plus(.column(column.name), .column(same.name))
        case 1: self = .minus(.column(column.name), .column(same.name))
        case 2: self = .divided(.column(column.name), .column(random.pick(columns).name))
        default: self = .column(column.name)
        }
    }

    /// Returns the unit, which only equal texts share.
    func unit(in rows: CombinedRows) -> String {
        switch self {
        case .column(let name): rows.columns.first { $0.name == name }?.unit ?? ""
        case .plus(let a, _), .minus(let a, _): a.unit(in: rows)
        case .divided(let a, let b): a.unit(in: rows) == b.unit(in: rows) ? "1" : "(\(a.unit(in: rows)))/(\(b.unit(in: rows)))"
        default: ""
        }
    }

    var isCondition: Bool {
        switch self {
        case .column, .number, .plus, .minus, .divided: false
        default: true
        }
    }

    var text: String {
        switch self {
        case .column(let name), .answer(let name): name
        case .number(let number): "\(Int(number))"
        case .plus(let a, let b): "\(a.text) + \(b.text)"
        case .minus(let a, let b): "\(a.text) - \(b.text)"
        case .divided(let a, let b): "\(a.text) / \(b.text)"
        case .less(let a, let b): "\(a.text) < \(b.text)"
        case .atLeast(let a, let b): "\(a.text) >= \(b.text)"
        case .missing(let name): "\(name) is missing"
        case .and(let a, let b): "(\(a.text)) and (\(b.text))"
        case .or(let a, let b): "(\(a.text)) or (\(b.text))"
        case .not(let a): "not (\(a.text))"
        }
    }

    /// The names of the columns in it.
    var columns: [String] {
        switch self {
        case .column(let name), .answer(let name), .missing(let name): [name]
        case .number: []
        case .plus(let a, let b), .minus(let a, let b), .divided(let a, let b), .less(let a, let b), .atLeast(let a, let b),
            .and(let a, let b),
            .or(let a, let b):
            a.columns + b.columns
        case .not(let a): a.columns
        }
    }

    /// Returns the value for a row. Conditions follow the logic of SQL.
    func value(_ cell: (String) -> CombinedRows.Cell) -> CombinedRows.Cell {
        func numbers(_ a: CombinedExpression, _ b: CombinedExpression, _ combine: (Double, Double) -> CombinedRows.Cell)
            -> CombinedRows.Cell
        {
            guard let a = a.value(cell).number, let b = b.value(cell).number else { return .null }
            return combine(a, b)
        }
        switch self {
        case .column(let name), .answer(let name): return cell(name)
        case .number(let number): return .number(number)
        case .plus(let a, let b): return numbers(a, b) { .number($0 + $1) }
        case .minus(let a, let b): return numbers(a, b) { .number($0 - $1) }
        case .divided(let a, let b): return numbers(a, b) { $1 == 0 ? .null : .number($0 / $1) }
        case .less(let a, let b): return numbers(a, b) { .flag($0 < $1) }
        case .atLeast(let a, let b): return numbers(a, b) { .flag($0 >= $1) }
        case .missing(let name): return .flag(cell(name) == .null)
        case .and(let a, let b):
            let answers = [a.value(cell).flag, b.value(cell).flag]
            return answers.contains(false) ? .flag(false) : answers.contains(nil) ? .null : .flag(true)
        case .or(let a, let b):
            let answers = [a.value(cell).flag, b.value(cell).flag]
            return answers.contains(true) ? .flag(true) : answers.contains(nil) ? .null : .flag(false)
        case .not(let a): return a.value(cell).flag.map { .flag(!$0) } ?? .null
        }
    }
}
