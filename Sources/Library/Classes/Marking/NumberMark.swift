import HealthModel
import ResultRendering

/// The verdict on one number, with its reason.
struct NumberMark {
    let value: Double
    private(set) var verdict = MarkedAnswer.Verdict.unknownNumber
    private(set) var reason = ""

    private let question: ClassKey.Question
    private let given: GivenAnswer
    /// The right number and the known wrong ones, in the unit that was given. The kind is nil for the right number.
    private let known: [(kind: MistakeKind?, value: Double, factor: Double)]
    /// The size of the unit that was given, compared with that of the question; nil if one can't be converted to the other.
    private let unit: Double?

    init(_ value: Double, _ given: GivenAnswer, to question: ClassKey.Question) {
        let unit = Self.factor(from: question.rounding.unit, to: given.unit)
        let factor = unit ?? 1
        (self.value, self.given, self.question, self.unit) = (value, given, question, unit)
        // With a unit of another size, the slips of the unit are not possible.
        let mistakes = question.mistakes.filter { factor == 1 || $0.mistake.query != question.query || $0.mistake.factor == 1 }
        known =
            [(nil, question.value * factor, factor)]
            + mistakes.map { ($0.mistake.kind, $0.value * factor, factor * ($0.mistake.kind.isSlip ? $0.mistake.factor : 1)) }
        let text = given.written ?? question.rounding.text(value) + (factor == 1 ? "" : " " + given.unit)
        judge(text)
    }

    private mutating func judge(_ text: String) {
        let rounding = question.rounding
        let same = known.filter { rounding.isSame(value, $0.value, factor: $0.factor) }
        if let nearest = same.min(by: { abs($0.value - value) < abs($1.value - value) }) { return take(nearest.kind, text) }
        if let shown = known.first(where: { rounding.isShown(value, $0.value) }) { return take(shown.kind, text) }
        let rough = known.filter { rounding.isRoundedTooFar(value, $0.value) }
        let kinds = Set(rough.map(\.kind))
        if kinds.contains(nil) {
            take(kinds.count == 1 ? .roundedTooFar : .tooFewDigits, text)
        } else if kinds.count == 1, let kind = rough[0].kind {
            take(kind, text)
        } else {
            reason = "\(text) is wrong, and it is not the number of a known mistake."
            if kinds.count > 1 { reason = "\(text) is wrong, and has too few digits to name the mistake. Three digits are enough." }
        }
    }

    /// Takes the verdict for a kind of number; nil is the right one.
    private mutating func take(_ kind: MistakeKind?, _ text: String) {
        guard let kind = kind ?? slipOfUnit else {
            (verdict, reason) = (.right, "Right.")
            return
        }
        let nearest = question.mistakes.filter { $0.mistake.kind == kind }.min { distance($0) < distance($1) }
        let seen = given.disproves(kind) ? .otherTimes : kind
        verdict = .mistake(seen)
        reason = seen.reason(text, detail: nearest?.mistake.detail, isWritten: given.written != nil)
    }

    private func distance(_ mistake: ClassKey.KnownMistake) -> Double { abs(mistake.value * (unit ?? 1) - value) }

    /// The slip of a right number in another unit; nil if the unit is that of the question.
    private var slipOfUnit: MistakeKind? {
        guard let unit else { return .wrongUnit }
        if unit == 1 { return nil }
        return question.rounding.slips.first { abs($0.factor - unit) <= 1e-9 * unit }?.kind ?? .otherUnit
    }

    /// Returns the size of the asked unit in another one, such as 1000 for kilometres in metres. A text that is not a unit is that of the
    /// question. Nil if the units are for different things.
    private static func factor(from asked: String, to given: String) -> Double? {
        // People use these two for a longer word.
        let meant = [["minutes", "m"]: "min", ["kilocalories", "cal"]: "kcal"][[asked, given]] ?? given
        guard !given.isEmpty, let unit = HealthUnit.parseInFile(meant) else { return 1 }
        let wanted = HealthUnit.parseInFile(asked) ?? HealthUnit.count
        // A percentage is a count in the table of units.
        let (isPercent, wantsPercent) = (unit.symbol == "%", wanted.symbol == "%")
        if isPercent != wantsPercent { return isPercent ? nil : unit == .count ? 1 : nil }
        return isPercent ? 1 : HealthUnit.convert(1, from: wanted, to: unit)
    }
}
