import CalendarIntervals
import HealthModel
import TerminalText

/// The meaning of each column of one table, and the fields that are the same in all rows.
struct TableSchema: Hashable, Sendable {
    /// The columns by lowercased name.
    private var columns: [String: TableColumn] = [:]
    /// The fields that are the same in all rows.
    private(set) var whole: [TableField: String] = [:]
    /// The name of the column that has each field.
    private(set) var names: [TableField: String] = [:]
    /// The unit in the name of the column of values, such as `kg` in `Weight (kg)`.
    private(set) var unitInHeader: String?
    private var metricNames = MetricNames()

    /// The schema of a table that is not about samples: all columns are metadata.
    init() {}

    /// Finds the fields of `mapping` in a table.
    ///
    /// - Parameters:
    ///   - header: the names of the columns, or the keys of the first rows.
    ///   - isComplete: true if no row has other columns.
    /// - Throws: `ImportError.badTable` if a required column is missing or appears twice, or if a text is neither a column nor a possible
    ///   value. `ImportError.personTwice` if a column names people although the person is given.
    init(_ mapping: TableMapping, header: [String], isComplete: Bool, path: String) throws(ImportError) {
        let header = header.map { String($0.drop { $0 == " " }) }
        metricNames = mapping.metricNames
        var finder = ColumnFinder(header)
        for field in TableField.allCases {
            guard case .column(let name)? = mapping[field] else { continue }
            guard let found = finder.take(name) ?? (isComplete ? nil : name) else {
                throw TableSchema.missing(name, in: header, path: path)
            }
            names[field] = found
        }
        for field in TableField.allCases {
            switch mapping[field] {
            case .whole(let text): whole[field] = text
            case .either(let text) where field == .type && isMetric(text): whole[field] = text
            case .either(let text):
                if let found = finder.take(text) { names[field] = found } else { whole[field] = text }
            case .column, nil: break
            }
        }
        for field in TableField.allCases where mapping[field] == nil {
            for name in field.usualNames where names[field] == nil { names[field] = finder.take(name) }
        }
        for (field, name) in names { columns[name.lowercased()] = field.column }
        if !isComplete {
            for field in TableField.allCases where mapping[field] == nil && names[field] == nil {
                for name in field.usualNames where columns[name] == nil { columns[name] = field.column }
            }
        }
        if whole[.unit] == nil, names[.unit] == nil, let name = names[.value] {
            unitInHeader = unit(inName: name, for: whole[.type])
            whole[.unit] = unitInHeader
        }
        try addPersons(mapping, header, path: path)
        try check(mapping, header, isComplete: isComplete, path: path)
    }

    private mutating func addPersons(_ mapping: TableMapping, _ header: [String], path: String) throws(ImportError) {
        columns[(mapping.personColumn ?? "person").lowercased()] = .person
        if mapping.personIsGiven { columns["person"] = .person }
        let persons = header.filter { columns[$0.lowercased()] == .person }
        if mapping.personIsGiven, let column = persons.first { throw .personTwice(path: path, column: column) }
        if persons.count > 1 {
            throw .badTable(
                path: path,
                reason: "the column `\(persons[1])` appears twice, so the person of a row is not clear; rename one of them")
        }
    }

    /// Returns the meaning of the column or key `name`.
    func column(_ name: String, metadataKeys: inout [String], greatestKeyCount: Int = 1000) -> TableColumn {
        let name = String(name.drop { $0 == " " })
        let lowered = name.lowercased()
        if let column = columns[lowered] { return column }
        switch lowered {
        case TableMapping.zoneColumn: return .personZone
        case "created", "creationdate": return .created
        default:
            guard lowered.hasPrefix("metadata."), metadataKeys.count < greatestKeyCount else { return .other }
            metadataKeys.append(String(name.dropFirst("metadata.".count)))
            return .metadata(metadataKeys.count - 1)
        }
    }

    /// Returns true if one of these columns has a field of samples.
    func hasFields(in names: some Sequence<String>) -> Bool { names.contains { columns[$0.lowercased()].map { $0 != .person } ?? false } }

    private func isMetric(_ name: String) -> Bool {
        if case .unknown = metricNames.resolve(name: name) { false } else { true }
    }

    /// Returns the unit at the end of a column's name, such as `kg` in `Weight (kg)` and `mg/dL` in `Glucose mg/dL`.
    private func unit(inName name: String, for metric: String?) -> String? {
        var info: MetricInfo?
        if let metric, case .known(let found) = metricNames.resolve(name: metric) { info = found }
        guard let text = ColumnFinder.unit(in: name), HealthUnit.parseInFile(text, for: info) != nil else { return nil }
        return text
    }

    // MARK: - Mistakes

    private func check(_ mapping: TableMapping, _ header: [String], isComplete: Bool, path: String) throws(ImportError) {
        if isComplete {
            let used = Set(columns.filter { $0.value != .person }.keys)
            var seen: Set<String> = []
            for name in header where used.contains(name.lowercased()) && !seen.insert(name.lowercased()).inserted {
                throw .badTable(path: path, reason: "the column `\(name)` appears twice, so its content is not clear; rename one of them")
            }
            try checkRequired(mapping, header, path: path)
        }
        try checkWhole(header, path: path)
    }

    private func checkRequired(_ mapping: TableMapping, _ header: [String], path: String) throws(ImportError) {
        let missing = [TableField.type, .start, .value].filter { names[$0] == nil && whole[$0] == nil }
        let lacksPersons =
            mapping.personColumn.map { name in !mapping.personIsGiven && !header.contains { $0.lowercased() == name.lowercased() } }
            ?? false
        guard !missing.isEmpty || lacksPersons else { return }
        let found = TableSchema.shown(header)
        let fields = missing.map(\.rawValue).joined(separator: ", ")
        if missing.isEmpty, let name = mapping.personColumn {
            throw .badTable(
                path: path,
                reason: "the table has no column `\(name)` with its persons. The header is: \(found). Name one of these columns with "
                    + "--person-column")
        }
        // A single name is probably not the header of a table.
        let advice =
            header.count > 1
            ? ". Name the columns: `tally import FILE\(options(for: missing, in: header))`, "
                + "or choose one of `tally import --list-presets`" : ""
        throw .badTable(
            path: path,
            reason: "this is not an Apple Health export or a table: its header has no column \(fields). "
                + "The header is: \(found)\(advice)")
    }

    /// Returns the options that name the missing fields: columns whose names show what they have, and words for the others.
    private func options(for missing: [TableField], in header: [String]) -> String {
        let free = header.filter { columns[$0.lowercased()] == nil && !$0.isEmpty }
        func isMetricColumn(_ name: String) -> Bool { isMetric(ColumnFinder.name(name)) }
        let metric = missing.contains(.type) && missing.contains(.value) ? free.first(where: isMetricColumn) : nil
        let time = free.first { name in ["date", "time", "day"].contains { name.lowercased().contains($0) } }
        return missing.map { field in
            let column: String? =
                switch field {
                case .type: metric.map(ColumnFinder.name)
                case .start: time
                default: metric
                }
            let word = column.map { ScreenText.visible($0, in: .source) } ?? (field == .type ? "METRIC" : "COLUMN")
            let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
            return " --\(field.rawValue) " + (isPlain ? word : "\"\(word)\"")
        }.joined()
    }

    /// Checks the texts that are the same in all rows: most mistakes are misspelled columns.
    private func checkWhole(_ header: [String], path: String) throws(ImportError) {
        let found = TableSchema.shown(header)
        if let type = whole[.type], !isMetric(type) {
            let example = "define metric \(OwnMetric.isName(type) ? type : "mood") from 1 to 10"
            throw .badTable(
                path: path,
                reason: "`\(type)` is neither a metric nor a column of the table. The header is: \(found). To import a metric of your own, "
                    + "define it first, as in `\(example)`")
        }
        if let unit = whole[.unit] {
            var info: MetricInfo?
            if let type = whole[.type], case .known(let metric) = metricNames.resolve(name: type) { info = metric }
            guard HealthUnit.parseInFile(unit, for: info) != nil else {
                throw .badTable(path: path, reason: "`\(unit)` is neither a unit nor a column of the table. The header is: \(found)")
            }
        }
        if let zone = whole[.zone], Zone.named(zone) == nil {
            throw .badTable(
                path: path,
                reason: "`\(zone)` is neither a time zone, such as Europe/Berlin, nor a column of the table. The header is: \(found)")
        }
        if let value = whole[.value], !isValue(value) {
            throw .badTable(path: path, reason: "`\(value)` is neither a column of the table nor a value. The header is: \(found)")
        }
        if let date = whole[.date], ISO8601.read(date)?.offsetSeconds != nil || ISO8601.read(date) == nil {
            throw .badTable(
                path: path, reason: "`\(date)` is neither a column of the table nor a date such as 2025-01-31. The header is: \(found)")
        }
        for field in [TableField.start, .end] where names[.date] == nil && whole[.date] == nil {
            guard let time = whole[field], ISO8601.read(time) == nil else { continue }
            throw .badTable(
                path: path,
                reason: "`\(time)` is neither a column of the table nor a time such as 2025-01-31T08:00. The header is: \(found)")
        }
    }

    /// Returns true if all rows can have this value: a number, or the name of a value of the table's metric.
    private func isValue(_ text: String) -> Bool {
        if DecimalNumber.read(Array(text.utf8).span) != nil { return true }
        guard let type = whole[.type], case .known(let metric) = metricNames.resolve(name: type) else { return names[.type] != nil }
        switch metric.kind {
        case .quantity: return false
        case .category(let category): return category.rawValue(exportName: text) != nil
        case .workouts: return WorkoutActivityType.named(text) != nil
        }
    }

    private static func missing(_ name: String, in header: [String], path: String) -> ImportError {
        .badTable(path: path, reason: "the table has no column `\(name)`. The header is: \(shown(header))")
    }

    private static func shown(_ header: [String]) -> String {
        let names = header.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")
        return ScreenText.visible(names, in: .source) + (header.count > 12 ? ", …" : "")
    }
}

/// Finds the columns of a table by name, each for one field.
struct ColumnFinder {
    private var rest: [String]

    init(_ header: [String]) { rest = header }

    /// Returns the column with this name, in any case, and removes it. The unit at the end of a column's name can be left out.
    mutating func take(_ name: String) -> String? {
        let folded = ColumnFinder.trimmed(name.lowercased())
        let exact = rest.firstIndex { ColumnFinder.trimmed($0.lowercased()) == folded }
        let inexact = exact ?? rest.firstIndex { ColumnFinder.withoutUnit($0)?.lowercased() == folded }
        guard let index = inexact, !folded.isEmpty else { return nil }
        let found = rest[index]
        rest.removeAll { $0.lowercased() == found.lowercased() }
        return found
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.first?.isWhitespace == true { text.removeFirst() }
        return String(text)
    }

    /// Returns the name of a column without blanks around it and without the unit at its end.
    static func name(_ name: String) -> String { withoutUnit(name) ?? trimmed(name) }

    private static func withoutUnit(_ name: String) -> String? {
        let name = trimmed(name)
        guard let (start, _) = brackets(of: name) else { return nil }
        return trimmed(String(name[..<start]))
    }

    /// Returns the text in brackets at the end of a name, or the last word if it has a slash.
    static func unit(in name: String) -> String? {
        let name = trimmed(name)
        if let (_, unit) = brackets(of: name) { return unit }
        return name.split(separator: " ").dropFirst().last.flatMap { $0.contains("/") ? String($0) : nil }
    }

    private static func brackets(of name: String) -> (start: String.Index, text: String)? {
        guard let last = name.last, let opening: Character = [")": "(", "]": "["][last], let start = name.lastIndex(of: opening) else {
            return nil
        }
        return (start, trimmed(String(name[name.index(after: start)...].dropLast())))
    }
}
