public import HealthModel

/// The properties of a state of mind that are metadata in a store, as HealthKit's numbers.
@_spi(Guests)
public struct StateOfMindFacts: Sendable {
    /// The number of the kind; nil if it is not one of HealthKit's.
    public let kindNumber: Int?
    /// The numbers of the labels.
    public let labelNumbers: [Int]
    /// The numbers of the associations.
    public let associationNumbers: [Int]

    /// Reads the metadata of a sample. Words that HealthKit lacks are left out.
    public init(_ facts: MetadataSet) {
        func numbers(_ field: SampleField) -> [Int] {
            let words = field.key.flatMap { facts[$0] }.map(SampleField.words) ?? []
            return words.compactMap { word in field.value(named: word).map { field.rank(of: $0) + 1 } }
        }
        kindNumber = numbers(.kind).first
        labelNumbers = numbers(.label)
        associationNumbers = numbers(.association)
    }

    /// The keys of the metadata.
    public static var keys: Set<String> { Set([SampleField.kind, .label, .association].compactMap(\.key)) }

    /// Returns the metadata for HealthKit's numbers.
    public static func entries(kindNumber: Int, labelNumbers: [Int], associationNumbers: [Int]) -> [MetadataSet.Entry] {
        func name(_ number: Int, _ field: SampleField) -> String? {
            field.values.indices.contains(number - 1) ? field.values[number - 1] : nil
        }
        let kind = SampleField.kind.key.flatMap { key in name(kindNumber, .kind).map { MetadataSet.Entry(key: key, value: $0) } }
        return [
            kind, SampleField.label.stored(labelNumbers.compactMap { name($0, .label) }),
            SampleField.association.stored(associationNumbers.compactMap { name($0, .association) }),
        ].compactMap(\.self)
    }

    /// Returns the number of the region of a valence, from 1 to 7.
    public static func regionNumber(of valence: Double) -> Int { ValueClasses.valence.index(of: valence) + 1 }
}

/// The answers of questionnaires as HealthKit's numbers.
@_spi(Guests)
extension Questionnaire {
    /// Returns the number of an answer: its points, or 4 for one without points.
    public static func number(of answer: String) -> Int { answers.firstIndex(of: answer) ?? answers.count }

    /// Returns the answer with a number.
    public static func name(ofNumber number: Int) -> String { answers.indices.contains(number) ? answers[number] : noAnswer }

    /// True for the number of an answer with points.
    public static func hasPoints(_ number: Int) -> Bool { answers.indices.contains(number) }

    /// Returns the number of the risk that a score of a metric stands for, from 1.
    public static func riskNumber(of score: Int, _ metric: MetricID) -> Int {
        SampleField.all(of: metric).first?.classes.map { $0.index(of: Double(score)) + 1 } ?? 1
    }
}
