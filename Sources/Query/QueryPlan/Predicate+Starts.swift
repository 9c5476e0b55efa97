package import CalendarIntervals
import HealthModel
import QueryVocabulary

extension Predicate {
    /// Returns the answer for all samples that start in a range of at most an hour, or nil if it depends on more than their start.
    ///
    /// - Parameter zone: The zone whose clock the profiles follow.
    package func answer(forStartsIn range: Range<Int64>, zone: Zone, weekStart: Weekday) -> Bool? {
        func answers(_ parts: [Predicate]) -> [Bool?] { parts.map { $0.answer(forStartsIn: range, zone: zone, weekStart: weekStart) } }
        switch self {
        case .all(let parts):
            let answers = answers(parts)
            return answers.contains(false) ? false : answers.allSatisfy { $0 == true } ? true : nil
        case .any(let parts):
            let answers = answers(parts)
            return answers.contains(true) ? true : answers.allSatisfy { $0 == false } ? false : nil
        case .not(let part): return answers([part])[0].map { !$0 }
        case .profile(let profile, let slots):
            let both = [range.lowerBound, range.upperBound - 1].map { instant in
                slots.contains(Int32(profile.slot(of: zone.civil(at: Instant(milliseconds: instant)), weekStart: weekStart)))
            }
            return both[0] == both[1] ? both[0] : nil
        case .timeOfDay(let times): return times.answer(in: range, zone: zone)
        case .number(.start, let comparison, let limit) where comparison != .equal && comparison != .notEqual:
            let test = comparison.test(against: limit)
            let both = (test(Double(range.lowerBound)), test(Double(range.upperBound - 1)))
            return both.0 == both.1 ? both.0 : nil
        case .numberBetween(.start, let first, let last):
            if Double(range.upperBound - 1) < first || Double(range.lowerBound) > last { return false }
            return Double(range.lowerBound) >= first && Double(range.upperBound - 1) <= last ? true : nil
        case .constant(let answer): return answer
        case .number, .numberBetween, .numberIn, .text, .numberMissing, .textMissing, .enteredByUser, .person: return nil
        }
    }
}
