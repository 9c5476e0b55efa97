import Foundation
import HealthModel

extension Instant {
    /// Creates the whole millisecond that contains `date`.
    init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down))) }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
