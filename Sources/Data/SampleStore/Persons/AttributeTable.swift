package import HealthModel

/// The attributes of all persons of a store, as texts.
///
/// A store keeps texts, because the kind of an attribute depends on its values for all persons: it is a number if all are numbers, a date if
/// all are dates, and a text otherwise. It therefore does not depend on the order in which lists of persons are imported.
package struct AttributeTable: Sendable {
    private let kinds: [String: Kind]

    private enum Kind { case number, date, text }

    /// - Parameter texts: The texts of the attributes of each person, by name.
    package init(_ texts: some Collection<[String: String]>) {
        var values: [String: [String]] = [:]
        for attributes in texts {
            for (name, text) in attributes { values[name, default: []].append(text) }
        }
        kinds = values.mapValues { texts in
            if texts.allSatisfy({ Self.number($0) != nil }) { return .number }
            return texts.allSatisfy(Self.isDate) ? .date : .text
        }
    }

    /// Returns the attributes of one person.
    package func typed(_ texts: [String: String]) -> [String: PersonAttribute] {
        texts.reduce(into: [:]) { attributes, entry in
            switch kinds[entry.key] {
            case .number: attributes[entry.key] = Self.number(entry.value).map(PersonAttribute.number)
            case .date: attributes[entry.key] = .date(entry.value)
            case .text, nil: attributes[entry.key] = .text(entry.value)
            }
        }
    }

    /// Returns a decimal number. Words such as `nan` and hexadecimal numbers are texts.
    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// Returns true for a day of the calendar as `yyyy-MM-dd`.
    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month), day >= 1
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
