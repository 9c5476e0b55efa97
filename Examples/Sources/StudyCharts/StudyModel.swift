import HealthKit
import SwiftUI

/// A person of a study, with the data that they share.
public struct Participant {
    /// The name of the group.
    public var group: String
    /// The person's samples.
    public var store: HKHealthStore

    /// Creates a person of a group.
    public init(group: String, store: HKHealthStore) {
        self.group = group
        self.store = store
    }
}

/// A week of a group: the mean of its people's steps, and the standard deviation around it.
public struct StudyWeek: Identifiable, Equatable {
    /// The group and the number.
    public var id: String { "\(group) \(number)" }
    /// The name of the group.
    public var group: String
    /// The number of the week, from 1.
    public var number: Int
    /// The mean of the people's steps.
    public var mean: Double
    /// The standard deviation.
    public var deviation: Double
}

/// Loads the weeks of a study. This file is in Swift 5 mode, with handlers as older apps have them.
public class StudyModel: ObservableObject {
    /// The weeks of all groups, after they are loaded.
    @Published public var weeks: [StudyWeek] = []

    private let participants: [Participant]
    private let start: Date
    private let count: Int
    private let lock = NSLock()
    private var steps: [StepKey: [Double]] = [:]

    private struct StepKey: Hashable {
        var group: String
        var week: Int
    }

    /// Creates a study of a number of weeks.
    public init(participants: [Participant], start: Date, weeks: Int) {
        self.participants = participants
        self.start = start
        self.count = weeks
    }

    /// Reads all people at once, and calls a handler on the main queue when all are there.
    public func load(completion: @escaping () -> Void) {
        let group = DispatchGroup()
        for participant in participants {
            group.enter()
            read(participant) { group.leave() }
        }
        group.notify(queue: .main) {
            self.weeks = self.summary()
            completion()
        }
    }

    private func read(_ participant: Participant, completion: @escaping () -> Void) {
        guard let end = Calendar.current.date(byAdding: .day, value: 7 * count, to: start) else { return completion() }
        let query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType.quantityType(forIdentifier: .stepCount)!,
            quantitySamplePredicate: HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate),
            options: .cumulativeSum, anchorDate: start, intervalComponents: DateComponents(day: 7))
        query.initialResultsHandler = { _, collection, _ in
            var number = 0
            collection?.enumerateStatistics(from: self.start, to: end - 1) { statistics, _ in
                number += 1
                guard let sum = statistics.sumQuantity()?.doubleValue(for: .count()) else { return }
                self.lock.lock()
                self.steps[StepKey(group: participant.group, week: number), default: []].append(sum)
                self.lock.unlock()
            }
            completion()
        }
        participant.store.execute(query)
    }

    /// Returns the weeks of all groups. The groups are in the order of the people, and a week needs two people.
    private func summary() -> [StudyWeek] {
        var groups: [String] = []
        for participant in participants where !groups.contains(participant.group) { groups.append(participant.group) }
        return groups.flatMap { group in
            (1...count).compactMap { week -> StudyWeek? in
                guard let values = steps[StepKey(group: group, week: week)], values.count > 1 else { return nil }
                let mean = values.reduce(0, +) / Double(values.count)
                let squares = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
                return StudyWeek(group: group, number: week, mean: mean, deviation: (squares / Double(values.count - 1)).squareRoot())
            }
        }
    }
}
