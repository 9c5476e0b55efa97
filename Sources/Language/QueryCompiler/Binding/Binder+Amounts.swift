import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Numbers in the unit of a column (S8.5).
extension Binder {
    /// Converts a number, a number with a unit, or a duration to the unit of a column. A plain number is in the unit that it shows.
    ///
    /// - Parameter name: the column or metric, for the warning about a fraction; nil for no warning.
    func amount(
        of literal: Literal, of metric: MetricInfo?, in unit: ColumnUnit, named name: String?
    ) throws(Reported) -> Double {
        let written = try written(literal, of: metric, shown: unit.unit)
        guard let own = written.unit else {
            if let name { noteFraction(literal, in: unit, named: name) }
            return unit.stored(written.amount)
        }
        if let amount = stored(literal, written, in: unit) { return amount }
        let subject = metric.map { "a value of \($0.name)" } ?? "the value"
        throw report(
            .incompatibleUnit, "\(subject) can't be in \(own.symbol)", at: literal.range,
            help: unit.unit.map { "use \($0.symbol)" } ?? "write the number without a unit")
    }

    /// Returns a number with its unit, or a duration, in the unit of a column; nil if the units have different dimensions.
    private func stored(_ literal: Literal, _ written: (amount: Double, unit: HealthUnit?), in unit: ColumnUnit) -> Double? {
        guard unit.unit != nil, let own = written.unit else { return nil }
        if case .number(let number, _?) = literal { return unit.stored(number.value, in: own) }
        return unit.stored(written.amount, in: own)
    }

    /// Warns about a plain number up to 1 in a column that is shown in percent. It may be meant as a fraction, as in earlier versions.
    func noteFraction(_ literal: Literal, in unit: ColumnUnit, named name: String) {
        guard unit.isFraction, case .number(let number, nil) = literal else { return }
        noteFraction(number, named: name)
    }

    /// Warns once in a query that a number means percent, not a fraction.
    func noteFraction(_ number: NumberLiteral, named name: String) {
        guard number.value != 0, abs(number.value) <= 1, !diagnostics.contains(where: { $0.code == .fractionOfPercent }) else { return }
        let percent = Self.percentText(of: number.value)
        report(
            .fractionOfPercent, "`\(number.text)` means \(number.text)% here, because \(name) is shown in percent", at: number.range,
            help: "write `\(percent)` if you mean the fraction \(number.text), or `\(number.text)%` if you mean percent",
            fix: Diagnostic.Fix(
                number.range, percent, keepsQuestion: false,
                help: "write `\(percent)` for the fraction \(number.text), or `\(number.text)%` for that many percent"))
    }

    /// Reports an amount above 100 % of a metric whose values are shares.
    func refuseShare(above amount: Double, of metric: MetricInfo, at range: SourceRange) throws(Reported) {
        guard metric.isShare, amount > 1 else { return }
        throw report(
            .shareAboveWhole, "\(metric.name) can't be \(Self.percentText(of: amount)), because it is a share", at: range,
            help: "write a number from 0% to 100%")
    }
}

extension Binder {
    /// Returns a fraction in percent, without the last digits of its binary product.
    private static func percentText(of fraction: Double) -> String {
        let percent = (fraction * 1e11).rounded() / 1e9
        return "\(Int(exactly: percent).map(String.init) ?? "\(percent)")%"
    }
}

extension MetricInfo {
    /// True for a quantity that is shown in percent.
    var isShare: Bool { storageUnit?.symbol == HealthUnit.percent.symbol }
}
