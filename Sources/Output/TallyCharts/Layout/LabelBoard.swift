/// The areas used by labels. The first label that asks for an area gets it.
@_spi(Guests)
public struct LabelBoard {
    private let frame: Frame
    private let spacing: Double
    private var taken: [Frame] = []

    /// Creates a board.
    ///
    /// - Parameters:
    ///   - frame: the area that labels may not leave.
    ///   - spacing: the least distance between labels in a row.
    public init(frame: Frame, spacing: Double) {
        self.frame = frame
        self.spacing = spacing
    }

    /// Returns true if `place` is in the frame and keeps its distance from the other areas.
    public func isFree(_ place: Frame) -> Bool {
        place.width > 0 && place.height > 0 && frame.contains(place) && !taken.contains { $0.meets(place, spacing: spacing) }
    }

    /// Reserves `place` if it is free. Returns false if it is not.
    @discardableResult
    public mutating func take(_ place: Frame) -> Bool {
        guard isFree(place) else { return false }
        taken.append(place)
        return true
    }
}

extension Frame {
    /// The tolerance for sums of widths.
    private static let rounding = 1e-6

    func contains(_ other: Frame) -> Bool {
        other.x >= x - Self.rounding && other.maxX <= maxX + Self.rounding && other.y >= y - Self.rounding
            && other.maxY <= maxY + Self.rounding
    }

    /// Returns true if both overlap, or if they are side by side with less than `spacing` between them.
    func meets(_ other: Frame, spacing: Double = 0) -> Bool {
        other.x < maxX + spacing - Self.rounding && x < other.maxX + spacing - Self.rounding && other.y < maxY - Self.rounding
            && y < other.maxY - Self.rounding
    }
}
