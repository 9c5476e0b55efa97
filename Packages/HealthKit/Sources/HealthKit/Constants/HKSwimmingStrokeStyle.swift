/// The water of a swimming workout, the value of ``HKMetadataKeySwimmingLocationType``.
public enum HKWorkoutSwimmingLocationType: Int, Sendable {
    /// The water is unknown.
    case unknown = 0
    /// A pool.
    case pool = 1
    /// A lake, a river or the sea.
    case openWater = 2
}

/// The stroke of a lap, the value of ``HKMetadataKeySwimmingStrokeStyle``.
public enum HKSwimmingStrokeStyle: Int, Sendable {
    /// The stroke is unknown.
    case unknown = 0
    /// More than one stroke.
    case mixed = 1
    /// Freestyle.
    case freestyle = 2
    /// Backstroke.
    case backstroke = 3
    /// Breaststroke.
    case breaststroke = 4
    /// Butterfly.
    case butterfly = 5
    /// Leg kicks with a board.
    case kickboard = 6
}
