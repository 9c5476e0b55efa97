/// The stages of sleep of Health Connect as values of Apple's sleep analysis.
enum SleepStage {
    /// The value for time asleep without a stage.
    static let unspecified = 1
    private static let awake = 2

    /// Returns the value of a stage, and its name in Health Connect if the value says less.
    static func value(of number: Int64) -> (raw: Int, name: String?) {
        switch number {
        case 1: (awake, nil)
        case 2: (unspecified, nil)
        case 3: (awake, "outOfBed")
        case 4: (3, nil)
        case 5: (4, nil)
        case 6: (5, nil)
        case 7: (awake, "awakeInBed")
        case 0: (unspecified, "unknown")
        default: (unspecified, String(number))
        }
    }
}
