public import HealthModel
package import QueryPlan
public import QueryVocabulary

/// A condition on samples as a value, for guests, whose users do not write queries.
@_spi(Guests)
public indirect enum SampleFilter: Hashable, Sendable {
    case all([SampleFilter])
    case any([SampleFilter])
    case not(SampleFilter)
    case start(Comparison, Instant)
    case end(Comparison, Instant)
    /// A test of the value in the storage unit of the metric, or of the number of a category's value.
    case value(Comparison, Double)
    case valueIn([Double])
    /// The sample has one of these sources. Case and spaces in names do not matter.
    case source([String])
}

extension SampleFilter {
    /// The condition in a plan.
    package var predicate: Predicate {
        switch self {
        case .all(let parts): .all(parts.map(\.predicate))
        case .any(let parts): .any(parts.map(\.predicate))
        case .not(let part): .not(part.predicate)
        case .start(let test, let time): .number(.start, test, Double(time.milliseconds))
        case .end(let test, let time): .number(.end, test, Double(time.milliseconds))
        case .value(let test, let number): .number(.value, test, number)
        case .valueIn(let numbers): .numberIn(.value, numbers)
        case .source(let names): names.isEmpty ? .constant(false) : .text(.source, .equals(names))
        }
    }

    /// Narrows the time of samples to the one that conditions on start and end allow. A sample that matches starts by `last` and ends at
    /// `first` or later.
    func narrow(_ first: inout Instant, _ last: inout Instant) {
        switch self {
        case .all(let parts): for part in parts { part.narrow(&first, &last) }
        case .start(.less, let time), .start(.lessOrEqual, let time), .end(.less, let time), .end(.lessOrEqual, let time):
            last = min(last, time)
        case .start(.greaterOrEqual, let time), .end(.greaterOrEqual, let time): first = max(first, time)
        default: break
        }
    }
}
