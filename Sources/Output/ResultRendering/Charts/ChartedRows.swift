import CalendarIntervals
import TallyCharts
import QueryPlan

/// The rows of a result as a chart has them: places along x, in order, and groups with a row at each place.
struct ChartedRows {
    enum Axis: Equatable {
        /// Time as it passes; places are in milliseconds.
        case time
        /// Slots of a recurring part of the calendar, beside each other.
        case profile(Profile)
        /// Keys without an order, such as sources.
        case names
    }

    struct Place {
        var start: Double
        var end: Double
        /// Whether it begins where the place before ends; a line stops where it does not.
        var follows = false

        var middle: Double { (start + end) / 2 }
    }

    /// The rows that share all keys but those of the axis: what is drawn in one colour.
    struct Group {
        /// In words; empty where there is no such key.
        var name: String
        /// The row at each place; nil where the result has none.
        var rows: [Int?]
    }

    let table: ResultTable
    let axis: Axis
    let weekStart: Weekday
    private let now: Int64?
    private(set) var places: [Place] = []
    /// Of the places, where they are slots.
    private(set) var labels = SlotAxis(labels: [])
    private(set) var groups: [Group] = []
    /// Whether groups are slots of the calendar, so that they are the other dimension of a heatmap.
    let hasProfileGroups: Bool
    /// Whether there is a key beside those of the axis.
    let hasGroups: Bool

    init(_ table: ResultTable, options: ChartOptions) {
        self.table = table
        weekStart = options.weekStart
        now = options.now
        let keys = table.kind == .summaries ? [] : Array(table.keys.indices)
        let profiles = keys.filter { Profile(rawValue: table.keys[$0].name) != nil }
        let others = keys.filter { !profiles.contains($0) }
        // One row for each source over the whole range: sources stand beside each other, not behind one another in time.
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

    /// Returns the values of a column at the places of a group, as they are shown: fractions as hundredths.
    func values(of column: ValueColumn, in group: Group) -> [Double?] {
        let scale = column.shownScale
        return group.rows.map { row in row.flatMap { column.values[$0] }.map { $0 * scale } }
    }

    /// Returns how much of its bucket each of the values knows. An earlier period's are of buckets that are over.
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

    // MARK: Places; each function returns that of each row

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

    /// Groups are in the order of the calendar where their keys have one, else of their names.
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
