import HealthModel
import ResultRendering

/// The verdict on one number, with its reason.
struct NumberMark {
    let value: Double
    private(set) var verdict = MarkedAnswer.Verdict.unknownNumber
    private(set) var reason = ""

    /// A number that an answer is compared with, in the unit that was given. The kind is nil for the right number.
    private struct Known {
        let kind: MistakeKind?
        let value: Double
        /// The size of the unit, compared with that of the question.
        let factor: Double
    }

    private let lastDigit: Double?
    private let given: GivenAnswer
    private let question: ClassKey.Question
    /// The unit as it was written; empty if there is none.
    private let unit: String
    /// The size of the unit, compared with that of the question.
    private let factor: Double
    /// False if the number is compared as if it had the unit of the question.
    private let isOfUnit: Bool

    /// Marks a number in each unit that the text can mean. A right number with a wrong unit is a slip, too.
    init(_ value: Double, lastDigit: Double?, _ given: GivenAnswer, to question: ClassKey.Question) {
        let unit = GivenUnit(given.unit, in: question)
        let mark = { NumberMark(value, lastDigit, given, question, unit.text, factor: $0, isOfUnit: $1) }
        let marks = unit.factors.map { mark($0, true) }
        self = Self.best(of: unit.factors.contains(1) ? marks : marks + [mark(1, false)])
    }

    /// Returns the first of the marks with the most points, and prefers those that name a mistake.
    static func best(of marks: [NumberMark]) -> NumberMark {
        let most = marks.map(\.verdict.points).max()
        let best = marks.filter { $0.verdict.points == most }
        return best.first { $0.verdict != .unknownNumber } ?? best[0]
    }

    private init(
        _ value: Double, _ lastDigit: Double?, _ given: GivenAnswer, _ question: ClassKey.Question, _ unit: String, factor: Double,
        isOfUnit: Bool
    ) {
        (self.value, self.lastDigit, self.given, self.question) = (value, lastDigit, given, question)
        (self.unit, self.factor, self.isOfUnit) = (unit, factor, isOfUnit)
        // With a unit of another size, the slips of the unit are not possible.
        let mistakes = question.mistakes.filter { factor == 1 || $0.mistake.query != question.query || $0.mistake.factor == 1 }
        judge(
            [Known(kind: nil, value: question.value * factor, factor: factor)]
                + mistakes.map {
                    Known(
                        kind: $0.mistake.kind, value: $0.value * factor,
                        factor: factor * ($0.mistake.kind.isSlip ? $0.mistake.factor : 1))
                })
    }

    /// The number as it was written.
    private var text: String { given.written ?? question.rounding.text(value) + (factor == 1 ? "" : " " + unit) }

    private mutating func judge(_ all: [Known]) {
        let rounding = question.rounding
        let hasOneDigit = lastDigit.map { Rounding.hasOneDigit(value, lastDigit: $0) } ?? false
        // One digit fits many numbers, so it names a mistake only if that number has one digit, too.
        let known = all.filter { !hasOneDigit || $0.kind == nil || rounding.hasOneDigit($0.value, factor: $0.factor) }
        let same = known.filter { rounding.isSame(value, $0.value, factor: $0.factor) }
        if let nearest = same.min(by: { abs($0.value - value) < abs($1.value - value) }) { return take(nearest.kind) }
        if let shown = known.first(where: { rounding.isShown(value, $0.value, factor: $0.factor, lastDigit: lastDigit) }) {
            return take(shown.kind)
        }
        takeShortened(known)
        if verdict == .unknownNumber, reason.isEmpty {
            reason =
                hasOneDigit
                ? "\(text) is wrong, and one digit is not enough to name a mistake."
                : "\(text) is wrong, and it is not the number of a known mistake."
        }
    }

    /// Judges a number with fewer digits than a table shows. Numbers that are rounded to it come before numbers that are cut off.
    private mutating func takeShortened(_ known: [Known]) {
        let found = known.map { question.rounding.shortening(value, of: $0.value, factor: $0.factor, lastDigit: lastDigit) }
        let rounded = zip(known, found).filter { $1 == .rounded }.map(\.0.kind)
        let all = zip(known, found).filter { $1 != nil }.map(\.0.kind)
        let kinds = Set(rounded.isEmpty ? all : rounded)
        if kinds == [nil] {
            // A wrong unit is the greater slip.
            take(factor != 1 || !isOfUnit ? nil : .roundedTooFar)
        } else if kinds.contains(nil) {
            take(.tooFewDigits)
        } else if all.contains(nil) {
            reason = "\(text) is not the right number, rounded: it is cut off, or it is the number of a mistake. Three digits are enough."
        } else if kinds.count == 1, let kind = kinds.first {
            take(kind)
        } else if kinds.count > 1 {
            reason = "\(text) is wrong, and has too few digits to name the mistake. Three digits are enough."
        }
    }

    /// Takes the verdict for a kind of number; nil is the right one.
    private mutating func take(_ kind: MistakeKind?) {
        let meant = kind == nil ? question.rounding.unit : kind?.unit
        if let meant, !isOfUnit || (kind != nil && !unit.isEmpty && given.written != nil) {
            verdict = .mistake(isOfUnit ? kind ?? .wrongUnit : .wrongUnit)
            reason = "\(text) has a wrong unit: the number is that of \(meant), but you wrote \(unit)."
            return
        }
        guard let kind = kind ?? slipOfUnit else {
            (verdict, reason) = (.right, "Right.")
            return
        }
        let nearest = question.mistakes.filter { $0.mistake.kind == kind }.min { distance($0) < distance($1) }
        let seen = given.disproves(kind) ? .otherTimes : kind
        verdict = .mistake(seen)
        reason = seen.reason(text, detail: nearest?.mistake.detail, isWritten: given.written != nil)
    }

    private func distance(_ mistake: ClassKey.KnownMistake) -> Double { abs(mistake.value * factor - value) }

    /// The slip of a right number in another unit; nil if the unit is that of the question.
    private var slipOfUnit: MistakeKind? {
        if factor == 1 { return nil }
        return question.rounding.slips.first { abs($0.factor - factor) <= 1e-9 * factor }?.kind ?? .otherUnit
    }
}
