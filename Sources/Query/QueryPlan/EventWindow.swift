package import QueryVocabulary

/// The time near an event that a measure counts: `within 2h after each workout`, `before each workout` (S13.6, S13.7).
package struct EventWindow: Hashable, Sendable {
    package var side: WithinSide
    /// The length in milliseconds; nil without a limit.
    package var length: Int64?

    package init(_ side: WithinSide, length: Int64?) {
        self.side = side
        self.length = length
    }

    /// Returns the time near an event. Without a limit, it is the event itself.
    package func span(near event: Range<Int64>) -> Range<Int64> {
        guard let length else { return event }
        return switch side {
        case .of: event.lowerBound - length..<event.upperBound + length
        case .before: event.lowerBound - length..<event.lowerBound
        case .after: event.upperBound..<event.upperBound + length
        }
    }
}

extension Plan {
    /// Returns true if a measure is the one value that is nearest to an event on one side. Such a value can be outside of the range (S13.7).
    package func isNearest(_ measure: Measure) -> Bool {
        switch (window?.side, measure.aggregate) {
        case (nil, _): false
        case (.before, .latest), (.after, .first): true
        default: window?.length == nil
        }
    }

    /// Returns the times of the rows in which a measure counts, if they are not those of the grid.
    package func rowTimes(of measure: Measure) -> [Range<Int64>]? {
        guard let groups = grid.events else { return nil }
        if events?.isNear == true { return groups.spans.map { window?.span(near: $0) ?? $0 } }
        return usesStays(measure) ? groups.stays : nil
    }
}
