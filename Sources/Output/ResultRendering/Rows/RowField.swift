import HealthModel
import QueryPlan

/// A field of each row. All threads that store rows share it.
struct RowField: Sendable {
    enum Source: Sendable {
        case times([Int64])
        /// Local times with their UTC offsets in seconds.
        case placed([Int64], [Int32])
        case flags([Bool])
        case keys([KeyValue?])
        case texts([String?])
        /// Values of which some are answers, texts or times of day.
        case mixed(values: [Double?], texts: [String?]?, isFlag: Bool)
        case numbers([Double?])
    }

    let name: String
    let source: Source
    let clock: ClockTime?
    /// The text in front of each value.
    let label: String

    /// Returns fields of `table`, and the values of Apple if it has them.
    ///
    /// - Parameter label: Returns the text in front of the values of a field, from its place and name.
    static func all(of table: ResultTable, _ fields: [SelectedField], label: (Int, String) -> String) -> [RowField] {
        var found = fields.enumerated().map { place, field in
            RowField(field, of: table, label: label(place, field.name))
        }
        if table.selection == nil, let appleValues = table.appleValues {
            let name = ResultTable.appleValue
            found.append(RowField(name: name, source: .texts(appleValues), clock: nil, label: label(found.count, name)))
        }
        return found
    }

    private init(name: String, source: Source, clock: ClockTime?, label: String) {
        (self.name, self.source, self.clock, self.label) = (name, source, clock, label)
    }

    private init(_ field: SelectedField, of table: ResultTable, label: String) {
        var clock: ClockTime?
        let source: Source
        switch field.source {
        case .start: source = table.offsets.map { .placed(table.starts, $0.map(\.start)) } ?? .times(table.starts)
        case .end: source = table.offsets.map { .placed(table.ends, $0.map(\.end)) } ?? .times(table.ends)
        case .partial: source = .flags(table.partial)
        case .key(let index): source = .keys(table.keys[index].values)
        case .value(let index):
            let column = table.columns[index]
            clock = column.clock
            let isMixed = column.isFlag || column.texts != nil || column.clock == .timeOfDay
            source = isMixed ? .mixed(values: column.values, texts: column.texts, isFlag: column.isFlag) : .numbers(column.values)
        case .part: preconditionFailure("the stage `select` makes a key of a part of the time")
        }
        self.init(name: field.name, source: source, clock: clock, label: label)
    }
}
