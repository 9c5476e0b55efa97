import HealthModel
import Testing

/// Fields of states of mind and questionnaires. Names and numbers are those of HealthKit's headers `HKStateOfMind.h`, `HKGAD7Assessment.h`
/// and `HKPHQ9Assessment.h` of iOS 18.
@Suite("Fields of some metrics")
struct SampleFieldTests {
    /// In sevenths.
    private static let valences: [(Double, String)] = [
        (-7, "veryUnpleasant"), (-5.1, "veryUnpleasant"), (-5, "unpleasant"), (-3.5, "unpleasant"), (-3, "slightlyUnpleasant"),
        (-1.1, "slightlyUnpleasant"), (-1, "neutral"), (0, "neutral"), (1, "neutral"), (1.1, "slightlyPleasant"),
        (3, "slightlyPleasant"), (3.1, "pleasant"), (5, "pleasant"), (5.1, "veryPleasant"), (7, "veryPleasant"),
    ]

    @Test("S7.6 The classes of valence are sevenths, and a border is in the class that is nearer to neutral", arguments: valences)
    func valence(sevenths: Double, name: String) {
        let classes = ValueClasses.valence
        #expect(classes.names[classes.index(of: sevenths / 7)] == name)
    }

    private static let scores: [(Double, String, String)] = [
        (0, "noneToMinimal", "noneToMinimal"), (4, "noneToMinimal", "noneToMinimal"), (5, "mild", "mild"), (9, "mild", "mild"),
        (10, "moderate", "moderate"), (14, "moderate", "moderate"), (15, "severe", "moderatelySevere"), (19, "severe", "moderatelySevere"),
        (20, "severe", "severe"),
    ]

    @Test("S7.6 Risks begin at 5, 10, 15 and, for PHQ-9, 20 points", arguments: scores)
    func risks(score: Double, anxiety: String, depression: String) {
        for (metric, name) in [(MetricID.gad7Scores, anxiety), (.phq9Scores, depression)] {
            let classes = SampleField.all(of: metric).first?.classes
            #expect(classes.map { $0.names[$0.index(of: score)] } == name)
        }
    }

    @Test("There are 38 labels and 18 associations, with HealthKit's numbers")
    func words() {
        #expect(SampleField.label.values.count == 38 && SampleField.association.values.count == 18)
        let labels = ["amazed": 1, "calm": 7, "happy": 17, "sad": 27, "worried": 31, "annoyed": 32, "satisfied": 38]
        for (word, number) in labels { #expect(SampleField.label.rank(of: word) + 1 == number) }
        let associations = ["community": 1, "currentEvents": 2, "selfCare": 13, "work": 17, "weather": 18]
        for (word, number) in associations { #expect(SampleField.association.rank(of: word) + 1 == number) }
        #expect(SampleField.kind.rank(of: "momentaryEmotion") == 0 && SampleField.kind.rank(of: "dailyMood") == 1)
    }

    @Test("Words have Apple's names in the order of the enumeration, each once, and others keep theirs at the end")
    func stored() {
        let stored = SampleField.association.stored(["Work", "self_care", "Deep, focus", "work", " ", "Current Events"])
        #expect(stored == MetadataSet.Entry(key: "associations", value: "currentEvents, selfCare, work, Deep  focus"))
        #expect(SampleField.words(of: "currentEvents, selfCare,work,") == ["currentEvents", "selfCare", "work"])
        #expect(SampleField.label.stored([]) == nil && SampleField.label.stored([" ", ","]) == nil)
    }

    @Test("All fields have a name in the set of names, and no two of a metric have the same")
    func names() {
        for metric in MetricCatalog.all {
            let names = metric.fields.map(\.name)
            #expect(Set(names).count == names.count && SampleField.names.isSuperset(of: names))
        }
    }

    @Test("Answers are read as names in any spelling and as points, and the last one of PHQ-9 can be missing")
    func answers() throws {
        let questionnaire = try #require(Questionnaire(.phq9Scores))
        let facts = MetadataSet([
            .init(key: "answer 1", value: "Several Days"), .init(key: "answer 2", value: "3"), .init(key: "answer 3", value: "7"),
            .init(key: "answer 9", value: "preferNotToAnswer"),
        ])
        #expect(
            questionnaire.answers(in: facts) == ["severalDays", "nearlyEveryDay", nil, nil, nil, nil, nil, nil, "preferNotToAnswer"])
        #expect(questionnaire.greatestScore == 27 && Questionnaire(.gad7Scores)?.greatestScore == 21 && Questionnaire(.workouts) == nil)
    }

    @Test("Values outside of the scale are not possible")
    func scales() {
        func scale(_ metric: MetricID) -> ValueScale? {
            guard case .quantity(let type)? = MetricCatalog.metric(metric)?.kind else { return nil }
            return type.scale
        }
        #expect(scale(.statesOfMind)?.bounds == -1...1 && scale(.gad7Scores)?.bounds == 0...21 && scale(.phq9Scores)?.bounds == 0...27)
        #expect(scale(.statesOfMind)?.contains(0.5) == true && scale(.gad7Scores)?.contains(7.5) == false)
    }
}
