import HealthModel

/// The rows of one metric in a batch, with the conversions of its units and values.
struct MetricColumn {
    /// The conversion from a unit of the file to the storage unit.
    struct UnitUse {
        /// Nil if the numbers need no conversion.
        var conversion: UnitConversion?
        /// The unit's id in the batch. 0 for the storage unit.
        var id: Int32 = 0
        /// The text of a unit that does not fit the metric.
        var incompatible: String?

        /// True if the unit is the storage unit.
        var isTrivial: Bool { conversion == nil && id == 0 && incompatible == nil }
    }

    /// The properties of a metric in the catalog.
    struct Kind: Sendable {
        let metric: MetricID
        /// Nil for quantity types.
        let category: CategoryType?
        /// The storage unit. Nil for category types and for metrics outside the catalog.
        let unit: HealthUnit?
        let isListed: Bool
        /// The values that samples may have; nil for all numbers.
        let scale: ValueScale?

        init(_ metric: MetricID) {
            self.metric = metric
            switch MetricCatalog.metric(metric)?.kind {
            case .quantity(let type):
                (category, unit, isListed, scale) = (nil, type.storageUnit, true, type.scale)
            case .category(let type):
                (category, unit, isListed, scale) = (type, nil, true, nil)
            case .workouts, nil:
                scale = nil
                isListed = false
                category = metric.identifier.hasPrefix(CategoryType.identifierPrefix) ? .unlisted(metric) : nil
                unit = nil
            }
        }
    }

    /// A unit by its text in the file.
    struct NamedUnit: Sendable {
        let text: String
        /// The unit with exactly this symbol.
        private let exact: HealthUnit?

        init(_ text: String) {
            // No real unit is this long. A hostile one is not worth parsing.
            self.text = String(text.prefix(100))
            exact = HealthUnit(self.text)
        }

        /// The unit of a metric outside the catalog. An unreadable one converts only to itself.
        var unit: HealthUnit { exact ?? HealthUnit(unreadable: text) }

        /// Returns the unit for a metric of the catalog, which can also have one of the names that people use.
        func unit(for metric: MetricID) -> HealthUnit {
            HealthUnit.parseInFile(text, for: MetricCatalog.metric(metric)) ?? unit
        }
    }

    let kind: Kind
    /// The storage unit. Nil for category types, and for metrics outside the catalog until a row has a unit.
    var unit: HealthUnit?
    private(set) var samples = SampleBatch()

    /// By the id of the text of a unit or value in the batch.
    var unitUses: [Int: UnitUse] = [:]
    var lastUnit: (text: Int, use: UnitUse) = (-1, UnitUse())
    var rawValues: [Int: Int?] = [:]

    /// - Parameters:
    ///   - unlistedUnit: the unit of a metric outside the catalog, if it is known.
    ///   - expectedCount: The number of samples to make room for.
    init(_ kind: Kind, unlistedUnit: HealthUnit?, expectedCount: Int) {
        self.kind = kind
        unit = kind.unit ?? unlistedUnit
        samples.reserveCapacity(expectedCount)
    }

    var metric: MetricID { kind.metric }
    var category: CategoryType? { kind.category }
    var isListed: Bool { kind.isListed }

    mutating func append(_ row: BatchBuilder.Row, value: Double, unit: Int32) {
        samples.starts.append(row.start)
        samples.ends.append(row.end)
        samples.values.append(value)
        samples.sources.append(row.source)
        samples.origins.append(row.origin)
        samples.metadata.append(row.metadata)
        samples.units.append(unit)
        samples.created.append(row.created)
    }

    /// Adds rows, each like the known row with its number.
    mutating func append(_ rows: ArraySlice<KnownRow>, like meanings: [KnownRow.Meaning]) {
        samples.starts.append(rows) { $0.start }
        samples.ends.append(rows) { $0.end }
        samples.values.append(rows) { $0.value }
        samples.created.append(rows) { $0.created }
        samples.sources.append(rows) { meanings[$0.known].source }
        samples.origins.append(rows) { meanings[$0.known].origin }
        samples.metadata.append(rows) { meanings[$0.known].metadata }
        samples.units.append(rows) { meanings[$0.known].unit }
    }

    /// Adds the rows of a part of the batch. Each array has the id in the batch of each id in the part.
    mutating func append(_ other: SampleBatch, sources: [Int32], origins: [Int32], metadata: [Int32], units: [Int32]) {
        samples.starts += other.starts
        samples.ends += other.ends
        samples.values += other.values
        samples.created += other.created
        samples.sources.append(other.sources, by: sources)
        samples.origins.append(other.origins, by: origins)
        samples.metadata.append(other.metadata, by: metadata)
        samples.units.append(other.units, by: units)
    }
}

extension Array {
    /// Appends an element for each of `rows`.
    @inline(__always)
    fileprivate mutating func append<Row>(_ rows: ArraySlice<Row>, _ element: (Row) -> Element) {
        append(addingCapacity: rows.count) { output in
            for row in rows { output.append(element(row)) }
        }
    }
}

extension [Int32] {
    /// Appends the elements of `ids` at the positions in `positions`.
    fileprivate mutating func append(_ positions: [Int32], by ids: [Int32]) {
        // Usually, parts have the same texts in the same order.
        if ids.indices.allSatisfy({ Int(ids[$0]) == $0 }) { return append(contentsOf: positions) }
        append(positions[...]) { ids[Int($0)] }
    }
}

extension SampleBatch {
    /// Makes room for `count` rows without numbers.
    fileprivate mutating func reserveCapacity(_ count: Int) {
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
        values.reserveCapacity(count)
        sources.reserveCapacity(count)
        origins.reserveCapacity(count)
        metadata.reserveCapacity(count)
        units.reserveCapacity(count)
        created.reserveCapacity(count)
    }
}
