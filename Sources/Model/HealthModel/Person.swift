/// A person whose samples a store holds.
///
/// Samples of different people are never merged, and a day is a day in the person's own time zone. A store that was filled without naming
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

    /// Returns the id in a text written by people: without spaces around it. Nil if nothing is left, if it is longer than 200 bytes, or if
    /// it has control characters or characters that could not be read, because different ids could then look the same.
    public static func id(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        let id = String(scalars[first...last])
        let isReadable = id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{FFFD}" }
        return isReadable && id.utf8.count <= 200 ? id : nil
    }

    /// Returns the id in the bytes of a file. Nil also if they are not UTF-8.
    package static func id(utf8 bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self).flatMap(id) }

    /// Returns the id that a text in a statement means: without spaces around it, and empty for the person without a name. A text that
    /// cannot be an id is returned as it is.
    package static func id(written text: String) -> String { text == unnamedSign ? "" : id(text) ?? text }
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

// MARK: Texts

extension PersonAttribute {
    /// Returns a decimal number. Words such as `nan` and hexadecimal numbers are texts.
    package static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// Returns true for a day of the calendar as `yyyy-MM-dd`.
    package static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month), day >= 1
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
