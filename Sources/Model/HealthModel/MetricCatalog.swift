/// What a query can be about: a quantity type, a category type or workouts.
package struct MetricInfo: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case quantity(QuantityType)
        case category(CategoryType)
        case workouts
    }

    package let kind: Kind
    /// The part of the metric that is meant; nil for the metric itself.
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

    /// Apple's short name, the one that output uses.
    package var shortName: String { id.shortName }

    /// What the metric is called where people read it: the word of its part, else Apple's short name.
    package var name: String { part?.name ?? shortName }

    /// What people call the metric, in addition to Apple's names.
    package var aliases: [String] {
        if let part { return part.aliases }
        return switch kind {
        case .quantity(let type): type.aliases
        case .category(let type): type.aliases
        case .workouts: ["workout"]
        }
    }
}

/// What a name stands for.
package enum MetricMatch: Hashable, Sendable {
    case known(MetricInfo)
    /// An identifier in Apple's form that is in no table; a store may hold it all the same.
    case unlisted(MetricID)
    case unknown
}

/// All metrics by all their names.
package enum MetricCatalog {
    /// Every metric of the tables, quantity types first, workouts last.
    package static let all: [MetricInfo] =
        QuantityType.all.map { MetricInfo(.quantity($0)) } + CategoryType.all.map { MetricInfo(.category($0)) } + [MetricInfo(.workouts)]

    /// The parts of metrics that have a word of their own: `sleep`, `timeInBed`.
    package static let parts: [MetricInfo] = all.flatMap { metric -> [MetricInfo] in
        guard case .category(let type) = metric.kind else { return [] }
        return type.parts.map { MetricInfo(metric.kind, part: $0) }
    }

    private static let named = all + parts

    private static let byID = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })

    /// Places in ``named`` by folded name.
    private static let byName: [String: Int] = {
        var places = [String: Int](minimumCapacity: 4 * named.count)
        for (index, metric) in named.enumerated() {
            let own = metric.part.map { [$0.name] } ?? [metric.id.identifier, metric.shortName]
            for name in own + metric.aliases { places[foldedName(name)] = index }
        }
        return places
    }()

    /// Returns the metric of the tables with this identifier.
    package static func metric(_ id: MetricID) -> MetricInfo? { byID[id].map { all[$0] } }

    /// Returns what `name` stands for: Apple's identifier, short name or what people say, in any case and separation; the singular of a name
    /// in "s" and the plural of any other are understood too.
    package static func resolve(name: String) -> MetricMatch {
        let key = foldedName(name)
        let isIdentifier = name.hasPrefix(MetricID.quantityPrefix) || name.hasPrefix(MetricID.categoryPrefix)
        let otherNumber = key.hasSuffix("s") ? String(key.dropLast()) : key + "s"
        // Identifiers are exact, and a plural of a plural is a slip.
        let hasOtherNumber = !isIdentifier && !key.hasSuffix("ss")
        if let index = byName[key] ?? (hasOtherNumber ? byName[otherNumber] : nil) { return .known(named[index]) }
        return isIdentifier ? .unlisted(MetricID(name)) : .unknown
    }
}
