package import HealthModel
package import QueryPlan

/// Records what a query read, and how long it took, for `explain plan`.
package final class QueryTrace {
    /// The samples read in a part of the range.
    package struct Window: Sendable {
        package var start: Instant
        package var end: Instant
        /// The number of blocks; nil if samples are not in blocks.
        package var blockCount: Int?
        package var sampleCount: Int
        /// The way in which they were read.
        package var strategy: ReadStrategy
    }

    /// One pass for some measures of one metric.
    package struct Step: Sendable {
        package var metric: MetricID
        /// The names of their columns.
        package var columns: [String]
        package var isMerged: Bool
        /// The number of quarter hours that were read instead of samples, the number of their chunks, and their size in the store.
        package var quarterCount = 0
        package var chunkCount = 0
        package var byteCount = 0
        /// The number of samples that cross the edge of a quarter hour and are kept separately.
        package var crossingCount = 0
        package var windows: [Window] = []
        /// The reason why quarter hours do not answer the measures, or only partly.
        package var reason: String?
        package var seconds = 0.0
    }

    /// One pass for a set of times after `while`.
    package struct TimesStep: Sendable {
        package var metric: MetricID
        package var sampleCount: Int
        package var intervalCount: Int
        package var seconds: Double
    }

    /// A statement that a warehouse ran.
    package struct WarehouseStep: Sendable {
        /// The address of the warehouse.
        package var place: String
        /// The work of the warehouse, in words.
        package var task: String
        package var rowCount: Int
        package var seconds: Double

        package init(place: String, task: String, rowCount: Int, seconds: Double) {
            (self.place, self.task, self.rowCount, self.seconds) = (place, task, rowCount, seconds)
        }
    }

    package internal(set) var steps: [Step] = []
    package var warehouseSteps: [WarehouseStep] = []
    package internal(set) var timesSteps: [TimesStep] = []
    /// The people whose samples were read, in order, with the numbers of their first steps. A person can occur several times.
    private var persons: [(member: Cohort.Member, step: Int, timesStep: Int)] = []
    /// The reasons by column name.
    private(set) var reasons: [String: String] = [:]

    /// Returns seconds since an arbitrary moment.
    package let clock: () -> Double

    package init(clock: @escaping () -> Double = { 0 }) { self.clock = clock }
}

extension QueryTrace {
    /// Records that the following steps read the samples of a person.
    func begin(_ member: Cohort.Member) { persons.append((member, steps.count, timesSteps.count)) }

    /// The steps that read the samples of one person.
    package struct PersonSteps: Sendable {
        package var member: Cohort.Member
        package var timesSteps: [TimesStep] = []
        package var steps: [Step] = []
    }

    /// The steps of each person; empty for a query about one person.
    package var stepsByPerson: [PersonSteps] {
        var people: [String: PersonSteps] = [:]
        for (index, begun) in persons.enumerated() {
            let next = index + 1 < persons.count ? persons[index + 1] : nil
            var own = people[begun.member.person.id] ?? PersonSteps(member: begun.member)
            own.steps += steps[begun.step..<(next?.step ?? steps.count)]
            own.timesSteps += timesSteps[begun.timesStep..<(next?.timesStep ?? timesSteps.count)]
            people[begun.member.person.id] = own
        }
        return people.values.sorted { $0.member.person.id < $1.member.person.id }
    }

    /// Records why quarter hours do not answer a measure.
    func note(_ reason: String, for measure: Measure) { reasons[measure.name] = reason }
}
