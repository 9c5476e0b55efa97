/// A person whose samples a store holds.
///
/// Samples of different persons are never merged, and a day is a day in the person's own time zone. A store that was filled without naming
/// anybody has one person, whose id is empty.
public struct Person: Hashable, Sendable, Codable {
    /// The id as given by the user, such as `P07`. Ids are compared exactly. Empty for the person without a name.
    public var id: String
    /// The identifier of the time zone whose days are the person's days, such as `Europe/Berlin`; nil for the zone of the store.
    public var zone: String?
    /// Facts such as a study group or an age, by name.
    public var attributes: [String: PersonAttribute]

    /// Creates a person.
    public init(id: String, zone: String? = nil, attributes: [String: PersonAttribute] = [:]) {
        (self.id, self.zone, self.attributes) = (id, zone, attributes)
    }

    /// The person of a store in which nobody is named.
    public static let unnamed = Person(id: "")

    /// The person without a name, as tables print it, and as files and statements name it.
    package static let unnamedSign = "·"

    /// The id as tables print it.
    package var printedID: String { id.isEmpty ? Person.unnamedSign : id }

    /// Returns the id in a text written by people: without spaces around it. Nil if nothing is left, or if it is longer than 200 bytes.
    public static func id(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        let id = String(scalars[first...last])
        return id.utf8.count <= 200 ? id : nil
    }
}

/// The settings of a store that describe one person. All others are settings of the whole store.
package enum PersonalSetting {
    /// The time zone whose days are a person's days. A person without one has the zone of the store.
    package static let zone = "zone"
    /// The start of the names of goals, which a metric follows.
    package static let goalPrefix = "goal of "

    package static func isGoal(_ name: String) -> Bool { name.hasPrefix(goalPrefix) }
}

/// A fact about a person.
public enum PersonAttribute: Hashable, Sendable, Codable {
    case number(Double)
    /// A date as `yyyy-MM-dd`.
    case date(String)
    case text(String)
}
