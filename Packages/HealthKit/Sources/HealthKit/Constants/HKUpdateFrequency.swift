/// The shortest time between two deliveries to an app in the background.
public enum HKUpdateFrequency: Int, Sendable {
    /// A delivery at each change.
    case immediate = 1
    /// At most one delivery an hour.
    case hourly = 2
    /// At most one delivery a day.
    case daily = 3
    /// At most one delivery a week.
    case weekly = 4
}
