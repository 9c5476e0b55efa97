/// The shortest time between two updates of an observer (S10.3).
public enum UpdateFrequency: Sendable, Hashable, CaseIterable {
    /// An update for each change.
    case immediate
    /// At most one update an hour.
    case hourly
    /// At most one update in 24 hours.
    case daily
    /// At most one update in seven times 24 hours.
    case weekly

    /// The time between two updates.
    var period: Duration {
        switch self {
        case .immediate: .zero
        case .hourly: .seconds(3600)
        case .daily: .seconds(86_400)
        case .weekly: .seconds(7 * 86_400)
        }
    }
}
