/// The order of sources for merging, highest first (S6.3).
public struct ReferencePriority: Sendable {
    package var ranked: [String]
    /// The order of sources for hand-entered samples, which precede all others; `nil` if they have the rank of their source.
    package var handEntered: [String]?

    package init(_ ranked: [String], handEntered: [String]? = nil) { (self.ranked, self.handEntered) = (ranked, handEntered) }

    /// Returns the rank of a sample. Smaller ranks come first.
    func rank(_ sample: ReferenceSample) -> Int {
        if sample.isHandEntered, let rank = handEntered?.firstIndex(of: sample.source) { return rank - ranked.count }
        guard let rank = ranked.firstIndex(of: sample.source) else { preconditionFailure("every source has a rank: \(sample.source)") }
        return rank
    }
}

/// The kinds of sources in the default order. Hand-entered samples precede all of them (S6.3).
package enum ReferenceSourceKind: Int, Sendable {
    case watch, phoneOrTablet, other

    /// Determines the kind from the device's description, or else from the source's name (S6.3).
    package init(device: String?, source: String) {
        self = device.flatMap(Self.init(text:)) ?? Self(text: source) ?? .other
    }

    private init?(text: String) {
        let text = text.lowercased()
        if text.contains("watch") {
            self = .watch
        } else if text.contains("iphone") || text.contains("ipad") {
            self = .phoneOrTablet
        } else {
            return nil
        }
    }
}

extension ReferencePriority {
    /// Returns the default order of all sources of `samples` (all samples of the type, not only those in a range), preceded by
    /// `preferred`.
    public init(of samples: [ReferenceSample], preferred: [String] = []) {
        let names = Set(samples.map(\.source)).subtracting(preferred)
        let sources = names.map { name in
            let own = samples.filter { $0.source == name }
            let kind = own.map { ReferenceSourceKind(device: $0.device, source: name).rawValue }.min() ?? 0
            return (name: name, kind: kind, firstStart: own.map(\.start).min() ?? 0)
        }
        // The newest comes first, by its first sample (S6.3).
        let newestFirst = sources.sorted { ($1.firstStart, $0.name.lowercased()) < ($0.firstStart, $1.name.lowercased()) }
        let byKind = (0...2).flatMap { kind in newestFirst.filter { $0.kind == kind } }
        self.init(preferred + byKind.map(\.name), handEntered: preferred.isEmpty ? newestFirst.map(\.name) : nil)
    }
}
