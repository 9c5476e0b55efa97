import HealthModel

/// A source in the priority order of a metric, as named in explanations.
package struct SourceRank: Hashable, Sendable {
    /// The displayed name.
    package var source: String
    /// True for the samples that the source's user entered by hand.
    package var isHandEntered: Bool

    package init(source: String, isHandEntered: Bool) {
        self.source = source
        self.isHandEntered = isHandEntered
    }
}

extension [SourceRank] {
    /// Returns the ranks with the sources of these keys first, in that order.
    package func preferring(_ keys: [String]) -> [SourceRank] {
        func place(_ rank: SourceRank) -> Int { keys.firstIndex(of: Source.fold(rank.source)) ?? keys.count }
        return enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
    }
}

extension [String] {
    /// Returns the names of sources with those of these keys first, in that order.
    package func preferring(_ keys: [String]) -> [String] {
        map { SourceRank(source: $0, isHandEntered: false) }.preferring(keys).map(\.source)
    }
}
