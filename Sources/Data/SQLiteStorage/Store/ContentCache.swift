import HealthModel
import SampleStore
import Synchronization

/// Caches what the views of a store share, for the latest change number that was requested.
///
/// Metric summaries of 100 million samples take 3 ms, which is longer than many queries. A query over a thousand people has a view of each.
final class ContentCache: Sendable {
    /// The summaries of all people together, and of each by its number.
    struct Summaries: Sendable {
        var all: [MetricSummary]
        var byPerson: [Int64: [MetricSummary]]
    }

    private struct Content {
        var changeNumber: Int64
        var summaries: Summaries?
        var people: PersonTable.People?
        var catalogue: (size: [Int64], value: Catalogue)?
    }

    private let content = Mutex(Content(changeNumber: -1))

    func summaries(at changeNumber: Int64, orElse make: () throws -> Summaries) rethrows -> Summaries {
        try value(at: changeNumber, \.summaries, orElse: make)
    }

    func people(at changeNumber: Int64, orElse make: () throws -> PersonTable.People) rethrows -> PersonTable.People {
        try value(at: changeNumber, \.people, orElse: make)
    }

    /// - Parameter size: The size of the catalogue, because names can be added without a change of samples.
    func catalogue(at changeNumber: Int64, size: [Int64], orElse make: () throws -> Catalogue) rethrows -> Catalogue {
        if let known = content.withLock({ $0.changeNumber == changeNumber ? $0.catalogue : nil }), known.size == size { return known.value }
        let made = try make()
        put((size, made), at: changeNumber, \.catalogue)
        return made
    }

    private func value<Value: Sendable>(
        at changeNumber: Int64, _ part: WritableKeyPath<Content, Value?>, orElse make: () throws -> Value
    ) rethrows -> Value {
        if let known = content.withLock({ $0.changeNumber == changeNumber ? $0[keyPath: part] : nil }) { return known }
        let made = try make()
        put(made, at: changeNumber, part)
        return made
    }

    private func put<Value: Sendable>(_ value: Value, at changeNumber: Int64, _ part: WritableKeyPath<Content, Value?>) {
        content.withLock { content in
            if content.changeNumber != changeNumber { content = Content(changeNumber: changeNumber) }
            content[keyPath: part] = value
        }
    }
}
