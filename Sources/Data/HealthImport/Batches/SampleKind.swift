import HealthModel

/// A metric with the unit of its numbers in a document.
struct SampleKind: Hashable, Sendable {
    /// The identifier of the metric.
    var metric: String
    /// The unit of the numbers. `%` for 0 to 100.
    var unit: String

    /// - Parameter metric: Apple's name of a quantity type without its prefix, or the definition of a metric that Apple does not have.
    init(_ metric: String, _ unit: String) {
        self.unit = unit
        // A definition has more than one word.
        let own = metric.contains(" ") ? OwnMetric(definition: metric) : nil
        self.metric = own?.id.identifier ?? MetricID.quantityPrefix + metric
    }

    /// - Parameter metric: A metric whose identifier has another form, or a definition.
    init(_ metric: MetricID, _ unit: String) { (self.metric, self.unit) = (metric.identifier, unit) }

    var id: MetricID { MetricID(metric) }
}

/// A column of values in the current batch.
struct ValueUse {
    /// 0 before the first batch.
    var batch = 0
    var column = 0
    var use = MetricColumn.UnitUse()
}

extension BatchBuilder {
    /// Returns a number of a kind in the storage unit of its column, which `use` remembers. Nil if it is not a number, greater than any
    /// measurement, or outside of the scale of the metric.
    mutating func converted(_ number: Double, _ kind: SampleKind, _ use: inout ValueUse) -> Double? {
        let isShare = kind.unit == HealthUnit.percent.symbol
        if use.batch != batchNumber {
            let column = column(Array(kind.metric.utf8).span)
            let unit = Array((isShare ? HealthUnit.count.symbol : kind.unit).utf8)
            use = ValueUse(batch: batchNumber, column: column, use: unitUse(unit.span, column: column, line: 1))
        }
        let number = isShare ? ShareColumns.hundredth(number) : number
        let converted = use.use.conversion.map { $0(number) } ?? number
        guard abs(converted) <= SampleBatch.greatestValue, scale(use.column)?.contains(converted) ?? true else { return nil }
        return converted
    }

    /// Adds a sample, counts its row, and returns its value in the storage unit. Adds nothing and returns nil if the metric can't have the value.
    mutating func add(_ row: Row, _ number: Double, _ kind: SampleKind, _ use: inout ValueUse) -> Double? {
        guard let converted = converted(number, kind, &use) else { return nil }
        findings.rows += 1
        add(row, value: converted, unit: use.use.id, column: use.column)
        return converted
    }

    /// Adds a sample of a category type and counts its row.
    mutating func add(_ row: Row, raw: Int, of type: MetricID, _ use: inout ValueUse) {
        if use.batch != batchNumber { use = ValueUse(batch: batchNumber, column: column(Array(type.identifier.utf8).span)) }
        findings.rows += 1
        add(row, value: Double(raw), unit: 0, column: use.column)
    }
}
