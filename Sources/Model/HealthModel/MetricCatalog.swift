import Synchronization

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

    /// The part that statistics use: the named part, or the samples that record that something was there.
    package var measuredPart: MetricPart? {
        guard part == nil, case .category(let type) = kind, !type.absentValues.isEmpty else { return part }
        let absent = type.absentValues
        return MetricPart(
            name: shortName, title: shortName, aliases: [], values: nil, basis: nil, absent: absent,
            present: type.values.map(\.raw).filter { !absent.contains($0) })
    }

    /// The fields that its samples have in addition to those of all samples.
    package var fields: [SampleField] { SampleField.all(of: id) }

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
    package static let parts: [MetricInfo] = CategoryType.all.flatMap(parts)

    private static func parts(of type: CategoryType) -> [MetricInfo] { type.parts.map { MetricInfo(.category(type), part: $0) } }

    /// The places of metrics and parts by the hash of a folded name: quantity types, category types, workouts, the parts of sleep.
    ///
    /// Every process with a query makes this table. With texts instead of hashes, that took a twentieth of a short query, and making all
    /// metrics another one. A test requires that no two names have the same hash.
    private static let places: [UInt64: Int] = {
        var places = [UInt64: Int](minimumCapacity: 1024)
        var place = 0
        // The short name of a type is the end of its identifier when folded, or inside of it.
        func add(_ name: String, identifier: FoldedHash, aliases: String) {
            places[identifier.value] = place
            places[FoldedHash(name).value] = place
            FoldedHash.forWords(of: aliases) { places[$0] = place }
            place += 1
        }
        let (quantity, category) = (FoldedHash(MetricID.quantityPrefix), FoldedHash(MetricID.categoryPrefix))
        for row in QuantityType.rows {
            let isQuantity = row.prefix == MetricID.quantityPrefix
            let identifier = isQuantity ? FoldedHash(row.name, after: quantity) : FoldedHash(row.id.identifier)
            add(row.name, identifier: identifier, aliases: row.aliases)
        }
        for row in CategoryType.rows {
            let isCategory = row.prefix == MetricID.categoryPrefix
            let identifier = isCategory ? FoldedHash(row.name, after: category) : FoldedHash(row.id.identifier)
            add(row.name, identifier: identifier, aliases: row.aliases)
        }
        for metric in [MetricInfo(.workouts)] + partsOfSleep {
            for name in names(of: metric) { places[FoldedHash(name).value] = place }
            place += 1
        }
        return places
    }()

    /// The parts of sleep. No other type has parts.
    private static var partsOfSleep: [MetricInfo] {
        CategoryType.rows.first { $0.name == "SleepAnalysis" }.map { parts(of: CategoryType($0)) } ?? []
    }

    /// Returns the metric or part at a place of the table.
    private static func make(_ place: Int) -> MetricInfo {
        let (quantities, categories) = (QuantityType.rows, CategoryType.rows)
        if place < quantities.count { return MetricInfo(.quantity(QuantityType(quantities[place]))) }
        let rest = place - quantities.count
        if rest < categories.count { return MetricInfo(.category(CategoryType(categories[rest]))) }
        return rest == categories.count ? MetricInfo(.workouts) : partsOfSleep[rest - categories.count - 1]
    }

    /// The metrics that a process has looked up, by place. Most processes need few.
    private static let known = Mutex<[Int: MetricInfo]>([:])

    /// Returns the metric or part with that hash of a name.
    private static func found(_ hash: FoldedHash) -> MetricInfo? {
        guard let place = places[hash.value] else { return nil }
        return known.withLock { known in
            if let metric = known[place] { return metric }
            let metric = make(place)
            known[place] = metric
            return metric
        }
    }

    private static func names(of metric: MetricInfo) -> [String] {
        (metric.part.map { [$0.name] } ?? [metric.id.identifier, metric.shortName]) + metric.aliases
    }

    /// Returns the metric with that folded name.
    private static func named(folded key: String) -> MetricInfo? {
        found(FoldedHash(key)).flatMap { metric in names(of: metric).contains { isFolded($0, to: key) } ? metric : nil }
    }

    /// Returns the metric with this identifier, or nil if it is neither in the tables nor a definition.
    package static func metric(_ id: MetricID) -> MetricInfo? {
        if let own = OwnMetric(id) { return own.info }
        return found(FoldedHash(id.identifier)).flatMap { $0.id == id && $0.part == nil ? $0 : nil }
    }

    /// Looks up Apple's identifier, the short name or a common name. Case and separators do not matter. A name also matches without its
    /// final "s", or with an "s" added. Times in zones have names of one word only.
    package static func resolve(name: String) -> MetricMatch {
        if let own = OwnMetric(MetricID(name)) { return .known(own.info) }
        let key = foldedName(name)
        let isIdentifier = name.hasPrefix(MetricID.quantityPrefix) || name.hasPrefix(MetricID.categoryPrefix)
        let otherNumber = key.hasSuffix("s") ? String(key.dropLast()) : key + "s"
        // Identifiers must match exactly. A final "ss" is not a plural.
        let hasOtherNumber = !isIdentifier && !key.hasSuffix("ss")
        if let metric = named(folded: key) ?? (hasOtherNumber ? named(folded: otherNumber) : nil) {
            // `heart rate zones` are any bands of heart rate, and `heartRateZones` those of workouts.
            let isBands = [.zonesOfHeartRate, .zonesOfCyclingPower].contains(metric.id) && name.contains(" ")
            return isBands ? .unknown : .known(metric)
        }
        return isIdentifier ? .unlisted(MetricID(name)) : .unknown
    }
}
