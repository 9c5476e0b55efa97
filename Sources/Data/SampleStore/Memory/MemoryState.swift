import HealthModel
package import StorageModel
import Synchronization

/// The content of a `MemoryStore`, and its content before each of the last deeds.
///
/// The contents share all columns that did not change between them.
struct MemoryState: Sendable {
    private(set) var content = MemoryContent()
    var deed: StoreDeed?
    private var history: [(step: UndoStep, token: Int64, before: MemoryContent)] = []

    /// A store with more samples keeps fewer contents, because each can have its own copy of a metric.
    private static let mostKeptSamples = 4_000_000

    /// The steps that can be taken back, newest first.
    var steps: [UndoStep] { history.reversed().map(\.step) }

    /// Changes the content, as a part of the current deed.
    ///
    /// - Parameter obstacle: The reason why this change can't be taken back.
    mutating func change<Result>(
        _ obstacle: UndoStep.Obstacle? = nil, _ body: (inout MemoryContent) throws -> Result
    ) rethrows -> Result {
        let known = content.changeNumber
        guard let deed, obstacle == nil else {
            // A copy of the content would make each write of a program copy what it changes.
            let result = try body(&content)
            if content.changeNumber != known { history = [(step(obstacle ?? .untracked), 0, MemoryContent())] }
            return result
        }
        let before = history.last?.token == deed.token ? nil : content
        let result = try body(&content)
        guard content.changeNumber != known else { return result }
        if let before {
            history.append((step(nil), deed.token, before))
            let limit = StoreLimits.undoSteps(content.settings[StoreLimits.undoStepsSetting])
            let most = max(1, Self.mostKeptSamples / max(content.sampleCount, 1))
            history.removeFirst(max(0, history.count - min(limit, most)))
        } else if !history.isEmpty {
            history[history.count - 1].step.last = content.changeNumber
        }
        return result
    }

    private func step(_ obstacle: UndoStep.Obstacle?) -> UndoStep {
        let deed = obstacle == nil ? deed : nil
        return UndoStep(
            first: content.changeNumber, last: content.changeNumber, text: deed?.text, time: deed?.time, obstacle: obstacle)
    }

    mutating func undo(_ step: UndoStep) -> Bool {
        guard let last = history.last, last.step == step, step.obstacle == nil else { return false }
        content = last.before.putBack(after: content)
        history.removeLast()
        return true
    }

    func effect(of step: UndoStep) -> UndoEffect {
        guard let last = history.last, last.step == step, step.obstacle == nil else { return UndoEffect() }
        return content.effect(ofPuttingBack: last.before)
    }
}

extension MemoryContent {
    var sampleCount: Int { people.values.reduce(0) { $0 + $1.series.values.reduce(0) { $0 + $1.rows.count } } }

    /// Returns the differences between an earlier content and this one.
    func effect(ofPuttingBack before: MemoryContent) -> UndoEffect {
        var effect = UndoEffect()
        let numbers = Set(people.keys).union(before.people.keys)
        let persons = numbers.map { number in
            (people[number]?.id ?? before.people[number]?.id ?? "", people[number], before.people[number])
        }
        for (id, now, then) in persons.sorted(by: { $0.0 < $1.0 }) {
            effect.add(now ?? MemoryPerson(id: id), then ?? MemoryPerson(id: id), of: id)
            if now?.id != then?.id || now?.zone != then?.zone { effect.others.append(.person(id)) }
        }
        let names = Set(settings.keys).union(before.settings.keys).filter { settings[$0] != before.settings[$0] }
        effect.others = names.sorted().map { .setting($0, person: nil) } + effect.others
        return effect
    }
}

extension UndoEffect {
    /// Adds the differences between two contents of a person.
    fileprivate mutating func add(_ now: MemoryPerson, _ then: MemoryPerson, of person: String) {
        for metric in Set(now.series.keys).union(then.series.keys).sorted(by: { $0.identifier < $1.identifier }) {
            let (own, earlier) = (now.series[metric]?.rows ?? SampleBatch(), then.series[metric]?.rows ?? SampleBatch())
            add(own.identified, earlier.identified, metric, person) { !own.isSame($0, as: earlier, $1) }
        }
        let (own, earlier) = (Array(now.workoutGroups.values.joined()), Array(then.workoutGroups.values.joined()))
        add(own.map { ($0.number, $0.start.milliseconds) }, earlier.map { ($0.number, $0.start.milliseconds) }, .workouts, person) {
            own[$0] != earlier[$1] || now.ownedSeries[own[$0].number] != then.ownedSeries[earlier[$1].number]
        }
        let (pairs, before) = (Array(now.correlationGroups.values.joined()), Array(then.correlationGroups.values.joined()))
        for type in Set((pairs + before).map(\.correlation.type)).sorted() {
            let (own, earlier) = (pairs.filter { $0.correlation.type == type }, before.filter { $0.correlation.type == type })
            add(own.map(\.identified), earlier.map(\.identified), MetricID(type), person) { own[$0].correlation != earlier[$1].correlation }
        }
        addDays(now, then, person)
        addOthers(now, then, person)
    }

    private mutating func addDays(_ now: MemoryPerson, _ then: MemoryPerson, _ person: String) {
        let added = now.summaries.keys.filter { then.summaries[$0] == nil }.count
        let changed = then.summaries.filter { now.summaries[$0.key] != $0.value }.count
        for (count, kind) in [(added, Part.Kind.going), (changed, .restored)] where count > 0 {
            parts.append(Part(person: person, metric: .activitySummaries, kind: kind, count: count, starts: nil))
        }
    }

    private mutating func addOthers(_ now: MemoryPerson, _ then: MemoryPerson, _ person: String) {
        for name in Set(now.goals.keys).union(then.goals.keys).sorted() where now.goals[name] != then.goals[name] {
            others.append(.setting(name, person: person))
        }
        let ordered = Set(now.priorities.keys).union(then.priorities.keys).sorted { $0.identifier < $1.identifier }
        others += ordered.filter { now.priorities[$0] != then.priorities[$0] }.map { .sourceOrder($0, person: person) }
        let named = Set(now.attributes.keys).union(then.attributes.keys).sorted()
        others += named.filter { now.attributes[$0] != then.attributes[$0] }.map { .attribute($0, person: person) }
    }

    /// Adds the differences between two lists, each with numbers and starts.
    private mutating func add(
        _ now: [(number: Int64, start: Int64)], _ then: [(number: Int64, start: Int64)], _ metric: MetricID, _ person: String,
        differ: (Int, Int) -> Bool
    ) {
        var places = Dictionary(zip(then.map(\.number), 0...)) { first, _ in first }
        var starts: [Part.Kind: [Int64]] = [:]
        for (index, row) in now.enumerated() {
            if let place = places.removeValue(forKey: row.number) {
                if differ(index, place) { starts[.restored, default: []].append(row.start) }
            } else {
                starts[.going, default: []].append(row.start)
            }
        }
        for place in places.values { starts[.returning, default: []].append(then[place].start) }
        for kind in [Part.Kind.going, .returning, .restored] {
            guard let starts = starts[kind], let first = starts.min(), let last = starts.max() else { continue }
            parts.append(Part(person: person, metric: metric, kind: kind, count: starts.count, starts: first...last))
        }
    }
}

extension SampleBatch {
    /// The number and the start of each row.
    fileprivate var identified: [(number: Int64, start: Int64)] { zip(numbers, starts).map { (number: $0, start: $1) } }
}

extension StoredCorrelation {
    fileprivate var identified: (number: Int64, start: Int64) { (number, correlation.start.milliseconds) }
}

extension MemoryStore: UndoKeeping {
    @discardableResult
    package func begin(_ deed: StoreDeed?) -> StoreDeed? {
        state.withLock { state in
            defer { state.deed = deed }
            return state.deed
        }
    }

    package func undoSteps() -> [UndoStep] { state.withLock { $0.steps } }
    package func effect(of step: UndoStep) -> UndoEffect { state.withLock { $0 }.effect(of: step) }
    package func undo(_ step: UndoStep) -> Bool { state.withLock { $0.undo(step) } }
}
