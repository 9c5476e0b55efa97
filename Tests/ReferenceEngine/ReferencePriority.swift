/// The order of sources for merging, highest first (S6.3).
package struct ReferencePriority: Sendable {
    package var ranked: [String]
    /// Whether a hand-entered sample goes before every sample that is not.
    package var handEnteredFirst: Bool

    package init(_ ranked: [String], handEnteredFirst: Bool = true) {
        (self.ranked, self.handEnteredFirst) = (ranked, handEnteredFirst)
    }

    /// Returns the rank of a sample: a smaller one goes first.
    func rank(_ sample: ReferenceSample) -> Int {
        guard let index = ranked.firstIndex(of: sample.source) else { preconditionFailure("every source has a rank: \(sample.source)") }
        return handEnteredFirst && sample.isHandEntered ? index : ranked.count + index
    }
}

/// What a source is, in the order of the default priority; hand-entered samples go before all of them (S6.3).
package enum ReferenceSourceKind: Int, Sendable {
    case watch, phoneOrTablet, other

    /// Returns the kind by the device's description, else by the source's name (S6.3).
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
    /// Returns the default order of all sources of `samples` (all samples of the type, not only those in a range), with `preferred` before it.
    package init(of samples: [ReferenceSample], preferred: [String] = []) {
        let names = Set(samples.map(\.source)).subtracting(preferred)
        let ordered = names.map { name in
            let own = samples.filter { $0.source == name }
            let kind = own.map { ReferenceSourceKind(device: $0.device, source: name).rawValue }.min() ?? 0
            return (name: name, kind: kind, firstStart: own.map(\.start).min() ?? 0)
        }.sorted {
            if $0.kind != $1.kind { return $0.kind < $1.kind }
            // The newest goes first, by its first sample (S6.3).
            if $0.firstStart != $1.firstStart { return $0.firstStart > $1.firstStart }
            return $0.name < $1.name
        }
        self.init(preferred + ordered.map(\.name), handEnteredFirst: preferred.isEmpty)
    }
}
