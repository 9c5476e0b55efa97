import HealthModel
import QueryPlan

// Laboratory results of different tests or units are never combined (S7.8).
//
//     test      LDL    LDL    HDL          LDL     LDL
//     unit      mg/dL  mg/dL  mg/dL        mg/dL   mmol/L
//     cell      ------ 2 tests ----> nil   -- 2 units --> nil
//
// The rule needs all samples of a cell, so the column never reads quarter hours or parts.

/// A column of laboratory results. A cell whose samples have several tests or several units has no value.
final class LabColumn: AggregateColumn {
    private let values: any AggregateColumn
    private let metadata: MetadataCache?
    private var levels: [[LabCell]] = []
    /// The tests and units of all samples.
    private(set) var all = LabCell()
    /// The number of cells without a value because of the rule, after ``finalize(cellCount:)``.
    private(set) var mixture = LabMixture()
    /// The facts in each set of metadata that was read.
    private var known: [Int32: LabFacts] = [:]

    /// - Parameter metadata: The sets of the samples, which must be loaded. Nil for a column that only adds the columns of people.
    init(_ values: any AggregateColumn, _ metadata: MetadataCache?) { (self.values, self.metadata) = (values, metadata) }

    func reserve(cellCount: Int, level: Int) {
        values.reserve(cellCount: cellCount, level: level)
        while levels.count <= level { levels.append([]) }
        let missing = cellCount - levels[level].count
        if missing > 0 { levels[level] += Array(repeating: LabCell(), count: missing) }
    }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        for placement in placements {
            switch placement {
            case .run(let run): for row in run.rows { add(batch.metadata[row], to: run.cell, level) }
            case .piece(let piece): add(batch.metadata[piece.row], to: piece.cell, level)
            }
        }
        values.update(placements, of: batch, level: level)
    }

    private func add(_ set: Int32, to cell: Int, _ level: Int) {
        let facts = known[set] ?? read(set)
        levels[level][cell].add(facts)
        all.add(facts)
    }

    private func read(_ set: Int32) -> LabFacts {
        let facts = LabFacts(
            test: metadata?.value(LabResult.test, in: set).map(Source.fold), unit: metadata?.value(LabResult.unit, in: set),
            code: metadata?.value(LabResult.code, in: set))
        known[set] = facts
        return facts
    }

    func add(_ other: any AggregateColumn, to map: CellMap) {
        let other = sameKind(other)
        values.add(other.values, to: map)
        reserve(cellCount: map.count, level: 0)
        for (cell, total) in zip(map.cells, other.totals(cellCount: map.cells.count)) { levels[0][cell].merge(total) }
        all.merge(other.all)
    }

    func finalize(cellCount: Int) -> [Double?] {
        mixture = LabMixture()
        return zip(values.finalize(cellCount: cellCount), totals(cellCount: cellCount)).map { value, cell in
            if cell.isOfOne { return value }
            mixture.add(cell)
            return nil
        }
    }

    private func totals(cellCount: Int) -> [LabCell] {
        var totals = Array(repeating: LabCell(), count: cellCount)
        for level in levels { for (cell, state) in level.prefix(cellCount).enumerated() { totals[cell].merge(state) } }
        return totals
    }
}

/// The test and the unit of a sample.
private struct LabFacts: Hashable {
    /// The name without case and spaces.
    var test: String?
    var unit: String?
    var code: String?
}

/// The different tests and units of the samples of a cell.
struct LabCell {
    private var tests: Set<String> = []
    private var codes: Set<String> = []
    private var units: Set<String?> = []
    private var lacksCode = false

    fileprivate mutating func add(_ facts: LabFacts) {
        tests.insert(facts.test ?? "")
        units.insert(facts.unit)
        if let code = facts.code { codes.insert(code) } else { lacksCode = true }
    }

    mutating func merge(_ other: LabCell) {
        tests.formUnion(other.tests)
        codes.formUnion(other.codes)
        units.formUnion(other.units)
        lacksCode = lacksCode || other.lacksCode
    }

    /// True if the samples have one code, or else one name.
    private var hasOneTest: Bool { codes.count <= 1 && (tests.count <= 1 || !lacksCode) }
    fileprivate var isOfOne: Bool { hasOneTest && units.count <= 1 }
    fileprivate var hasTests: Bool { !hasOneTest }
    /// True if samples with one name have several codes.
    fileprivate var hasCodes: Bool { codes.count > 1 && tests.count == 1 }
    fileprivate var hasUnits: Bool { units.count > 1 }
    /// The unit of all samples; nil if there are several, or none.
    var unit: String? { isOfOne ? units.first ?? nil : nil }
}

/// The rows that have no value because they have several tests or units.
struct LabMixture: Hashable {
    private(set) var rowCount = 0
    private var hasTests = false
    private var hasCodes = false
    private var hasUnits = false

    fileprivate mutating func add(_ cell: LabCell) {
        rowCount += 1
        hasTests = hasTests || cell.hasTests && !cell.hasCodes
        hasCodes = hasCodes || cell.hasCodes
        hasUnits = hasUnits || cell.hasUnits
    }

    /// Combines the mixtures of two columns with the same rows.
    mutating func merge(_ other: LabMixture) {
        rowCount = max(rowCount, other.rowCount)
        hasTests = hasTests || other.hasTests
        hasCodes = hasCodes || other.hasCodes
        hasUnits = hasUnits || other.hasUnits
    }

    /// The fields whose values the rows must not have several of: `test`, `code` and `unit`.
    var fields: [SampleField] { [hasTests ? .test : nil, hasCodes ? .code : nil, hasUnits ? .unit : nil].compactMap(\.self) }
}

/// The findings of an answer about its laboratory results.
struct LabFindings {
    private var mixture = LabMixture()
    private var all = LabCell()
    private var hasColumns = false

    /// Returns the findings about columns whose cells are known.
    init(_ columns: [any AggregateColumn] = []) {
        for case let column as LabColumn in columns {
            mixture.merge(column.mixture)
            all.merge(column.all)
            hasColumns = true
        }
    }

    mutating func merge(_ other: LabFindings) {
        mixture.merge(other.mixture)
        all.merge(other.all)
        hasColumns = hasColumns || other.hasColumns
    }

    /// The findings. `splits` are the keys of the rows.
    func findings(_ splits: [SplitKey]) -> [RowFinding] {
        guard hasColumns else { return [] }
        if mixture.rowCount > 0 { return [.labsMixed(mixture.rowCount, mixture.fields.map(\.name))] }
        return splits.contains(.field(.unit)) ? [] : all.unit.map { [.labUnit($0)] } ?? []
    }
}
