import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// Persons of whom a query read the same in the same way, with the sums of their numbers.
struct PersonStepGroup {
    /// The id of the first person, in ascending order.
    let first: String
    let zone: Zone
    private(set) var count = 1
    private(set) var timesSteps: [QueryTrace.TimesStep]
    private(set) var steps: [QueryTrace.Step]

    private init(_ person: QueryTrace.PersonSteps, zone: Zone) {
        first = person.member.person.id
        self.zone = zone
        (timesSteps, steps) = (person.timesSteps, person.steps)
    }

    /// Groups people that have the same time zone and whose steps differ only in numbers. Groups are in the order of their first people.
    ///
    /// - Parameter zones: the time zones of the plans of the members.
    static func groups(of persons: [QueryTrace.PersonSteps], zones: [Zone]) -> [PersonStepGroup] {
        var groups: [PersonStepGroup] = []
        var numbers: [[String]: Int] = [:]
        for person in persons {
            let zone = zones[person.member.plan]
            let form = [zone.identifier] + person.timesSteps.map(\.form) + person.steps.map(\.form)
            if let number = numbers[form] {
                groups[number].add(person)
            } else {
                numbers[form] = groups.count
                groups.append(PersonStepGroup(person, zone: zone))
            }
        }
        return groups
    }

    private mutating func add(_ person: QueryTrace.PersonSteps) {
        count += 1
        for (index, step) in person.timesSteps.enumerated() {
            timesSteps[index].sampleCount += step.sampleCount
            timesSteps[index].intervalCount += step.intervalCount
            timesSteps[index].seconds += step.seconds
        }
        for (index, step) in person.steps.enumerated() { steps[index].add(step) }
    }
}

extension QueryTrace.TimesStep {
    /// The step without its numbers.
    fileprivate var form: String { "while \(metric.identifier)" }
}

extension QueryTrace.Step {
    fileprivate var form: String {
        let parts = [metric.identifier, columns.joined(separator: ","), reason ?? ""]
        return (parts + ["\(isMerged) \(quarterCount > 0) \(windows.map { $0.blockCount != nil })"]).joined(separator: "\n")
    }

    /// Adds the numbers of a step of the same form.
    fileprivate mutating func add(_ other: QueryTrace.Step) {
        quarterCount += other.quarterCount
        chunkCount += other.chunkCount
        byteCount += other.byteCount
        crossingCount += other.crossingCount
        seconds += other.seconds
        for (index, window) in other.windows.enumerated() {
            windows[index].start = min(windows[index].start, window.start)
            windows[index].end = max(windows[index].end, window.end)
            windows[index].sampleCount += window.sampleCount
            windows[index].blockCount = windows[index].blockCount.map { $0 + (window.blockCount ?? 0) }
        }
    }
}
