import CalendarIntervals
import HealthModel
import QueryPlan

/// The keys other than time, numbered in order of occurrence in samples.
///
/// Each split has a code for each sample, such as the id of its source. Texts are made once for each code, never for each sample.
final class KeyTable {
    private let splits: [SplitKey]
    private let zone: Zone
    private let weekStart: Weekday
    private let usesSampleZones: Bool
    private let sources: [Int32: Source]
    private let origins: [Int32: Origin]
    private let metadata: MetadataCache
    /// The conditions of the splits that have one.
    private let filters: [PredicateFilter?]
    private var stages: [Stage]
    private var listed: ListedWords
    /// The keys of small whole numbers, if values are the only keys; −1 if unknown.
    private var keyOfNumber = KeyTable.noNumbers
    private static let noNumbers = [Int32](repeating: -1, count: NumberPlaces.width)
    private var places = NumberPlaces(from: 0)
    /// The activities of the workouts in the current batches, and the index of each workout's activity by sample number.
    private var activities: [String] = []
    private var activityOfWorkout: [Int64: Int64] = [:]

    /// One split: extends a key of the previous splits by a part.
    private struct Stage {
        struct Step: Hashable {
            var parent: Int32
            var code: Int64
        }
        struct Entry: Hashable {
            var parent: Int32
            var values: [KeyValue?]
        }
        /// For the first split, whose keys have no parent: the key of each small code, or −1 if it is unknown.
        var keyOfCode: [Int32] = []
        var keyOfStep: [Step: Int32] = [:]
        var keyOfEntry: [Entry: Int32] = [:]
        var keys: [Entry] = []
        /// The code with which each key was made.
        var codes: [Int64] = []
        var lastStep = Step(parent: -1, code: -1)
        var lastKey: Int32 = 0
    }

    convenience init(_ plan: Plan, source: any SampleSource, metadata: MetadataCache) throws {
        try self.init(
            plan.splits, zone: plan.zone, weekStart: plan.weekStart, usesSampleZones: plan.usesSampleZones, source: source,
            metadata: metadata)
    }

    private init(
        _ splits: [SplitKey], zone: Zone, weekStart: Weekday, usesSampleZones: Bool, source: any SampleSource, metadata: MetadataCache
    ) throws {
        (self.splits, self.zone, self.weekStart, self.usesSampleZones) = (splits, zone, weekStart, usesSampleZones)
        self.metadata = metadata
        sources = splits.contains(.source) ? try source.sources() : [:]
        origins = splits.contains(.device) || splits.contains(.product) ? try source.origins() : [:]
        stages = splits.map { _ in Stage() }
        listed = ListedWords(splits)
        filters = try splits.map { split in
            guard case .condition(let predicate, _) = split else { return nil }
            return try PredicateFilter(
                predicate, zone: zone, weekStart: weekStart, usesSampleZones: usesSampleZones, source: source, metadata: metadata)
        }
    }

    /// The number of keys so far; 1 without splits.
    var count: Int { stages.last?.keys.count ?? 1 }

    var columns: SampleColumns {
        zip(splits, filters).reduce(into: []) { columns, part in
            switch part.0 {
            case .source: columns.insert(.sources)
            case .device, .product: columns.insert(.origins)
            case .metadata: columns.insert(.metadata)
            case .field(let field): columns.insert(field.classes == nil ? .metadata : .values)
            case .person: break
            case .activity: columns.insert(.numbers)
            case .category: columns.formUnion([.values, .metadata])
            case .value, .ranges: columns.insert(.values)
            case .condition: columns.formUnion(part.1?.columns ?? [])
            }
        }
    }

    /// True if the keys need fields of workouts other than the interval.
    var needsWorkouts: Bool { splits.contains(.activity) || filters.contains { $0?.needsWorkouts == true } }

    /// True if the keys need the rises of routes.
    var needsClimbs: Bool { filters.contains { $0?.needsClimbs == true } }

    /// True if keys depend only on samples, so that any thread can find them.
    var isSelfContained: Bool { columns.isDisjoint(with: [.metadata, .numbers]) }

    /// True if a key depends on starts or ends.
    var readsTimes: Bool { filters.contains { $0?.readsTimes == true } }

    /// Sets the workouts whose samples come next.
    func use(_ workouts: [Int64: Workout]) {
        for filter in filters { filter?.workouts = workouts }
        guard splits.contains(.activity) else { return }
        var indices: [String: Int64] = Dictionary(uniqueKeysWithValues: zip(activities, 0...))
        activityOfWorkout = workouts.mapValues { workout in
            if let known = indices[workout.activity] { return known }
            activities.append(workout.activity)
            indices[workout.activity] = Int64(activities.count - 1)
            return Int64(activities.count - 1)
        }
    }

    /// True if a sample belongs to several rows.
    var hasRepeatedRows: Bool { listed.hasRepeatedRows }

    /// Returns the rows for which ``keys(of:counts:)`` is called next, some of them several times. Nil if each row has one key.
    func repeatedRows(of batch: borrowing SampleBatch) throws -> [Int32]? {
        guard !listed.isEmpty else { return nil }
        try metadata.load(batch.metadata)
        return listed.rows(of: batch.metadata, metadata)
    }

    /// Returns the key of each row; empty if there are no splits.
    ///
    /// - Parameter counts: For each row, whether it counts; nil if all rows do. Other rows add no key and get the first one.
    func keys(of batch: borrowing SampleBatch, counts: [Bool]? = nil) throws -> [Int32] {
        guard !splits.isEmpty else { return [] }
        if splits.count == 1, dependsOnValue(splits[0]), !hasUnlistedValues(batch, splits[0]) {
            return keys(ofValues: batch.values.span, counts: counts)
        }
        var keys = [Int32](repeating: 0, count: batch.count)
        for index in splits.indices {
            let codes = try codes(ofSplit: index, batch)
            var target = keys.mutableSpan
            // The keys of small codes so far. To reach them through the stages would check the access for every row.
            var known = index == 0 ? stages[0].keyOfCode : []
            for row in 0..<target.count where counts?[row] ?? true {
                let code = codes[row]
                if code >= 0, code < known.count, known[Int(code)] >= 0 {
                    target[row] = known[Int(code)]
                } else if index == 0 {
                    target[row] = firstKey(code)
                    known = stages[0].keyOfCode
                } else {
                    target[row] = key(after: target[row], code: code, at: index)
                }
            }
        }
        return keys
    }

    /// Returns the key of each value, if values are the only keys.
    private func keys(ofValues values: Span<Double>, counts: [Bool]?) -> [Int32] {
        var keys = [Int32](repeating: 0, count: values.count)
        var target = keys.mutableSpan
        var row = 0
        while row < values.count {
            let part = values.extracting(row..<min(row + NumberPlaces.portion, values.count))
            // The keys of small whole numbers, which most values are, are known after the first rows.
            if counts != nil || !copyKnownKeys(of: part, to: &target, from: row) {
                for index in part.indices where counts?[row + index] ?? true { target[row + index] = key(ofValue: part[index]) }
            }
            row += part.count
        }
        return keys
    }

    /// Writes the keys of some values from a row on. Returns false if any is not known.
    private func copyKnownKeys(of values: Span<Double>, to keys: inout MutableSpan<Int32>, from row: Int) -> Bool {
        guard places.find(values) else { return false }
        let known = keyOfNumber
        let found = places.found
        let (knownKeys, numbers) = (known.span, found.span)
        var all: Int32 = 0
        for index in values.indices {
            let key = knownKeys[Int(numbers[index])]
            all |= key
            keys[row &+ index] = key
        }
        return all >= 0
    }

    private func key(ofValue value: Double) -> Int32 {
        let isSmall = value >= 0 && value < Double(keyOfNumber.count)
        let number = isSmall ? Int(value) : 0
        guard isSmall, Double(number) == value else { return firstKey(code(of: value, split: splits[0])) }
        if keyOfNumber[number] < 0 { keyOfNumber[number] = firstKey(code(of: value, split: splits[0])) }
        return keyOfNumber[number]
    }

    private func dependsOnValue(_ split: SplitKey) -> Bool {
        switch split {
        case .field(let field): field.classes != nil
        case .category, .value, .ranges: true
        default: false
        }
    }

    /// Returns the key of a source, if sources are the keys.
    func key(ofSource id: Int32) -> Int32 { splits.isEmpty ? 0 : firstKey(Int64(id)) }

    /// Returns the values of each key, in the order of the key columns; nil for samples without one.
    func values() -> [[KeyValue?]] {
        (0..<count).map { key in
            path(of: Int32(key)).enumerated().flatMap { index, key in stages[index].keys[Int(key)].values }
        }
    }

    /// Returns the key of each split that leads to a key of the last one.
    private func path(of key: Int32) -> [Int32] {
        var path: [Int32] = []
        var key = key
        for stage in stages.reversed() {
            path.append(key)
            key = stage.keys[Int(key)].parent
        }
        return path.reversed()
    }

    // MARK: Parts

    /// Returns an empty table for the same splits, which another thread can use.
    func separate(over source: any SampleSource) throws -> KeyTable {
        try KeyTable(
            splits, zone: zone, weekStart: weekStart, usesSampleZones: usesSampleZones, source: source, metadata: metadata)
    }

    /// Removes all keys.
    func removeAll() {
        stages = splits.map { _ in Stage() }
        keyOfNumber = KeyTable.noNumbers
    }

    /// Returns the codes of the splits of each key, in order.
    func paths() -> [[Int64]] {
        splits.isEmpty
            ? [] : (0..<count).map { key in path(of: Int32(key)).enumerated().map { index, key in stages[index].codes[Int(key)] } }
    }

    /// Returns the key with these codes, and adds it if it is new.
    func key(ofPath path: [Int64]) -> Int32 {
        var key: Int32 = 0
        for index in splits.indices { key = index == 0 ? firstKey(path[0]) : self.key(after: key, code: path[index], at: index) }
        return key
    }

    // MARK: Codes

    /// Returns the code of each row for a split.
    private func codes(ofSplit index: Int, _ batch: borrowing SampleBatch) throws -> [Int64] {
        switch splits[index] {
        case .source: return widened(batch.sources)
        case .device, .product: return widened(batch.origins)
        case .metadata, .field:
            if splits[index].isOfWords { return listed.codes[index] }
            if dependsOnValue(splits[index]) { return batch.values.map { code(of: $0, split: splits[index]) } }
            try metadata.load(batch.metadata)
            return widened(batch.metadata)
        case .person: return Array(repeating: 0, count: batch.count)
        case .activity: return batch.numbers.map { activityOfWorkout[$0] ?? -1 }
        case .category: return try categoryCodes(batch)
        case .value, .ranges: return batch.values.map { code(of: $0, split: splits[index]) }
        case .condition: return try filters[index]?.passes(batch).map { $0 ? 1 : 0 } ?? []
        }
    }

    /// Returns the code of a value, for splits that depend on it.
    private func code(of value: Double, split: SplitKey) -> Int64 {
        switch split {
        case .category: Int64(exactly: value) ?? -1
        case .ranges(let ranges): ranges.index(of: value)
        case .field(let field): field.classes.map { Int64($0.index(of: value)) } ?? 0
        // 0 and −0 are one value.
        default: Int64(bitPattern: (value + 0).bitPattern)
        }
    }

    /// Returns the values of categories. A value that is not in the tables gets a number below -1, which depends on the metadata with its
    /// name.
    private func categoryCodes(_ batch: borrowing SampleBatch) throws -> [Int64] {
        var codes = batch.values.map { Int64(exactly: $0) ?? -1 }
        guard hasUnlistedValues(batch) else { return codes }
        try metadata.load(batch.metadata)
        for row in codes.indices where codes[row] == CategoryType.unlistedRaw {
            let set = batch.metadata[row]
            if metadata.value(MetadataKey.categoryValueName, in: set) != nil { codes[row] = -1 - Int64(set) }
        }
        return codes
    }

    /// True if values of a category need their metadata.
    private func hasUnlistedValues(_ batch: borrowing SampleBatch, _ split: SplitKey) -> Bool {
        if case .category = split { hasUnlistedValues(batch) } else { false }
    }

    private func hasUnlistedValues(_ batch: borrowing SampleBatch) -> Bool {
        !batch.metadata.isEmpty && batch.values.contains(Double(CategoryType.unlistedRaw))
    }

    private func widened(_ ids: [Int32]) -> [Int64] { [Int64](count: ids.count, filler: 0) { Int64(ids[$0]) } }

    /// Returns the values of a code in the columns of a split.
    private func values(ofCode code: Int64, split: SplitKey) -> [KeyValue?] {
        func text(_ text: String?) -> [KeyValue?] { [text.map { .text($0) }] }
        switch split {
        case .source: return text(sources[Int32(code)]?.name)
        case .device: return text(origins[Int32(code)]?.device?.name)
        case .product: return text(origins[Int32(code)]?.device?.hardware)
        // The person is known without reading samples (`PersonKeys`).
        case .person: return [nil]
        case .metadata(let key): return text(metadata.value(key, in: Int32(code)))
        case .field(let field):
            switch field.content {
            case .word(let key): return text(metadata.value(key, in: Int32(code)))
            case .words: return text(code < 0 ? nil : listed.words[Int(code)])
            case .classes(let classes): return text(classes.names[Int(code)])
            }
        case .activity: return text(code < 0 ? nil : WorkoutActivityType(exportName: activities[Int(code)]).shortName)
        case .category(let type):
            let unlisted = code < -1 ? metadata.value(MetadataKey.categoryValueName, in: Int32(clamping: -1 - code)) : nil
            return [unlisted.map { .text(type.shortName(unlisted: $0)) } ?? ValueNames.shown(Int(code), of: type)]
        case .value(let conversion, _):
            let stored = Double(bitPattern: UInt64(bitPattern: code))
            return [.number(conversion.map { $0(stored) } ?? stored)]
        case .condition: return [.flag(code == 1)]
        case .ranges(let ranges):
            let bounds = ranges.bounds(of: code)
            return [bounds.from.map { .number($0) }, bounds.to.map { .number($0) }]
        }
    }

    // MARK: Keys

    /// Codes below this number have a place in an array.
    private static let smallCodes: Int64 = 1 << 16

    private func firstKey(_ code: Int64) -> Int32 {
        guard code >= 0, code < Self.smallCodes else { return key(after: 0, code: code, at: 0) }
        let index = Int(code)
        if index < stages[0].keyOfCode.count, stages[0].keyOfCode[index] >= 0 { return stages[0].keyOfCode[index] }
        let missing = index + 1 - stages[0].keyOfCode.count
        if missing > 0 { stages[0].keyOfCode.append(contentsOf: repeatElement(-1, count: missing)) }
        let key = key(after: 0, code: code, at: 0)
        stages[0].keyOfCode[index] = key
        return key
    }

    private func key(after parent: Int32, code: Int64, at index: Int) -> Int32 {
        let step = Stage.Step(parent: parent, code: code)
        if step == stages[index].lastStep { return stages[index].lastKey }
        let key: Int32
        if let known = stages[index].keyOfStep[step] {
            key = known
        } else {
            let entry = Stage.Entry(parent: parent, values: values(ofCode: code, split: splits[index]))
            if let known = stages[index].keyOfEntry[entry] {
                key = known
            } else {
                key = Int32(stages[index].keys.count)
                stages[index].keys.append(entry)
                stages[index].codes.append(code)
                stages[index].keyOfEntry[entry] = key
            }
            stages[index].keyOfStep[step] = key
        }
        stages[index].lastStep = step
        stages[index].lastKey = key
        return key
    }

    // MARK: Ranges without samples

    /// Adds the ranges without samples: every combination of the other keys has the same bins or bands (S12.4).
    ///
    /// - Parameter groupCount: The number of rows of each key.
    /// - Throws: `EngineError.tooManyBins` if the result would have too many rows.
    func addEmptyRanges(groupCount: Int) throws {
        guard let place = splits.firstIndex(where: \.isOfRanges),
            case .ranges(let ranges) = splits[place]
        else { return }
        let codes = stages[place].codes
        guard let first = codes.min(), let last = codes.max() else {
            // Without samples, only bands are known.
            if splits.count == 1, let all = ranges.bandIndices { for code in all { _ = key(after: 0, code: code, at: 0) } }
            return
        }
        let all = ranges.bandIndices ?? first...last
        let series = paths().reduce(into: Set<[Int64]>()) { series, path in
            var path = path
            path[place] = 0
            series.insert(path)
        }
        let rowCount = Double(all.count) * Double(series.count * groupCount)
        guard rowCount <= Double(EngineOptions.greatestRowCount) else { throw EngineError.tooManyBins(Int(min(rowCount, 1e18)), ranges) }
        for var path in series.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            for code in all {
                path[place] = code
                _ = key(ofPath: path)
            }
        }
    }
}
