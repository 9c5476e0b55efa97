import RandomTesting

extension RandomCase {
    /// Weeks with all kinds of zone behavior: a clock change of an hour or half an hour, a missing midnight, a skipped day, or no change
    /// at an offset that is not whole hours. Two weeks have a move to another zone.
    private static let weeks: [(zone: String, year: Int, month: Int, day: Int)] = [
        ("America/New_York", 2024, 3, 10), ("America/New_York", 2024, 11, 3), ("Europe/Berlin", 2024, 3, 31),
        ("Europe/Berlin", 2024, 10, 27),
        ("Australia/Lord_Howe", 2024, 4, 7), ("Australia/Lord_Howe", 2024, 10, 6), ("Asia/Kathmandu", 2024, 5, 16),
        ("America/Sao_Paulo", 2018, 11, 4), ("America/Sao_Paulo", 2018, 2, 18), ("Pacific/Apia", 2011, 12, 30),
        ("Africa/Casablanca", 2024, 3, 10), ("Africa/Casablanca", 2024, 4, 14), ("UTC", 1970, 1, 1),
        ("Europe/Berlin until 2024-10-15, America/New_York", 2024, 10, 14), ("America/New_York until 2024-05-10, Asia/Tokyo", 2024, 5, 9),
    ]

    private static let sourcePool: [(name: String, device: String?)] = [
        ("Apple Watch", nil), ("iPhone", nil), ("Old iPhone", nil), ("iPad", nil), ("Health", nil), ("Ring", nil), ("Scale", nil),
        ("Strap", "Apple Watch Series 9"), ("Pocket", "iPhone"),
    ]

    /// Returns the case of a seed.
    package init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var week = random.pick(Self.weeks)
        // If a sample's clock changes during it, no rule says where its parts belong. So all these zones have no changes.
        let usesSampleZones = random.chance(8)
        if usesSampleZones { (week.zone, week.year, week.month, week.day) = ("Asia/Kathmandu", 2024, 5, 16) }
        guard let calendar = ReferenceCalendar(zone: usesSampleZones ? "UTC" : week.zone) else {
            preconditionFailure("no zone \(week.zone)")
        }
        let start = calendar.instant(week.year, week.month, week.day - random.pick(0...2), random.chance(50) ? 0 : random.pick(0...23))
        let window = Self.window(from: start, calendar: calendar, random: &random)
        let grid = random.chance(15) ? nil : Self.grid(over: window, calendar: calendar, random: &random)

        var query = ReferenceQuery(
            style: random.pick(ReferenceStyle.allCases), window: window, buckets: grid?.buckets, priority: ReferencePriority([]))
        if random.chance(40) { query.edges = random.pick(ReferenceEdges.allCases) }
        if random.chance(30) { query.assignment = random.pick(ReferenceAssignment.allCases) }
        if random.chance(40) { query.sources = random.pick(ReferenceSources.allCases) }
        if query.sources != .separate && random.chance(10) { query.splits = [.device] }
        if random.chance(25) { query.rules.weighting = random.pick(ReferenceRules.Weighting.allCases) }
        if random.chance(20) { query.rules.span = random.pick(ReferenceRules.Span.allCases) }
        if random.chance(20) { query.rules.duration = random.pick(ReferenceRules.Duration.allCases) }
        if random.chance(20) { query.rules.discreteMerge = random.pick(ReferenceRules.DiscreteMerge.allCases) }
        if random.chance(20) { query.rules.percentile = random.pick(ReferenceRules.Percentile.allCases) }

        let sources = Self.sourcePool.shuffled(using: &random).prefix(query.style == .sleep ? random.pick(2...3) : random.pick(1...4))
        if query.style == .sleep, random.chance(70) { query.condition = Self.condition(sources.map(\.name), depth: 2, random: &random) }
        var samples = Self.samples(from: Array(sources), query: query, grid: grid, random: &random)
        if usesSampleZones {
            let zones = ["Asia/Tokyo", "Asia/Kathmandu", "America/Phoenix", nil]
            for index in samples.indices { samples[index].zone = random.pick(zones) }
        }
        var keys = SplitMix64(seed: seed ^ 0x6b65_7973)
        if keys.chance(30) { query.splits = Self.splits(query, sources.map(\.name), samples, random: &keys) }
        self.init(
            seed: seed, zone: week.zone, usesSampleZones: usesSampleZones, samples: samples, query: query, grid: grid,
            aggregates: Self.aggregates(query.style),
            preferred: random.chance(20) ? sources.map(\.name).shuffled(using: &random).dropLast() : [],
            now: random.chance(30)
                ? Int64.random(in: window.interval.start...window.interval.end, using: &random)
                : window.interval.end + random.pick([0, 366 * 86_400_000]),
            leastValue: query.style != .sleep && random.chance(10) ? random.pick([1, 50, 100]) : nil)
        addTimes(&random)
        var clock = SplitMix64(seed: seed ^ 0x636c_6f63)
        if clock.chance(20) {
            let from = clock.pick(0..<1440)
            hours = ReferenceHours(from: from, to: clock.chance(20) ? 1440 : (from + clock.pick(1..<1440)) % 1440)
            if hours?.to == 0 { hours?.to = 1440 }
            if hours?.from == 0, hours?.to == 1440 { hours = nil }
        }
    }

    private static func aggregates(_ style: ReferenceStyle) -> [ReferenceAggregate] {
        switch style {
        case .sleep: [.duration, .count, .firstStart, .lastEnd, .coverage]
        case .cumulative: [.sum, .duration, .count, .latest, .first, .firstStart, .lastEnd, .coverage]
        case .discreteArithmetic, .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel:
            [
                .average, .min, .max, .latest, .first, .count, .duration, .median, .percentile(0.95), .percentile(0.1), .percentile(0.28),
                .percentile(0.56), .percentile(0.999), .stddev, .firstStart, .lastEnd, .coverage,
            ]
        }
    }

    /// Returns a condition on the value, usually asleep or awake, or one that combines values and sources.
    private static func condition(_ sources: [String], depth: Int, random: inout SplitMix64) -> ReferenceCondition {
        let kind = depth == 0 ? random.pick(0..<7) : random.pick(0..<10)
        switch kind {
        case 0, 1: return .value([1, 3, 4, 5])
        case 2: return .value([2])
        case 3, 4: return .value(Set((0..<random.pick(1...3)).map { _ in random.pick(0...6) }).sorted())
        case 5, 6: return .source(random.pick(sources))
        case 7: return .not(condition(sources, depth: depth - 1, random: &random))
        default:
            let parts = (0..<2).map { _ in condition(sources, depth: depth - 1, random: &random) }
            return kind == 8 ? .all(parts) : .any(parts)
        }
    }

    private static func window(from start: Int64, calendar: ReferenceCalendar, random: inout SplitMix64) -> ReferenceWindow {
        let hour: Int64 = 3_600_000
        // Some windows start and end next to an edge.
        let jitter = random.chance(40) ? Int64.random(in: 0..<hour, using: &random) : 0
        let length = random.pick([hour, 3 * hour, 24 * hour, 48 * hour, 120 * hour, Int64.random(in: 1...(50 * hour), using: &random)])
        return ReferenceWindow(start + jitter, start + jitter + length, includesEnd: random.chance(15))
    }

    // MARK: Grids

    private static func grid(over window: ReferenceWindow, calendar: ReferenceCalendar, random: inout SplitMix64) -> Grid {
        // The grid covers the range. Its last bucket includes an instant at the very end.
        let range = ReferenceInterval(window.interval.start, window.interval.end + (window.includesEnd ? 1 : 0))
        let hours = (range.end - range.start) / 3_600_000
        switch random.pick(0..<10) {
        case 0:
            let inner = (0..<random.pick(0...8)).map { _ in Int64.random(in: range.start...range.end, using: &random) }
            return single(Set(inner + [range.start, range.end]).sorted())
        case 1, 2:
            return profile(random.pick([ReferenceProfile.hourOfDay, .weekday, .partOfDay]), over: range, calendar: calendar)
        case 3, 4, 5:
            let period: ReferencePeriod = hours < 6 && random.chance(50) ? .minute : .hour
            let count = period == .minute ? random.pick([5, 15, 30]) : random.pick([1, 1, 2, 3, 6, 12])
            let anchor = calendar.defaultAnchor(start: range.start, period: .day) + (random.chance(20) ? 450_000 : 0)
            let keepsWallClock = count > 1 && period == .hour && random.chance(30)
            return single(calendar.buckets(meeting: range, anchor: anchor, count: count, period: period, keepsWallClock: keepsWallClock))
        default:
            let period: ReferencePeriod = random.pick([.day, .day, .day, .week, .month, .hour])
            let timeOfDay: Int64 = random.pick([0, 0, 3 * 3_600_000, 9_000_000, 18 * 3_600_000])
            if period == .hour || random.chance(20) {
                // Whole weeks that start on a weekday, in any notation.
                let anchor = calendar.dayAnchor(start: range.start, timeOfDay: timeOfDay, weekday: random.pick(1...7))
                let weeks = random.pick([1, 1, 2, 4])
                let (name, count): (ReferencePeriod, Int) = period == .hour ? (.hour, 168) : random.pick([(.day, 7), (.week, 1)])
                return single(
                    calendar.buckets(meeting: range, anchor: anchor.instant, wall: anchor.wall, count: weeks * count, period: name))
            }
            let anchor = calendar.defaultAnchor(start: range.start, period: period) + timeOfDay
            return single(calendar.buckets(meeting: range, anchor: anchor, count: random.pick([1, 1, 2]), period: period))
        }
    }

    private static func single(_ edges: [Int64]) -> Grid { Grid(edges: edges, groups: nil, groupCount: edges.count - 1) }

    private static func single(_ buckets: [ReferenceBucket]) -> Grid {
        let pieces = buckets.flatMap(\.pieces)
        return single(pieces.map(\.start) + pieces.suffix(1).map(\.end))
    }

    /// Returns buckets in which the slot is constant, each in the group of its slot. Zones change only at quarter hours.
    private static func profile(_ profile: ReferenceProfile, over range: ReferenceInterval, calendar: ReferenceCalendar) -> Grid {
        let quarter: Int64 = 900_000
        let first = profile == .weekday ? 1 : 0
        var edges: [Int64] = []
        var groups: [Int] = []
        let start = Int64((Double(range.start) / Double(quarter)).rounded(.down)) * quarter
        for instant in stride(from: start, to: range.end, by: Int64.Stride(quarter)) {
            let group = calendar.slot(profile, at: instant) - first
            if group == groups.last { continue }
            edges.append(instant)
            groups.append(group)
        }
        return Grid(
            edges: edges + [start + ((range.end - start) / quarter + 1) * quarter], groups: groups,
            groupCount: profile == .weekday ? 7 : profile == .partOfDay ? 4 : 24)
    }

    // MARK: Keys

    /// Returns one or two keys, at most one of which is a range of values.
    private static func splits(
        _ query: ReferenceQuery, _ sources: [String], _ samples: [ReferenceSample], random: inout SplitMix64
    ) -> [ReferenceSplit] {
        let condition =
            query.style == .sleep ? condition(sources, depth: 2, random: &random) : .atLeast(Double(random.pick([1, 50, 100, 150])))
        let bands = ReferenceSplit.bands(random.pick([[100], [0, 50, 100], [20, 60, 60.5, 150]] as [[Double]]))
        let bins = ReferenceSplit.bins(width: random.pick([7.5, 20, 50, 100]))
        let isNarrow = samples.allSatisfy { $0.value < 1000 }
        let range = isNarrow && random.chance(60) ? bins : bands
        let fields: [ReferenceSplit] = [.device, .value, .condition(condition)]
        // The values of sleep have names.
        if query.style == .sleep { return random.chance(70) ? [random.pick(fields)] : [.value, .condition(condition)] }
        return random.pick([[random.pick(fields)], [range], [range], [random.pick(fields), range], [range, random.pick(fields)]])
    }

    // MARK: Samples

    private static func samples(
        from sources: [(name: String, device: String?)], query: ReferenceQuery, grid: Grid?, random: inout SplitMix64
    ) -> [ReferenceSample] {
        let window = query.window.interval
        let hour: Int64 = 3_600_000
        var notable = [window.start, window.end] + (grid?.edges ?? [])
        let hasHandEntered = random.chance(25)
        let count = random.chance(10) ? random.pick(0...2) : random.pick(3...(random.chance(10) ? 120 : 30))
        var samples: [ReferenceSample] = []
        for _ in 0..<count {
            if let twin = samples.randomElement(using: &random), random.chance(8) {
                var copy = twin
                copy.created = random.chance(50) ? twin.end : nil
                if hasHandEntered { copy.isHandEntered = random.chance(50) }
                samples.append(copy)
                continue
            }
            // An instant at the very start or end of another sample, usually of another source (S6.1).
            let isOnEdge = !samples.isEmpty && random.chance(15)
            let start =
                isOnEdge
                ? random.pick(samples.flatMap { [$0.start, $0.end] })
                : random.chance(35) ? random.pick(notable) : moment(from: window.start - 6 * hour, to: window.end + hour, random: &random)
            var end = start
            switch isOnEdge ? 0 : random.pick(0..<100) {
            case 0..<35: break
            case 35..<40: end += Int64.random(in: 1..<1000, using: &random)
            case 40..<65: end += Int64.random(in: 1...600, using: &random) * 1000
            case 65..<80: end += Int64.random(in: 1...(2 * hour), using: &random)
            case 80..<90: end += Int64.random(in: 1...72, using: &random) * hour
            default: end = max(start, random.pick(notable))
            }
            let source = random.pick(sources)
            var sample = ReferenceSample(
                start: start, end: end, value: value(query.style, random: &random), source: source.name,
                device: random.chance(70) ? source.device : nil)
            sample.isHandEntered = hasHandEntered && random.chance(30)
            samples.append(sample)
            notable += [start, end]
        }
        for index in samples.indices { samples[index].number = index }
        return samples
    }

    /// Returns a moment on a whole minute, a whole second, or any millisecond.
    private static func moment(from start: Int64, to end: Int64, random: inout SplitMix64) -> Int64 {
        let grain: Int64 = random.pick([60_000, 1000, 1])
        return Int64.random(in: start...end, using: &random) / grain * grain
    }

    private static func value(_ style: ReferenceStyle, random: inout SplitMix64) -> Double {
        // In bed, the five values that exclude each other, and a value that is not in any version of Apple's list.
        if style == .sleep { return Double(random.pick([0, 1, 1, 2, 2, 3, 4, 5, 6])) }
        if style == .discreteEquivalentContinuousLevel { return Double.random(in: 0...140, using: &random) }
        switch random.pick(0..<20) {
        case 0: return 0
        case 1: return 1e-9
        case 2: return 1e12
        case 3...12: return Double(random.pick(1...200))
        default: return Double.random(in: 0...200, using: &random)
        }
    }
}
