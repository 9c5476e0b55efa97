import HealthModel
import QueryPlan

/// The keys of a query that all samples of a person share: the person, and facts about the person.
///
/// They are known without reading samples, so the query runs without them.
struct PersonKeys {
    /// The plan without these keys.
    let plan: Plan
    /// The value of each key column of the whole plan; nil for the columns of other keys.
    private let values: [KeyValue??]

    init(_ plan: Plan, source: any SampleSource) throws {
        guard plan.splits.contains(where: \.isOfPerson) else {
            (self.plan, values) = (plan, [])
            return
        }
        let person = try source.persons().first ?? .unnamed
        var rest = plan
        rest.splits.removeAll(where: \.isOfPerson)
        self.plan = rest
        values = plan.splits.flatMap { split -> [KeyValue??] in
            guard case .person(let field) = split else { return split.names.map { _ in nil } }
            return [.some(field.value(of: person))]
        }
    }

    /// Returns the keys with those of the person.
    func complete(_ keys: [[KeyValue?]]) -> [[KeyValue?]] {
        values.isEmpty ? keys : keys.map(complete)
    }

    private func complete(_ key: [KeyValue?]) -> [KeyValue?] {
        var others = key.makeIterator()
        return values.map { value in
            if let value { return value }
            return others.next() ?? nil
        }
    }

    /// Returns a key without those of the person.
    func rest(of key: [KeyValue?]) -> [KeyValue?] {
        values.isEmpty ? key : zip(key, values).filter { $0.1 == nil }.map(\.0)
    }
}
