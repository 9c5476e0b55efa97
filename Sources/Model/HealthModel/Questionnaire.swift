/// A questionnaire whose answers add up to a score: GAD-7 or PHQ-9.
///
/// The metadata of a sample has a key for each answer: `answer 1` is `severalDays`.
public struct Questionnaire: Hashable, Sendable {
    /// The metric of its scores.
    public let metric: MetricID
    /// The number of questions.
    public let questionCount: Int
    /// Apple's names of the answers, whose points are 0, 1, 2 and 3.
    public static let answers = ["notAtAll", "severalDays", "moreThanHalfTheDays", "nearlyEveryDay"]
    /// The answer that only the last question of PHQ-9 can have. It has no points.
    public static let noAnswer = "preferNotToAnswer"

    /// Returns the questionnaire of a metric; nil if the metric is not a score.
    public init?(_ metric: MetricID) {
        switch metric {
        case .gad7Scores: questionCount = 7
        case .phq9Scores: questionCount = 9
        default: return nil
        }
        self.metric = metric
    }

    /// The greatest score.
    public var greatestScore: Int { questionCount * (Self.answers.count - 1) }

    /// Returns the key of an answer in the metadata. Questions are numbered from 1.
    public static func key(_ question: Int) -> String { "answer \(question)" }

    /// Returns the answers in the metadata of a sample as Apple's names, in the order of the questions; nil for a missing answer.
    public func answers(in facts: MetadataSet) -> [String?] {
        (1...questionCount).map { question in
            facts[Self.key(question)].flatMap { text in
                if let points = Int(text), Self.answers.indices.contains(points) { return Self.answers[points] }
                return (Self.answers + [Self.noAnswer]).first { foldedName($0) == foldedName(text) }
            }
        }
    }

    /// Returns the points of an answer.
    public static func points(of answer: String) -> Int { answers.firstIndex(of: answer) ?? 0 }
}
