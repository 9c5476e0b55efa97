import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Binds the ends of the value axis of a chart: `from 40 to 120`, `from 90% to 100%`.
struct AxisBinder {
    private let binder: Binder
    /// The columns of the chart; nil if they are not known.
    private let columns: [RowShape.Column]?

    /// - Parameter shape: the rows of the chart; nil if they are not known.
    init(_ binder: Binder, _ shape: RowShape?) {
        self.binder = binder
        columns = shape?.columns
    }

    /// Returns the ends as the axis shows them; nil if the query sets none, or after reporting an error.
    func ends(of output: QuerySyntax.Output?) -> ChartEnds? {
        guard let output, let axis = output.axis else { return nil }
        guard output.format.hasAxis else {
            binder.report(
                .chartAxis, "`\(output.format.rawValue)` has no value axis", at: axis.range,
                help: "remove `from …`, or use a chart, as in `as line from 40 to 120`",
                note: "a time range must come before `as`")
            return nil
        }
        guard let lower = binder.collect(try end(axis.lower)).value else { return nil }
        guard let written = axis.upper else {
            noteFractions(axis.lower)
            return ChartEnds(lower: lower, upper: nil)
        }
        guard let upper = binder.collect(try end(written)).value else { return nil }
        guard lower < upper else {
            let texts = [written, axis.lower].map(QueryFormatter.cell)
            binder.report(
                .chartAxis, "an axis must end above its start, but \(texts[0]) is not above \(texts[1])", at: axis.range,
                help: "write the smaller number first")
            return nil
        }
        noteFractions(axis.lower, written)
        return ChartEnds(lower: lower, upper: upper)
    }

    /// Warns about ends that may be meant as fractions. If one of them is too large for that, so is the other.
    private func noteFractions(_ ends: Literal...) {
        guard let column = columns?.first(where: { $0.info.clock == nil && !$0.isText }) else { return }
        let arePercent = ends.contains {
            guard case .number(let number, nil) = $0 else { return true }
            return number.value != 0 && !column.columnUnit.mayBeFraction(number.value)
        }
        guard !arePercent else { return }
        for end in ends { binder.noteFraction(end, in: column.columnUnit, named: column.warningName) }
    }

    /// Returns a number as the axis shows it. A number with a unit is converted to the unit of the first column that fits.
    private func end(_ literal: Literal) throws(Reported) -> Double {
        let numbers = columns?.filter { $0.info.clock == nil && !$0.isText } ?? []
        let (amount, unit) = try binder.written(literal, of: numbers.first?.metric, shown: numbers.first?.unit)
        guard let unit else { return amount }
        for column in numbers {
            guard let shown = column.columnUnit.shown(amount, in: unit) else { continue }
            return shown
        }
        if columns == nil { return ColumnUnit(unit).shown(amount, in: unit) ?? amount }
        throw binder.report(
            .chartAxis, "no column has a unit that \(unit.symbol) can be converted to", at: literal.range,
            help: numbers.first?.unit.map { "use \($0.symbol)" } ?? "write the number without a unit")
    }
}
