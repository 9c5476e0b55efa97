import CalendarIntervals
import HealthModel
import QueryPlan
import TallyCharts

/// The rows of a result arranged for a chart: places along the x axis, and groups with one row per place.
struct ChartedRows {
    enum Axis: Equatable {
        /// Continuous time. Places are in milliseconds.
        case time
        /// Slots of a recurring part of the calendar, side by side.
        case profile(Profile)
        /// Keys without an order, such as sources.
        case names
        /// Adjacent bins of values.
        case bins
    }

    struct Place {
        var start: Double
        var end: Double
        /// True if the place starts at the end of the previous one. Otherwise a line has a gap before it.
        var follows = false

        var middle: Double { (start + end) / 2 }
    }

    /// The rows that share all keys except those of the axis. They are drawn in one color.
    struct Group {
        /// The keys as text. Empty if there are none.
        var name: String
        /// The row at each place. Nil if the result has none.
        var rows: [Int?]
    }

    let table: ResultTable
    let axis: Axis
    let weekStart: Weekday
    private let now: Instant?
    private(set) var places: [Place] = []
    /// The labels of the places if they are slots.
    private(set) var labels = SlotAxis(labels: [])
    private(set) var groups: [Group] = []
    /// True if groups are slots of the calendar. They are then the second dimension of a heatmap.
    let hasProfileGroups: Bool
    /// True if there are keys in addition to those of the axis.
    let hasGroups: Bool
    /// True if groups divide the samples of a place, such as bands, so that their amounts add up.
    let dividesSamples: Bool

    init(_ table: ResultTable, options: ChartOptions) {
        self.table = table
        weekStart = options.weekStart
        now = options.now
        let keys = table.kind == .summaries ? [] : table.keys.indices.filter { !table.keys[$0].describesRow }
        let profiles = keys.filter { Profile(rawValue: table.keys[$0].name) != nil }
        let others = keys.filter { !profiles.contains($0) }
        // With one row per source or range over the whole range, they are shown side by side instead of over time.
        let isOneSpan =
            table.header.intervalText == nil && !others.isEmpty
            && (Set(table.starts).count <= 1 || !table.header.rowsAreEvents && table.keys.contains(where: \.isOfRanges))
        let isTimed = !table.starts.isEmpty && !table.starts.contains(ResultTable.unknownTime) && !isOneSpan
        let axisKeys: [Int]
        if isTimed {
            // Intervals are much shorter than the time between them, so they are side by side, except for nights, which have a day each.
            (axis, axisKeys) = (table.header.rowsAreEvents && !table.isOfNights ? .names : .time, [])
        } else if let last = profiles.last, let profile = Profile(rawValue: table.keys[last].name) {
            (axis, axisKeys) = (.profile(profile), [last])
        } else {
            let edges = others.filter { table.keys[$0].isEdge }
            axis = Self.areBins(edges.map { table.keys[$0] }) ? .bins : .names
            axisKeys = edges.isEmpty ? others : edges
        }
        let groupKeys = keys.filter { !axisKeys.contains($0) }
        hasGroups = !groupKeys.isEmpty
        hasProfileGroups = groupKeys.contains { profiles.contains($0) }
        dividesSamples = !groupKeys.isEmpty && groupKeys.allSatisfy { table.keys[$0].dividesSamples }
        let places: [Int]
        switch axis {
        case .time: places = takeTimes()
        case .profile(let profile): places = takeSlots(of: profile, in: table.keys[axisKeys[0]])
        case .names where isTimed: places = takeIntervals()
        case .names, .bins: places = takeNames(of: axisKeys)
        }
        if axis == .bins { takeEdges(of: axisKeys.map { table.keys[$0] }) }
        takeGroups(of: groupKeys, placeOfRow: places)
    }

    /// Returns the displayed values of a column at the places of a group. Fractions are in percent.
    func values(of column: ValueColumn, in group: Group) -> [Double?] {
        let scale = column.shownScale
        let day = table.header.clockDay
        return group.rows.map { row in row.flatMap { table.timeOfDay(row: $0, column, of: day) }.map { $0 * scale } }
    }

    /// Returns the completeness of each value's bucket. The buckets of an earlier period are over.
    func completeness(of column: ValueColumn, in group: Group) -> [Completeness] {
        let partial = column.partial ?? table.partial
        return group.rows.map { row in
            guard let row, partial[row] else { return .whole }
            return column.comparison != .previous && isRunning(row) ? .running : .partial
        }
    }

    private func isRunning(_ row: Int) -> Bool {
        guard let now, !table.starts.isEmpty else { return false }
        return table.starts[row] <= now.milliseconds && now.milliseconds < table.ends[row]
    }

    // MARK: Places of each row

    private mutating func takeTimes() -> [Int] {
        let spans = table.isOfNights ? table.ends.map(day) : zip(table.starts, table.ends).map { (start: $0, end: $1) }
        let starts = Set(spans.map(\.start)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: starts.enumerated().map { ($1, $0) })
        let placeOfRow = spans.map { numbers[$0.start] ?? 0 }
        places = starts.map { Place(start: Double($0), end: Double($0)) }
        for (row, place) in placeOfRow.enumerated() { places[place].end = Double(spans[row].end) }
        for index in places.indices.dropFirst() { places[index].follows = places[index - 1].end == places[index].start }
        return placeOfRow
    }

    /// Returns the local day of an instant.
    private func day(of instant: Int64) -> (start: Int64, end: Int64) {
        let zone = table.header.zone
        let date = zone.date(at: Instant(milliseconds: instant))
        func midnight(_ date: CivilDate) -> Int64 { zone.start(of: date).milliseconds }
        return (midnight(date), midnight(date.adding(days: 1)))
    }

    /// Gives each interval a separate place, labeled with its start.
    private mutating func takeIntervals() -> [Int] {
        var numbers: [Range<Int64>: Int] = [:]
        let placeOfRow = zip(table.starts, table.ends).map { start, end in
            let number = numbers[start..<end] ?? numbers.count
            numbers[start..<end] = number
            return number
        }
        let times = TimeText(table.header)
        places = (0..<numbers.count).map { Place(start: Double($0), end: Double($0 + 1)) }
        labels = SlotAxis(labels: numbers.sorted { $0.value < $1.value }.map { times.local($0.key.lowerBound, .minute) })
        return placeOfRow
    }

    private mutating func takeSlots(of profile: Profile, in key: KeyColumn) -> [Int] {
        let slots = SlotNames(profile, weekStart: weekStart)
        let ranks = key.values.map(slots.rank)
        let present = Set(ranks).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: present.enumerated().map { ($1, $0) })
        places = present.indices.map { index in
            let follows = index > 0 && present[index - 1] + 1 == present[index]
            return Place(start: Double(index), end: Double(index + 1), follows: follows)
        }
        labels = slots.axis(of: present)
        return ranks.map { numbers[$0] ?? 0 }
    }

    private mutating func takeNames(of keys: [Int]) -> [Int] {
        var numbers: [[KeyValue?]: Int] = [:]
        var placeOfRow: [Int] = []
        var names: [String] = []
        for row in 0..<table.rowCount {
            let values = keys.map { table.keys[$0].values[row] }
            let number = numbers[values] ?? names.count
            if number == names.count {
                numbers[values] = number
                names.append(KeyText.name(of: values, in: keys.map { table.keys[$0] }))
            }
            placeOfRow.append(number)
        }
        places = names.indices.map { Place(start: Double($0), end: Double($0 + 1)) }
        labels = SlotAxis(labels: names)
        return placeOfRow
    }

    /// Returns the position of each value of a key: numbers by size, values of categories as in the rows, others by name.
    private static func places(of column: KeyColumn) -> [KeyValue?: Int] {
        var values: [KeyValue?] = []
        var known: Set<KeyValue?> = []
        for value in column.values where known.insert(value).inserted { values.append(value) }
        if column.unit != nil {
            values.sort { ($0?.number ?? -.infinity) < ($1?.number ?? -.infinity) }
        } else if column.valueNames == nil, column.order.isEmpty {
            values.sort { KeyText.text(of: $0, in: column) < KeyText.text(of: $1, in: column) }
        }
        return Dictionary(uniqueKeysWithValues: values.enumerated().map { ($1, $0) })
    }

    /// Returns true if each bin of two columns with edges starts at the end of the one before.
    private static func areBins(_ columns: [KeyColumn]) -> Bool {
        guard columns.count == 2, let first = columns[0].values.first, first != nil else { return false }
        var known: Set<KeyValue?> = []
        var end = first
        for (from, to) in zip(columns[0].values, columns[1].values) where known.insert(from).inserted {
            guard from == end, to != nil else { return false }
            end = to
        }
        return true
    }

    private mutating func takeEdges(of columns: [KeyColumn]) {
        var known: Set<KeyValue?> = []
        let edges = (columns[0].values + columns[1].values.suffix(1)).filter { known.insert($0).inserted }
        labels.edges = edges.map { KeyText.text(of: $0, in: columns[0]) }
        labels.unit = columns[0].unit.map(HealthUnit.shown)
        for index in places.indices.dropFirst() { places[index].follows = true }
    }

    // MARK: Groups

    /// Creates the groups, in calendar order if their keys have one, otherwise by name.
    private mutating func takeGroups(of keys: [Int], placeOfRow: [Int]) {
        let slots = keys.map { key in Profile(rawValue: table.keys[key].name).map { SlotNames($0, weekStart: weekStart) } }
        var rowsOf: [[KeyValue?]: [Int?]] = [:]
        for (row, place) in placeOfRow.enumerated() {
            rowsOf[keys.map { table.keys[$0].values[row] }, default: Array(repeating: nil, count: places.count)][place] = row
        }
        let keyColumns = keys.map { table.keys[$0] }
        // Rows of a result are in the order of their keys.
        let places = Dictionary(uniqueKeysWithValues: keyColumns.indices.map { ($0, Self.places(of: keyColumns[$0])) })
        func precedes(_ a: [KeyValue?], _ b: [KeyValue?]) -> Bool {
            for (index, slots) in slots.enumerated() where a[index] != b[index] {
                if let slots { return slots.rank(of: a[index]) < slots.rank(of: b[index]) }
                return (places[index]?[a[index]] ?? 0) < (places[index]?[b[index]] ?? 0)
            }
            return false
        }
        groups = rowsOf.sorted { precedes($0.key, $1.key) }.map { keys, rows in
            let labels = zip(slots, keys).compactMap { slots, key in slots?.label(of: key) }
            let others = keyColumns.indices.filter { slots[$0] == nil }
            let name = KeyText.name(of: others.map { keys[$0] }, in: others.map { keyColumns[$0] })
            return Group(name: (labels + (others.isEmpty ? [] : [name])).joined(separator: " "), rows: rows)
        }
    }
}

extension ResultTable {
    /// True if rows are nights, which belong to the date on which they end.
    var isOfNights: Bool { header.rowsAreEvents && header.clockDay.rows == .night }
}

extension KeyColumn {
    /// True if the key assigns each sample to exactly one of its values, so that amounts of different values do not overlap.
    fileprivate var dividesSamples: Bool {
        if isEdge { return true }
        guard case .category(let type)? = valueNames, let exclusive = type.exclusiveValues else {
            return values.contains { if case .flag? = $0 { true } else { false } }
        }
        return values.allSatisfy { value in
            value.flatMap { type.rawValues(named: $0.text) }.map { raws in raws.allSatisfy(exclusive.decided.contains) } ?? false
        }
    }
}
