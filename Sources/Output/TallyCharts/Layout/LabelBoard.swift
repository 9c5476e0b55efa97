/// The places that labels have taken. What is asked for first stands; what comes later gives way.
struct LabelBoard {
    private let frame: Frame
    private let spacing: Double
    private var taken: [Frame] = []

    init(frame: Frame, spacing: Double) {
        self.frame = frame
        self.spacing = spacing
    }

    /// Whether `place` is in the frame, and neither on another place nor too near beside it.
    func isFree(_ place: Frame) -> Bool {
        place.width > 0 && place.height > 0 && frame.contains(place) && !taken.contains { $0.meets(place, spacing: spacing) }
    }

    /// Takes `place` if it is free, and returns whether it was.
    mutating func take(_ place: Frame) -> Bool {
        guard isFree(place) else { return false }
        taken.append(place)
        return true
    }
}

extension Frame {
    /// What sums of widths may be off by.
    private static let rounding = 1e-6

    func contains(_ other: Frame) -> Bool {
        other.x >= x - Self.rounding && other.maxX <= maxX + Self.rounding && other.y >= y - Self.rounding
            && other.maxY <= maxY + Self.rounding
    }

    /// Whether both share more than an edge, or stand side by side with less than `spacing` between them.
    func meets(_ other: Frame, spacing: Double = 0) -> Bool {
        other.x < maxX + spacing - Self.rounding && x < other.maxX + spacing - Self.rounding && other.y < maxY - Self.rounding
            && y < other.maxY - Self.rounding
    }
}
