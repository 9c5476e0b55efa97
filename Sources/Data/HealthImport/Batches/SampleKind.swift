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

/// A kind of samples, and how the current batch keeps its numbers. A number that follows another one costs no look-up of texts.
struct KindColumn {
    let kind: SampleKind
    /// The number of the batch to which the following values belong. 0 before the first one.
    fileprivate var batch = 0
    fileprivate(set) var column = 0
    /// The id of the unit in the batch.
    fileprivate var unit: Int32 = 0
    /// True if the numbers are percent and the column has shares.
    fileprivate var isShare = false
    fileprivate var conversion: UnitConversion?
    fileprivate var scale: ValueScale?
    /// False if the metric can't have numbers with the unit.
    fileprivate(set) var fits = true

    init(_ kind: SampleKind) { self.kind = kind }

    /// Returns a number of the kind in the storage unit. Nil if it is not a number, greater than any measurement, or outside of the scale of
    /// the metric.
    fileprivate func converted(_ number: Double) -> Double? {
        var value = isShare ? ShareColumns.hundredth(number) : number
        if let conversion { value = conversion(value) }
        guard abs(value) <= SampleBatch.greatestValue, scale?.contains(value) ?? true else { return nil }
        return value
    }
}

/// A category type and its column in the current batch.
struct CategoryColumn {
    let type: MetricID
    fileprivate var batch = 0
    fileprivate var column = 0

    init(_ type: MetricID) { self.type = type }
}

extension BatchBuilder {
    /// Makes `column` that of the kind in the current batch.
    mutating func prepare(_ column: inout KindColumn) {
        guard column.batch != batchNumber else { return }
        var found = KindColumn(column.kind)
        found.batch = batchNumber
        found.isShare = column.kind.unit == HealthUnit.percent.symbol
        found.column = self.column(Array(column.kind.metric.utf8).span)
        let unit = Array((found.isShare ? HealthUnit.count.symbol : column.kind.unit).utf8)
        let use = unitUse(unit.span, column: found.column, line: 1)
        (found.unit, found.conversion, found.fits) = (use.id, use.conversion, use.incompatible == nil)
        found.scale = scale(found.column)
        column = found
    }

    /// Returns a number in the storage unit of its column; nil if the metric can't have it.
    mutating func converted(_ number: Double, _ column: inout KindColumn) -> Double? {
        prepare(&column)
        return column.converted(number)
    }

    /// Adds a sample, counts its row, and returns its value in the storage unit. Adds nothing and returns nil if the metric can't have the value.
    mutating func add(_ row: Row, _ number: Double, _ column: inout KindColumn) -> Double? {
        guard let converted = converted(number, &column) else { return nil }
        findings.rows += 1
        add(row, value: converted, unit: column.unit, column: column.column)
        return converted
    }

    /// Adds a sample of a category type and counts its row.
    mutating func add(_ row: Row, raw: Int, _ column: inout CategoryColumn) {
        if column.batch != batchNumber {
            column.column = self.column(Array(column.type.identifier.utf8).span)
            column.batch = batchNumber
        }
        findings.rows += 1
        add(row, value: Double(raw), unit: 0, column: column.column)
    }
}
