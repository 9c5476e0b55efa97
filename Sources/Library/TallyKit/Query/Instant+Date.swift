import Foundation
import HealthModel

extension Instant {
    /// The whole millisecond that `date` lies in.
    init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down))) }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
