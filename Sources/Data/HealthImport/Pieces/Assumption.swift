import HealthModel
import Synchronization

/// The state of the reader before a piece, as a worker assumes it.
struct Assumption: Sendable {
    var standing: ReaderStanding
    /// The units of metrics that are not in the catalog.
    var units: [MetricID: HealthUnit] = [:]
}

/// The assumption for the next pieces: the state that the assembler found last.
final class SharedAssumption: Sendable {
    private let value: Mutex<Assumption>

    init(_ assumption: Assumption) { value = Mutex(assumption) }

    var current: Assumption { value.withLock { $0 } }

    /// Notes the state after a piece.
    func note(_ standing: ReaderStanding, units: [MetricID: HealthUnit]) {
        value.withLock { value in
            value.standing = standing
            if units.count != value.units.count { value.units = units }
        }
    }
}
