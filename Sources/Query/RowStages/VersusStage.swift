import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `vs last month`: the rows of two ranges, with the words for their range in a key, and the difference of rows with the same keys (S9.14).
///
/// The difference is in the row of the query's own range. It is null if the other range lacks such a row, or if a value is missing.
struct VersusStage: RowStage {
    let compared: ComparedRange

    /// A row of one of the two tables.
    private struct Place {
        var isOther: Bool
        var row: Int
    }

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        var other = try context.rows(of: compared.rows)
        table.knowRange()
        other.knowRange()
        let counterparts = compared.differences == nil ? [] : counterparts(of: table, other)
        let places = places(table, other, counterparts)
        func picked<Value>(_ own: [Value], _ others: [Value]) -> [Value] {
            own.count == table.rowCount && others.count == other.rowCount
                ? places.map { $0.isOther ? others[$0.row] : own[$0.row] } : []
        }
        var result = ResultTable(
            kind: table.kind, header: table.header, rowCount: places.count, starts: picked(table.starts, other.starts),
            ends: picked(table.ends, other.ends), partial: picked(table.partial, other.partial),
            keys: zip(table.keys, other.keys).map { own, others in
                own.with(picked(own.values, others.values), replacesTime: own.replacesTime, describesRow: own.describesRow)
            },
            columns: zip(table.columns, other.columns).prefix(compared.columnCount).map { own, others in
                var column = own
                column.values = picked(own.values, others.values)
                column.texts = own.texts.flatMap { texts in others.texts.map { picked(texts, $0) } }
                column.partial = picked(own.partial ?? table.partial, others.partial ?? other.partial)
                return column
            })
        var labels = KeyColumn(name: compared.key, values: places.map { .text($0.isOther ? compared.labels.other : compared.labels.own) })
        labels.isOfRanges = true
        result.keys.append(labels)
        result.offsets = table.offsets.flatMap { own in other.offsets.map { picked(own, $0) } }
        result.countsPartial = table.countsPartial
        result.hasGaps = table.hasGaps || other.hasGaps
        result.isWithoutTime = !table.hasTime
        result.selection = table.selection.map { $0 + [SelectedField(.key(result.keys.count - 1), name: compared.key)] }
        result.header.range.compared = other.header.range.bounds
        for source in other.header.mergedSources where !result.header.mergedSources.contains(source) {
            result.header.mergedSources.append(source)
        }
        for finding in other.header.findings where !result.header.findings.contains(finding) { result.header.findings.append(finding) }
        for difference in compared.differences ?? [] {
            let own = values(of: difference, table, other, counterparts)
            for column in difference.added {
                var added = ValueColumn(
                    computed: places.map { place in
                        if column == .count, let count = difference.count {
                            return (place.isOther ? other : table).columns[count].values[place.row]
                        }
                        return place.isOther ? nil : own[place.row].value(of: column)
                    })
                added.comparison = .ranges
                result.columns.append(added)
            }
        }
        if table.hasNoNumber != other.hasNoNumber {
            result.note(.rangeWithoutData(table.hasNoNumber ? compared.labels.own : compared.labels.other), context)
        }
        table = result
    }

    /// Returns the row of the other range with the keys of each row.
    private func counterparts(of table: ResultTable, _ other: ResultTable) -> [Int?] {
        func keys(_ table: ResultTable, _ row: Int) -> [KeyValue?] { table.keys.map { $0.values[row] } }
        let rows = Dictionary((0..<other.rowCount).map { (keys(other, $0), $0) }) { first, _ in first }
        return (0..<table.rowCount).map { rows[keys(table, $0)] }
    }

    /// Returns the order of rows. Rows with the same keys are next to each other.
    private func places(_ table: ResultTable, _ other: ResultTable, _ counterparts: [Int?]) -> [Place] {
        func ordered(_ own: [Int], _ others: [Int]) -> [Place] {
            let (own, others) = (own.map { Place(isOther: false, row: $0) }, others.map { Place(isOther: true, row: $0) })
            return compared.otherIsFirst ? others + own : own + others
        }
        guard compared.differences != nil else { return ordered(Array(0..<table.rowCount), Array(0..<other.rowCount)) }
        let matched = Set(counterparts.compactMap(\.self))
        return (0..<table.rowCount).flatMap { row in ordered([row], counterparts[row].map { [$0] } ?? []) }
            + ordered([], (0..<other.rowCount).filter { !matched.contains($0) })
    }

    /// The difference of a row from that of the other range.
    private struct Difference {
        var value: Double?
        var margin: Double?
        var percent: Double?

        func value(of column: RangeDifference.Column) -> Double? {
            switch column {
            case .count: nil
            case .difference: value
            case .low: value.flatMap { value in margin.map { value - $0 } }
            case .high: value.flatMap { value in margin.map { value + $0 } }
            case .change: percent
            }
        }
    }

    private func values(
        of difference: RangeDifference, _ table: ResultTable, _ other: ResultTable, _ counterparts: [Int?]
    ) -> [Difference] {
        func mean(_ table: ResultTable, _ row: Int) -> SampleMean? {
            guard let count = difference.count.flatMap({ table.columns[$0].values[row] }),
                let deviation = difference.deviation.flatMap({ table.columns[$0].values[row] })
            else { return nil }
            return SampleMean(count: count, deviation: deviation)
        }
        return counterparts.enumerated().map { row, counterpart in
            guard let counterpart, let value = table.columns[difference.column].values[row],
                let before = other.columns[difference.column].values[counterpart]
            else { return Difference() }
            var result = Difference(value: (value - before) * difference.scale)
            if let own = mean(table, row), let others = mean(other, counterpart) {
                result.margin = WelchInterval.margin(own, others).map { $0 * difference.scale }
            }
            if before != 0 { result.percent = (value - before) / before * 100 }
            return result
        }
    }
}

extension ValueColumn {
    fileprivate var isCount: Bool { Aggregate(word: info.aggregate)?.definition.result == .count }
}

extension ResultTable {
    /// True if every number is missing or a count of 0.
    fileprivate var hasNoNumber: Bool {
        columns.allSatisfy { column in column.texts == nil && column.values.allSatisfy { $0 == nil || $0 == 0 && column.isCount } }
    }

    /// Gives rows without data, whose time is unknown, the time of the whole range.
    fileprivate mutating func knowRange() {
        guard let bounds = header.range.bounds else { return }
        for row in starts.indices where starts[row] == Self.unknownTime {
            (starts[row], ends[row]) = (bounds.lowerBound.milliseconds, bounds.upperBound.milliseconds)
        }
    }
}
