import CalendarIntervals
import HealthModel
import QueryPlan
import StorageModel

/// Decides which samples match a `where`, one batch at a time.
///
/// A test of a missing field is false, including `!=`, and `not` inverts it. Texts are tested once for each id.
final class PredicateFilter {
    /// A predicate whose text tests remember their results by id.
    private indirect enum Test {
        case all([Test])
        case any([Test])
        case not(Test)
        case number(NumberField, NumberTest)
        case text(TextField, TextMemory)
        case profile(Profile, Set<Int>)
        case timeOfDay(DayTimes)
        case numberMissing(NumberField)
        case enteredByUser
        case constant(Bool)
    }

    private final class TextMemory {
        let matches: (String?) -> Bool
        /// By id, up to the highest so far.
        private var answers: [Bool?] = []

        init(_ matches: @escaping (String?) -> Bool) { self.matches = matches }

        /// Returns for each id whether its text matches. Texts are made once for each id.
        func matches(_ ids: [Int32], text: (Int32) -> String?) -> [Bool] {
            let highest = Int(ids.max() ?? -1)
            if highest >= answers.count { answers.append(contentsOf: repeatElement(nil, count: highest + 1 - answers.count)) }
            return [Bool](count: ids.count, filler: false) { row in
                let id = Int(ids[row])
                if let known = answers[id] { return known }
                let answer = matches(text(ids[row]))
                answers[id] = answer
                return answer
            }
        }
    }

    private let test: Test
    private let zone: Zone
    private let weekStart: Weekday
    /// True if times of day are those of the zone that was recorded with each sample.
    private let usesSampleZones: Bool
    private let metadata: MetadataCache
    private let sources: [Int32: Source]
    private let origins: [Int32: Origin]
    /// The workouts of the current batch by sample number; empty for other metrics.
    var workouts: [Int64: Workout] = [:]
    /// The numbers in metadata, by field and id.
    private var knownAmounts: [NumberField: [Int32: Double]] = [:]
    /// The columns of samples that the predicate reads.
    let columns: SampleColumns
    /// True if it reads only samples, so that any thread can test them.
    var isSelfContained: Bool { columns.isDisjoint(with: [.metadata, .numbers]) }
    /// The test of the value, if it is the whole predicate.
    var valueTest: NumberTest? { if case .number(.value, let test) = test { test } else { nil } }
    /// True if the predicate reads starts or ends.
    var readsTimes: Bool { Self.readsTimes(test) }
    /// True if the predicate needs fields of workouts other than the interval.
    var needsWorkouts: Bool { columns.contains(.numbers) }
    /// True if it needs the rises of routes.
    var needsClimbs: Bool { Self.needsClimbs(test) }

    init(
        _ predicate: Predicate, zone: Zone, weekStart: Weekday, usesSampleZones: Bool, source: any SampleSource, metadata: MetadataCache
    ) throws {
        (self.zone, self.weekStart, self.usesSampleZones, self.metadata) = (zone, weekStart, usesSampleZones, metadata)
        // Samples come from one person, so questions about the person have one answer.
        let asked = predicate.asksAboutPersons ? predicate.asked(of: try source.persons().first ?? .unnamed) : predicate
        test = try PredicateFilter.compile(asked)
        let columns = PredicateFilter.columns(of: test, usesSampleZones: usesSampleZones)
        self.columns = columns
        sources = columns.contains(.sources) ? try source.sources() : [:]
        origins = columns.contains(.origins) ? try source.origins() : [:]
    }

    /// Returns for each row whether it matches.
    func passes(_ batch: borrowing SampleBatch) throws -> [Bool] {
        try load(batch)
        return answers(batch)
    }

    /// Loads what the predicate needs to know of a batch.
    func load(_ batch: borrowing SampleBatch) throws {
        if columns.contains(.metadata) { try metadata.load(batch.metadata) }
    }

    /// Returns for each row of a loaded batch whether it matches.
    func answers(_ batch: borrowing SampleBatch) -> [Bool] { evaluate(test, batch) }

    /// Returns the rows that match.
    func rows(of batch: borrowing SampleBatch) throws -> ArraySlice<Int32> {
        if let valueTest { return valueTest.places(in: batch.values.span) }
        return batch.rows(where: try passes(batch))
    }

    private static func compile(_ predicate: Predicate) throws -> Test {
        switch predicate {
        case .all(let parts): return .all(try parts.map(compile))
        case .any(let parts): return .any(try parts.map(compile))
        case .not(let part): return .not(try compile(part))
        case .number(let field, let comparison, let literal): return .number(field, NumberTest(comparison, literal))
        case .numberBetween(let field, let low, let high): return .number(field, .between(low, high))
        case .numberIn(let field, let numbers): return .number(field, .among(Set(numbers)))
        case .text(let field, let test):
            let matches = try test.matcher()
            if case .words = field {
                return .text(field, TextMemory { $0.map { SampleField.words(of: $0).contains(where: matches) } ?? false })
            }
            return .text(field, TextMemory { $0.map(matches) ?? false })
        case .profile(let profile, let slots): return .profile(profile, Set(slots.map { Int($0) }))
        case .timeOfDay(let times): return .timeOfDay(times)
        case .numberMissing(let field): return .numberMissing(field)
        case .textMissing(let field): return .text(field, TextMemory { $0 == nil })
        case .enteredByUser: return .enteredByUser
        case .person: return .constant(false)
        case .constant(let answer): return .constant(answer)
        }
    }

    private static func columns(of test: Test, usesSampleZones: Bool) -> SampleColumns {
        switch test {
        case .all(let parts), .any(let parts):
            parts.reduce(into: []) { $0.formUnion(columns(of: $1, usesSampleZones: usesSampleZones)) }
        case .not(let part): columns(of: part, usesSampleZones: usesSampleZones)
        case .number(let field, _), .numberMissing(let field):
            switch field {
            case .value: .values
            case .created: .created
            case .metadata, .metadataAmount: .metadata
            case .workout: .numbers
            case .start, .end, .duration: []
            }
        case .text(let field, _):
            switch field {
            case .source: .sources
            case .device, .product: .origins
            case .metadata, .words: .metadata
            case .activity: .numbers
            }
        case .enteredByUser: .metadata
        case .timeOfDay: usesSampleZones ? .metadata : []
        case .profile, .constant: []
        }
    }

    private static func readsTimes(_ test: Test) -> Bool {
        switch test {
        case .all(let parts), .any(let parts): parts.contains(where: readsTimes)
        case .not(let part): readsTimes(part)
        case .number(.start, _), .number(.end, _), .number(.duration, _), .profile, .timeOfDay: true
        case .numberMissing(let field): [.start, .end, .duration].contains(field)
        case .number, .text, .enteredByUser, .constant: false
        }
    }

    private static func needsClimbs(_ test: Test) -> Bool {
        switch test {
        case .all(let parts), .any(let parts): parts.contains(where: needsClimbs)
        case .not(let part): needsClimbs(part)
        case .number(.workout(.climb), _), .numberMissing(.workout(.climb)): true
        case .number, .numberMissing, .text, .enteredByUser, .profile, .timeOfDay, .constant: false
        }
    }

    private func evaluate(_ test: Test, _ batch: borrowing SampleBatch) -> [Bool] {
        switch test {
        case .all(let parts): return combine(parts, batch, neutral: true) { $0 && $1 }
        case .any(let parts): return combine(parts, batch, neutral: false) { $0 || $1 }
        case .not(let part):
            let answers = evaluate(part, batch)
            return [Bool](count: answers.count, filler: false) { !answers[$0] }
        // Most conditions compare values, so they are tested where they are.
        case .number(.value, let test): return test.matches(batch.values.span)
        case .number(let field, let test): return test.matches(numbers(field, batch).span)
        case .numberMissing(let field): return numbers(field, batch).map(\.isNaN)
        case .text(.activity, let memory):
            return batch.numbers.map { number in
                guard let workout = workouts[number] else { return memory.matches(nil) }
                return memory.matches(workout.activity) || memory.matches(WorkoutActivityType(exportName: workout.activity).shortName)
            }
        case .text(let field, let memory):
            return memory.matches(ids(field, batch)) { text(field, $0) }
        case .profile(let profile, let slots):
            return matches(batch.starts.span, profile, slots)
        case .timeOfDay(let times): return matches(batch, times)
        case .enteredByUser: return [Bool](count: batch.count, filler: false) { metadata.isHandEntered(batch.metadata[$0]) }
        case .constant(let answer): return Array(repeating: answer, count: batch.count)
        }
    }

    /// Returns the times in which a sample of a block must start to match, in order. Nil if they are not known, or are too many.
    func starts(of block: any PackedSamples) -> [Range<Int64>]? {
        let tests = if case .all(let tests) = test { tests } else { [test] }
        for test in tests {
            switch test {
            case .profile(let profile, let slots):
                return times(in: block) { hour in
                    let civil = zone.civil(at: Instant(milliseconds: hour.lowerBound))
                    return slots.contains(profile.slot(of: civil, weekStart: weekStart)) ? [hour] : []
                }
            case .timeOfDay(let times) where !usesSampleZones:
                return self.times(in: block) { times.parts(of: $0, in: zone) }
            default: continue
            }
        }
        return nil
    }

    /// Returns the matching parts of the hours of a block. Nil if the block has more than one hour for 64 samples.
    private func times(in block: any PackedSamples, _ parts: (Range<Int64>) -> [Range<Int64>]) -> [Range<Int64>]? {
        var times: [Range<Int64>] = []
        var moment = block.firstStart
        for _ in 0...block.count / 64 {
            let hour = zone.hour(holding: moment)
            for part in parts(hour) {
                if let previous = times.last, previous.upperBound == part.lowerBound {
                    times[times.count - 1] = previous.lowerBound..<part.upperBound
                } else {
                    times.append(part)
                }
            }
            if hour.upperBound > block.lastStart { return times }
            moment = hour.upperBound
        }
        return nil
    }

    private func matches(_ starts: Span<Int64>, _ profile: Profile, _ slots: Set<Int>) -> [Bool] {
        var answers = [Bool](repeating: false, count: starts.count)
        var target = answers.mutableSpan
        var row = 0
        while row < starts.count {
            // Samples come in order, and no profile divides an hour.
            let hour = zone.hour(holding: starts[row])
            let isIn = slots.contains(profile.slot(of: zone.civil(at: Instant(milliseconds: starts[row])), weekStart: weekStart))
            repeat {
                target[row] = isIn
                row += 1
            } while row < starts.count && starts[row] < hour.upperBound
        }
        return answers
    }

    private func matches(_ batch: borrowing SampleBatch, _ times: DayTimes) -> [Bool] {
        if usesSampleZones {
            return [Bool](count: batch.count, filler: false) {
                times.contains(batch.starts[$0], in: metadata.zone(batch.metadata[$0]) ?? zone)
            }
        }
        let starts = batch.starts.span
        var answers = [Bool](repeating: false, count: starts.count)
        var target = answers.mutableSpan
        var row = 0
        while row < starts.count {
            // Samples come in order, and the clocks do not change within a stretch of an hour.
            let hour = zone.hour(holding: starts[row])
            let first = zone.civil(at: Instant(milliseconds: hour.lowerBound)).millisecondOfDay
            repeat {
                target[row] = times.contains(first + Int(starts[row] - hour.lowerBound))
                row += 1
            } while row < starts.count && hour.lowerBound <= starts[row] && starts[row] < hour.upperBound
        }
        return answers
    }

    private func combine(
        _ parts: [Test], _ batch: borrowing SampleBatch, neutral: Bool, _ combine: (Bool, Bool) -> Bool
    ) -> [Bool] {
        var result = [Bool](repeating: neutral, count: batch.count)
        for part in parts {
            let answers = evaluate(part, batch)
            var target = result.mutableSpan
            for row in 0..<min(target.count, answers.count) { target[row] = combine(target[row], answers[row]) }
        }
        return result
    }

    /// Returns the field of each row; NaN for samples without it.
    private func numbers(_ field: NumberField, _ batch: borrowing SampleBatch) -> [Double] {
        switch field {
        case .value: return batch.values
        case .start: return [Double](count: batch.count, filler: 0) { Double(batch.starts[$0]) }
        case .end: return [Double](count: batch.count, filler: 0) { Double(batch.ends[$0]) }
        case .created: return batch.created.map { $0 == SampleBatch.unknownTime ? .nan : Double($0) }
        case .duration:
            return [Double](count: batch.count, filler: 0) { Double(batch.ends[$0] - batch.starts[$0]) / 1000 }
        case .workout(let field): return batch.numbers.map { workouts[$0]?.value(of: field) ?? .nan }
        case .metadata(let key): return amounts(field, batch) { self.metadata.value(key, in: $0).flatMap { MetadataAmount($0)?.number } }
        case .metadataAmount(let key, let unit):
            return amounts(field, batch) { self.metadata.value(key, in: $0).flatMap { MetadataAmount($0)?.converted(to: unit) } }
        }
    }

    /// Returns the number of each row's metadata. Each text is read once.
    private func amounts(_ field: NumberField, _ batch: borrowing SampleBatch, _ read: (Int32) -> Double?) -> [Double] {
        var known = knownAmounts[field] ?? [:]
        let numbers = batch.metadata.map { id in
            if let number = known[id] { return number }
            let number = read(id) ?? .nan
            known[id] = number
            return number
        }
        knownAmounts[field] = known
        return numbers
    }

    private func ids(_ field: TextField, _ batch: borrowing SampleBatch) -> [Int32] {
        switch field {
        case .source: batch.sources
        case .device, .product: batch.origins
        case .metadata, .words: batch.metadata
        case .activity: []
        }
    }

    private func text(_ field: TextField, _ id: Int32) -> String? {
        switch field {
        case .source: sources[id]?.name
        case .device: origins[id]?.device?.name
        case .product: origins[id]?.device?.hardware
        case .metadata(let key), .words(let key): metadata.value(key, in: id)
        case .activity: nil
        }
    }
}
