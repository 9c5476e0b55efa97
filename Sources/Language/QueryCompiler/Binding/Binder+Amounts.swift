import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import TerminalText

/// Numbers in the unit of a column (S8.5).
extension Binder {
    /// Converts a number, a number with a unit, or a duration to the unit of a column. A plain number is in the unit that it shows.
    ///
    /// - Parameter name: the column or metric, for the warning about a fraction; nil for no warning.
    func amount(
        of literal: Literal, of metric: MetricInfo?, in unit: ColumnUnit, named name: String?
    ) throws(Reported) -> Double {
        if case .number(let number, let text?) = literal, let slope = unit.unit.flatMap({ SlopeUnit($0.symbol) }),
            let amount = SlopeUnit(text.text)?.convert(number.value, to: slope)
        {
            return amount
        }
        let written = try written(literal, of: metric, shown: unit.unit)
        guard let own = written.unit else {
            if let name, metric?.hasSmallShares != true { noteFraction(literal, in: unit, named: name) }
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

    /// Runs `body` for the bounds of a range. A bound above 1 shows that both are in percent, so neither causes a warning.
    func boundsInPercent<Value>(
        _ low: Literal, _ high: Literal, _ body: () throws(Reported) -> Value
    ) throws(Reported) -> Value {
        let outer = isSurelyPercent
        defer { isSurelyPercent = outer }
        for case .number(let number, nil) in [low, high] where abs(number.value) > 1 { isSurelyPercent = true }
        return try body()
    }

    /// Warns about a plain number in a column that is shown in percent, if it may be meant as a fraction, as in earlier versions.
    func noteFraction(_ literal: Literal, in unit: ColumnUnit, named name: String) {
        guard !isSurelyPercent, case .number(let number, nil) = literal, unit.mayBeFraction(number.value) else { return }
        noteFraction(WrittenFraction(number), named: name)
    }

    /// Warns once in a query that numbers mean percent, not fractions. The fix changes all of them.
    func noteFraction(_ fraction: WrittenFraction, named name: String) {
        let isNew = fractions.add(fraction, canBeEdited: !isBorrowed(fraction.range))
        guard isNew else { return }
        if fractions.written.count > 1 { return mend(.fractionOfPercent, help: fractions.help, fix: fractions.fix) }
        report(
            .fractionOfPercent, "`\(fraction.text)` means \(fraction.text)% here, because \(name) is shown in percent", at: fraction.range,
            help: fractions.help, fix: fractions.fix)
    }

    /// Reports an amount that no sample of a metric has, such as more than 100 % of a share.
    func refuse(_ amount: Double, of metric: MetricInfo, at range: SourceRange) throws(Reported) {
        if abs(amount) > SampleBatch.greatestValue {
            throw report(
                .outsideScale, "\(metric.name) can't be \(amount): sums of such numbers are too large", at: range,
                help: "write a number of at most 10^100")
        }
        if case .quantity(let type) = metric.kind, let scale = type.scale, !scale.contains(amount) {
            let (low, high) = (OwnMetric.text(of: scale.bounds.lowerBound), OwnMetric.text(of: scale.bounds.upperBound))
            let number = scale.isWhole ? "whole number" : "number"
            throw report(
                .outsideScale, "\(metric.name) can't be \(OwnMetric.text(of: amount)): it goes from \(low) to \(high)", at: range,
                help: "write a \(number) from \(low) to \(high)")
        }
        guard metric.isShare, amount > 1 else { return }
        throw report(
            .shareAboveWhole, "\(metric.name) can't be \(Self.percentText(of: amount)), because it is a share", at: range,
            help: "write a number from 0% to 100%")
    }
}

/// A number without a unit that may be meant as a fraction.
struct WrittenFraction {
    let text: String
    let range: SourceRange
    /// The text to write if the number is meant as a fraction.
    let asFraction: String
    /// The words for the text to write if the number is meant in percent.
    let asPercent: String

    init(_ number: NumberLiteral) {
        self.init(number.text, at: number.range, asFraction: Binder.percentText(of: number.value), asPercent: "`\(number.text)%`")
    }

    init(_ text: String, at range: SourceRange, asFraction: String, asPercent: String) {
        self.text = text
        self.range = range
        self.asFraction = asFraction
        self.asPercent = asPercent
    }
}

/// The numbers of a statement that may be meant as fractions.
struct WrittenFractions {
    private(set) var written: [WrittenFraction] = []
    /// False if one of the numbers is in the text of a name, so that no fix of the statement changes all of them.
    private var canBeEdited = true

    /// Returns false if the number is already in the list, because it is compared with several columns.
    mutating func add(_ fraction: WrittenFraction, canBeEdited: Bool) -> Bool {
        guard !written.contains(where: { $0.range == fraction.range }) else { return false }
        written.append(fraction)
        self.canBeEdited = self.canBeEdited && canBeEdited
        return true
    }

    var help: String { help("if you mean the fraction", "if you mean the fractions", "if you mean percent") }

    var fix: Diagnostic.Fix? {
        guard canBeEdited else { return nil }
        let edits = written.sorted { $0.range.start < $1.range.start }.map { Diagnostic.Edit($0.range, $0.asFraction) }
        return Diagnostic.Fix(
            edits, keepsQuestion: false, help: help("for the fraction", "for the fractions", "for that many percent"))
    }

    private func help(_ one: String, _ several: String, _ percent: String) -> String {
        // Text positions in a name's value are not those of the statement.
        let inOrder = canBeEdited ? written.sorted { $0.range.start < $1.range.start } : written
        var different: [WrittenFraction] = []
        for fraction in inOrder where !different.contains(where: { $0.text == fraction.text }) { different.append(fraction) }
        // A series has one way to write percent for all its numbers.
        let ways = Set(different.map(\.asPercent)).count == 1 ? [different[0].asPercent] : different.map(\.asPercent)
        let names = different.map { "`\($0.asFraction)`" }
        let texts = different.map(\.text)
        // A list of more numbers is hard to read.
        guard different.count <= 3 else {
            return "write \(names[0]) \(one) \(texts[0]), or \(ways[0]) \(percent), and the other numbers alike"
        }
        return "write \(names.listed(with: "and")) \(different.count == 1 ? one : several) \(texts.listed(with: "and")), or "
            + "\(ways.listed(with: "and")) \(percent)"
    }
}

extension Binder {
    /// Returns a fraction in percent, without the last digits of its binary product.
    static func percentText(of fraction: Double) -> String { numberText(ofPercent: fraction) + "%" }

    /// Returns the number of a fraction in percent, without the sign.
    static func numberText(ofPercent fraction: Double) -> String {
        let percent = (fraction * 1e11).rounded() / 1e9
        return Int(exactly: percent).map(String.init) ?? "\(percent)"
    }
}

extension MetricInfo {
    /// True for a quantity that is shown in percent.
    package var isShare: Bool { storageUnit?.symbol == HealthUnit.percent.symbol }

    /// True for a share whose usual values are below 1 %, so that a small number is not meant as a fraction.
    package var hasSmallShares: Bool { id == MetricID("HKQuantityTypeIdentifierBloodAlcoholContent") }
}
