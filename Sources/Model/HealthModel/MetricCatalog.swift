/// A metric that queries can use: a quantity type, a category type or workouts.
package struct MetricInfo: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case quantity(QuantityType)
        case category(CategoryType)
        case workouts
    }

    package let kind: Kind
    /// The part of the metric, such as `sleep`; nil for the whole metric.
    package let part: MetricPart?

    package init(_ kind: Kind, part: MetricPart? = nil) {
        self.kind = kind
        self.part = part
    }

    package var id: MetricID {
        switch kind {
        case .quantity(let type): type.id
        case .category(let type): type.id
        case .workouts: .workouts
        }
    }

    /// Apple's short name, which is used in output.
    package var shortName: String { id.shortName }

    /// The name for users: the name of its part, or else Apple's short name.
    package var name: String { part?.name ?? shortName }

    /// Common names of the metric, in addition to Apple's.
    package var aliases: [String] {
        if let part { return part.aliases }
        return switch kind {
        case .quantity(let type): type.aliases
        case .category(let type): type.aliases
        case .workouts: ["workout"]
        }
    }
}

/// The result of looking up a metric by name.
package enum MetricMatch: Hashable, Sendable {
    case known(MetricInfo)
    /// An identifier in Apple's form that is not in the tables. A store can still contain it.
    case unlisted(MetricID)
    case unknown
}

/// The catalog of all metrics, with look-up by name.
package enum MetricCatalog {
    /// All metrics in the tables: quantity types first, workouts last.
    package static let all: [MetricInfo] =
        QuantityType.all.map { MetricInfo(.quantity($0)) } + CategoryType.all.map { MetricInfo(.category($0)) } + [MetricInfo(.workouts)]

    /// The parts of metrics that have names: `sleep`, `timeInBed`.
    package static let parts: [MetricInfo] = all.flatMap { metric -> [MetricInfo] in
        guard case .category(let type) = metric.kind else { return [] }
        return type.parts.map { MetricInfo(metric.kind, part: $0) }
    }

    private static let named = all + parts

    private static let byID = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })

    /// Indices into ``named`` by the hash of a folded name. Every process with a query makes this table. With texts instead of hashes, that
    /// took a twentieth of a short query. A test requires that no two names have the same hash.
    private static let byHash: [UInt64: Int] = {
        var places = [UInt64: Int](minimumCapacity: 4 * named.count)
        for (index, metric) in named.enumerated() {
            for name in names(of: metric) { places[foldedHash(name)] = index }
        }
        return places
    }()

    private static func names(of metric: MetricInfo) -> [String] {
        (metric.part.map { [$0.name] } ?? [metric.id.identifier, metric.shortName]) + metric.aliases
    }

    /// Returns the metric with that folded name.
    private static func named(folded key: String) -> MetricInfo? {
        guard let place = byHash[foldedHash(key)] else { return nil }
        let metric = named[place]
        return names(of: metric).contains { isFolded($0, to: key) } ? metric : nil
    }

    /// Returns the metric with this identifier, or nil if it is not in the tables.
    package static func metric(_ id: MetricID) -> MetricInfo? { byID[id].map { all[$0] } }

    /// Looks up Apple's identifier, the short name or a common name. Case and separators do not matter. A name also matches without its
    /// final "s", or with an "s" added.
    package static func resolve(name: String) -> MetricMatch {
        let key = foldedName(name)
        let isIdentifier = name.hasPrefix(MetricID.quantityPrefix) || name.hasPrefix(MetricID.categoryPrefix)
        let otherNumber = key.hasSuffix("s") ? String(key.dropLast()) : key + "s"
        // Identifiers must match exactly. A final "ss" is not a plural.
        let hasOtherNumber = !isIdentifier && !key.hasSuffix("ss")
        if let metric = named(folded: key) ?? (hasOtherNumber ? named(folded: otherNumber) : nil) { return .known(metric) }
        return isIdentifier ? .unlisted(MetricID(name)) : .unknown
    }
}
