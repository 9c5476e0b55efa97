public import Foundation
@_spi(Guests) import TallyKit

/// The result of a questionnaire: a score.
public class HKScoredAssessment: HKSample, @unchecked Sendable {
    /// The sum of the points of all answers.
    public let score: Int

    fileprivate init(_ type: HKScoredAssessmentType, _ score: Int, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        self.score = score
        super.init(type, start, end, origin)
    }

    /// The numbers of the answers, in the order of the questions. Empty if the store does not have all of them.
    fileprivate var numbers: [Int] { [] }

    /// The metadata in which a store keeps the answers.
    final var entries: [MetadataSet.Entry] {
        numbers.enumerated().map { MetadataSet.Entry(key: Questionnaire.key($0 + 1), value: Questionnaire.name(ofNumber: $1)) }
    }

    /// Returns the numbers of the answers that a store has; empty if it does not have all of them.
    fileprivate static func numbers(_ facts: MetadataSet, _ type: HKScoredAssessmentType) -> [Int] {
        let answers = Questionnaire(type.metric)?.answers(in: facts) ?? []
        let known = answers.compactMap { $0.map(Questionnaire.number(of:)) }
        return known.count == answers.count ? known : []
    }

    /// Returns the origin without the metadata of answers.
    fileprivate static func origin(_ origin: ObjectOrigin, _ type: HKScoredAssessmentType) -> ObjectOrigin {
        origin.without(Set((1...(Questionnaire(type.metric)?.questionCount ?? 1)).map(Questionnaire.key)))
    }

    fileprivate static func check(_ answers: [Int], _ type: HKScoredAssessmentType) {
        let count = Questionnaire(type.metric)?.questionCount ?? 0
        precondition(answers.count == count, "\(type.identifier) needs \(count) answers, not \(answers.count)")
        precondition(
            answers.dropLast().allSatisfy { Questionnaire.hasPoints($0) }, "Only the last question can be left without an answer")
    }

    fileprivate static func score(_ answers: [Int]) -> Int { answers.filter { Questionnaire.hasPoints($0) }.reduce(0, +) }
}

/// The result of a GAD-7 questionnaire.
public final class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The risk of anxiety that a score stands for.
    public enum Risk: Int, Sendable {
        /// A score from 0 to 4.
        case noneToMinimal = 1
        /// A score from 5 to 9.
        case mild = 2
        /// A score from 10 to 14.
        case moderate = 3
        /// A score from 15 to 21.
        case severe = 4
    }

    /// The answer to a question. Its raw value is its points.
    public enum Answer: Int, Sendable {
        /// Not at all.
        case notAtAll = 0
        /// On several days.
        case severalDays = 1
        /// On more than half of the days.
        case moreThanHalfTheDays = 2
        /// On nearly every day.
        case nearlyEveryDay = 3
    }

    /// The answers to the seven questions. Empty if the store has only the score.
    public let answers: [Answer]
    /// The risk that the score stands for.
    public var risk: Risk { Risk(rawValue: Questionnaire.riskNumber(of: score, .gad7)) ?? .noneToMinimal }

    init(_ score: Int, facts: MetadataSet, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        let type = HKScoredAssessmentType(.GAD7)
        answers = Self.numbers(facts, type).compactMap(Answer.init)
        super.init(type, score, start, end, Self.origin(origin, type))
    }

    /// Creates a result at a moment. Traps unless there are seven answers.
    public init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
        let type = HKScoredAssessmentType(.GAD7)
        Self.check(answers.map(\.rawValue), type)
        self.answers = answers
        super.init(type, Self.score(answers.map(\.rawValue)), date, date, ObjectOrigin(metadata: metadata))
    }

    fileprivate override var numbers: [Int] { answers.map(\.rawValue) }
}

/// The result of a PHQ-9 questionnaire.
public final class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The risk of depression that a score stands for.
    public enum Risk: Int, Sendable {
        /// A score from 0 to 4.
        case noneToMinimal = 1
        /// A score from 5 to 9.
        case mild = 2
        /// A score from 10 to 14.
        case moderate = 3
        /// A score from 15 to 19.
        case moderatelySevere = 4
        /// A score from 20 to 27.
        case severe = 5
    }

    /// The answer to a question. Its raw value is its points, except for `preferNotToAnswer`, which has none.
    public enum Answer: Int, Sendable {
        /// Not at all.
        case notAtAll = 0
        /// On several days.
        case severalDays = 1
        /// On more than half of the days.
        case moreThanHalfTheDays = 2
        /// On nearly every day.
        case nearlyEveryDay = 3
        /// No answer, which only the ninth question can have.
        case preferNotToAnswer = 4
    }

    /// The answers to the nine questions. Empty if the store has only the score.
    public let answers: [Answer]
    /// The risk that the score stands for.
    public var risk: Risk { Risk(rawValue: Questionnaire.riskNumber(of: score, .phq9)) ?? .noneToMinimal }

    init(_ score: Int, facts: MetadataSet, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        let type = HKScoredAssessmentType(.PHQ9)
        answers = Self.numbers(facts, type).compactMap(Answer.init)
        super.init(type, score, start, end, Self.origin(origin, type))
    }

    /// Creates a result at a moment. Traps unless there are nine answers, or if another question than the ninth has no answer.
    public init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
        let type = HKScoredAssessmentType(.PHQ9)
        Self.check(answers.map(\.rawValue), type)
        self.answers = answers
        super.init(type, Self.score(answers.map(\.rawValue)), date, date, ObjectOrigin(metadata: metadata))
    }

    fileprivate override var numbers: [Int] { answers.map(\.rawValue) }
}
