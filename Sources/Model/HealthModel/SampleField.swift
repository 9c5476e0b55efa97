/// A field that only the samples of some metrics have, such as the labels of a state of mind.
///
/// The field is a word or a list of words in the metadata, or a class of the value. Words that the table lacks are kept as a file has them.
package struct SampleField: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// One word.
        case word(key: String)
        /// Several words. A sample can have any number of them.
        case words(key: String)
        /// The class of the value.
        case classes(ValueClasses)
    }

    /// The name in queries: `label`.
    package let name: String
    package let content: Content
    /// Apple's names, in the order of the enumeration. HealthKit numbers them from 1. Empty if any text can be a value.
    package let values: [String]

    private init(_ name: String, _ content: Content, _ values: String) {
        (self.name, self.content, self.values) = (name, content, values.split(separator: " ").map(String.init))
    }

    private init(_ name: String, _ content: Content, listed values: [String]) {
        (self.name, self.content, self.values) = (name, content, values)
    }

    private init(_ name: String, _ classes: ValueClasses) {
        (self.name, content, values) = (name, .classes(classes), classes.names)
    }

    /// The classes of values; nil for fields in metadata.
    package var classes: ValueClasses? { if case .classes(let classes) = content { classes } else { nil } }
    /// True if a sample has any number of values.
    package var isOfWords: Bool { if case .words = content { true } else { false } }
    /// The key in metadata; nil for classes.
    package var key: String? {
        switch content {
        case .word(let key), .words(let key): key
        case .classes: nil
        }
    }

    /// Returns the fields of a metric.
    package static func all(of metric: MetricID) -> [SampleField] {
        switch metric {
        case .statesOfMind: [kind, label, association, classification]
        case .gad7Scores: [riskOfAnxiety]
        case .phq9Scores: [riskOfDepression]
        case .zonesOfHeartRate, .zonesOfCyclingPower: [zone, limits]
        case .labs: [test, unit, code, interpretation, reference]
        case .textsOfLabs: [test, unit, code, interpretation]
        default: []
        }
    }

    /// The names of all fields.
    package static let names: Set<String> = [
        "kind", "label", "association", "classification", "risk", "zone", "limits", "test", "unit", "code", "interpretation", "reference",
    ]

    package static let kind = SampleField("kind", .word(key: "kind"), "momentaryEmotion dailyMood")
    package static let label = SampleField(
        "label", .words(key: "labels"),
        """
        amazed amused angry anxious ashamed brave calm content disappointed discouraged disgusted embarrassed excited frustrated \
        grateful guilty happy hopeless irritated jealous joyful lonely passionate peaceful proud relieved sad scared stressed surprised \
        worried annoyed confident drained hopeful indifferent overwhelmed satisfied
        """)
    package static let association = SampleField(
        "association", .words(key: "associations"),
        """
        community currentEvents dating education family fitness friends health hobbies identity money partner selfCare spirituality \
        tasks travel work weather
        """)
    package static let classification = SampleField("classification", .valence)
    /// The test of a laboratory result. Clinics choose the names.
    package static let test = SampleField("test", .word(key: LabResult.test), "")
    package static let unit = SampleField("unit", .word(key: LabResult.unit), "")
    package static let code = SampleField("code", .word(key: LabResult.code), "")
    package static let interpretation = SampleField(
        "interpretation", .word(key: LabResult.interpretation),
        "criticallyLow low normal high criticallyHigh abnormal criticallyAbnormal negative positive")
    package static let reference = SampleField("reference", .word(key: LabResult.reference), "below within above")
    private static let riskOfAnxiety = SampleField("risk", .riskOfAnxiety)
    private static let riskOfDepression = SampleField("risk", .riskOfDepression)

    /// The number of a zone and that of all zones of its set: `2 of 5`.
    package static let zone = SampleField(
        "zone", .word(key: "zone"), listed: WorkoutZones.counts.flatMap { count in (1...count).map { "\($0) of \(count)" } })
    /// The limits between which a zone is: `118 to 130 count/min`.
    package static let limits = SampleField("limits", .word(key: "limits"), listed: [])

    /// True for zones, which conditions compare by number: `zone >= 4`.
    package var isOfZones: Bool { self == .zone }

    /// Returns Apple's name of a value; nil if the table lacks it. Case and separators do not matter.
    package func value(named text: String) -> String? {
        let folded = foldedName(text)
        return values.first { foldedName($0) == folded }
    }

    /// Returns the metadata of words as a file writes them; nil without a word.
    package func stored(_ words: [String]) -> MetadataSet.Entry? {
        guard case .words(let key) = content else { return nil }
        let known = words.map { value(named: $0) ?? $0.trimmedWord }.filter { !$0.isEmpty }
        let unique = known.enumerated().filter { known.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        let sorted = unique.sorted { (rank(of: $0), $0) < (rank(of: $1), $1) }
        return sorted.isEmpty ? nil : MetadataSet.Entry(key: key, value: sorted.joined(separator: Self.separator))
    }

    /// The position of a word in the order of the table. Other words come last.
    package func rank(of word: String) -> Int { values.firstIndex(of: word) ?? values.count }

    /// The text between the words of a list.
    private static let separator = ", "

    /// Returns the words of a list in metadata.
    package static func words(of text: String) -> [String] {
        text.split(separator: ",").map { String($0).trimmedWord }.filter { !$0.isEmpty }
    }
}

extension String {
    /// The text without spaces around it, and with spaces instead of commas, which separate words.
    fileprivate var trimmedWord: String {
        String(replacing(",", with: " ").drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// The classes of a value, such as the risk that a score stands for.
package struct ValueClasses: Hashable, Sendable {
    /// In ascending order.
    package let names: [String]
    /// The least value of each class but the first.
    package let starts: [Double]

    /// Returns the index of the class of a value.
    package func index(of value: Double) -> Int { starts.prefix { $0 <= value }.count }

    /// The classes of valence. A border belongs to the class that is nearer to neutral. HealthKit has seven classes of equal width.
    package static let valence: ValueClasses = {
        let borders = [-5, -3, -1, 1, 3, 5].map { $0 / 7.0 }
        return ValueClasses(
            names: [
                "veryUnpleasant", "unpleasant", "slightlyUnpleasant", "neutral", "slightlyPleasant", "pleasant", "veryPleasant",
            ], starts: Array(borders.prefix(3)) + borders.suffix(3).map(\.nextUp))
    }()
    /// The risk of a GAD-7 score.
    package static let riskOfAnxiety = ValueClasses(names: ["noneToMinimal", "mild", "moderate", "severe"], starts: [5, 10, 15])
    /// The risk of a PHQ-9 score.
    package static let riskOfDepression = ValueClasses(
        names: ["noneToMinimal", "mild", "moderate", "moderatelySevere", "severe"], starts: [5, 10, 15, 20])
}
