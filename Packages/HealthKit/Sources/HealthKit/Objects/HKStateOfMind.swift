public import Foundation
@_spi(Guests) import TallyKit

/// How a person felt: at a moment, or on a whole day.
public final class HKStateOfMind: HKSample, @unchecked Sendable {
    /// The time that a feeling is about.
    public enum Kind: Int, Sendable {
        /// How the person felt at the moment.
        case momentaryEmotion = 1
        /// How the person felt on the whole day.
        case dailyMood = 2
    }

    /// A region of valence.
    public enum ValenceClassification: Int, Sendable {
        /// The lowest seventh.
        case veryUnpleasant = 1
        /// The second seventh.
        case unpleasant = 2
        /// The third seventh.
        case slightlyUnpleasant = 3
        /// The middle, with both of its borders.
        case neutral = 4
        /// The fifth seventh.
        case slightlyPleasant = 5
        /// The sixth seventh.
        case pleasant = 6
        /// The highest seventh.
        case veryPleasant = 7

        /// Returns the region of a valence; nil if the valence is not from -1 to 1.
        public init?(valence: Double) {
            guard (-1...1).contains(valence) else { return nil }
            self.init(rawValue: StateOfMindFacts.regionNumber(of: valence))
        }
    }

    /// The kind of the feeling.
    public let kind: Kind
    /// How pleasant the feeling was, from -1 to 1.
    public let valence: Double
    /// The words for the feeling.
    public let labels: [Label]
    /// The areas of life that the feeling is about.
    public let associations: [Association]

    /// The region of the valence.
    public var valenceClassification: ValenceClassification { ValenceClassification(valence: valence) ?? .neutral }

    /// - Parameter facts: The metadata in which a store keeps the other properties.
    init(_ valence: Double, facts: MetadataSet, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        let stored = StateOfMindFacts(facts)
        self.valence = valence
        kind = stored.kindNumber.flatMap(Kind.init) ?? .momentaryEmotion
        labels = stored.labelNumbers.compactMap(Label.init)
        associations = stored.associationNumbers.compactMap(Association.init)
        super.init(.stateOfMindType(), start, end, origin.without(StateOfMindFacts.keys))
    }

    /// Creates a state of mind at a moment. Traps if the valence is not from -1 to 1.
    public init(
        date: Date, kind: Kind, valence: Double, labels: [Label], associations: [Association], metadata: [String: Any]? = [:]
    ) {
        precondition((-1...1).contains(valence), "Invalid valence \(valence): it must be from -1 to 1")
        (self.kind, self.valence, self.labels, self.associations) = (kind, valence, labels, associations)
        super.init(.stateOfMindType(), date, date, ObjectOrigin(metadata: metadata))
    }

    /// The metadata in which a store keeps the properties.
    var entries: [MetadataSet.Entry] {
        StateOfMindFacts.entries(
            kindNumber: kind.rawValue, labelNumbers: labels.map(\.rawValue), associationNumbers: associations.map(\.rawValue))
    }
}
