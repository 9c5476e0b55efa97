import CalendarIntervals
import TallyCharts
import QueryPlan

/// The rows of a result arranged for a chart: places along the x axis, and groups with one row per place.
struct ChartedRows {
    enum Axis: Equatable {
        /// Continuous time. Places are in milliseconds.
        case time
        /// Slots of a recurring part of the calendar, side by side.
        case profile(Profile)
        /// Keys without an order, such as sources.
        case names
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
    private let now: Int64?
    private(set) var places: [Place] = []
    /// The labels of the places if they are slots.
    private(set) var labels = SlotAxis(labels: [])
    private(set) var groups: [Group] = []
    /// True if groups are slots of the calendar. They are then the second dimension of a heatmap.
    let hasProfileGroups: Bool
    /// True if there are keys in addition to those of the axis.
    let hasGroups: Bool

    init(_ table: ResultTable, options: ChartOptions) {
        self.table = table
        weekStart = options.weekStart
        now = options.now
        let keys = table.kind == .summaries ? [] : Array(table.keys.indices)
        let profiles = keys.filter { Profile(rawValue: table.keys[$0].name) != nil }
        let others = keys.filter { !profiles.contains($0) }
        // With one row per source over the whole range, sources are shown side by side instead of over time.
        let isOneSpan = table.header.intervalText == nil && Set(table.starts).count <= 1 && !others.isEmpty
        let isTimed = !table.starts.isEmpty && !table.starts.contains(ResultTable.unknownTime) && !isOneSpan
        let axisKeys: [Int]
        if isTimed {
            (axis, axisKeys) = (.time, [])
        } else if let last = profiles.last, let profile = Profile(rawValue: table.keys[last].name) {
            (axis, axisKeys) = (.profile(profile), [last])
        } else {
            (axis, axisKeys) = (.names, others)
        }
        let groupKeys = keys.filter { !axisKeys.contains($0) }
        hasGroups = !groupKeys.isEmpty
        hasProfileGroups = groupKeys.contains { profiles.contains($0) }
        let places: [Int]
        switch axis {
        case .time: places = takeTimes()
        case .profile(let profile): places = takeSlots(of: profile, in: table.keys[axisKeys[0]])
        case .names: places = takeNames(of: axisKeys)
        }
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
        return table.starts[row] <= now && now < table.ends[row]
    }

    // MARK: Places of each row

    private mutating func takeTimes() -> [Int] {
        let starts = Set(table.starts).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: starts.enumerated().map { ($1, $0) })
        let placeOfRow = table.starts.map { numbers[$0] ?? 0 }
        places = starts.map { Place(start: Double($0), end: Double($0)) }
        for (row, place) in placeOfRow.enumerated() { places[place].end = Double(table.ends[row]) }
        for index in places.indices.dropFirst() { places[index].follows = places[index - 1].end == places[index].start }
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
                names.append(Self.name(values))
            }
            placeOfRow.append(number)
        }
        places = names.indices.map { Place(start: Double($0), end: Double($0 + 1)) }
        labels = SlotAxis(labels: names)
        return placeOfRow
    }

    // MARK: Groups

    /// Creates the groups, in calendar order if their keys have one, otherwise by name.
    private mutating func takeGroups(of keys: [Int], placeOfRow: [Int]) {
        let slots = keys.map { key in Profile(rawValue: table.keys[key].name).map { SlotNames($0, weekStart: weekStart) } }
        var rowsOf: [[KeyValue?]: [Int?]] = [:]
        for (row, place) in placeOfRow.enumerated() {
            rowsOf[keys.map { table.keys[$0].values[row] }, default: Array(repeating: nil, count: places.count)][place] = row
        }
        func precedes(_ a: [KeyValue?], _ b: [KeyValue?]) -> Bool {
            for (index, slots) in slots.enumerated() where a[index] != b[index] {
                return slots.map { $0.rank(of: a[index]) < $0.rank(of: b[index]) } ?? (Self.name([a[index]]) < Self.name([b[index]]))
            }
            return false
        }
        groups = rowsOf.sorted { precedes($0.key, $1.key) }.map { keys, rows in
            let names = zip(slots, keys).map { slots, key in slots?.label(of: key) ?? Self.name([key]) }
            return Group(name: names.joined(separator: " "), rows: rows)
        }
    }

    private static func name(_ keys: [KeyValue?]) -> String {
        keys.map { DelimitedRenderer.text($0) ?? CellSign.null }.joined(separator: " ")
    }
}
