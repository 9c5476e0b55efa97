package import HealthModel

/// The attributes of all people of a store, as texts.
///
/// A store keeps texts, because the kind of an attribute depends on its values for all people: it is a number if all are numbers, a date if
/// all are dates, and a text otherwise. It therefore does not depend on the order in which lists of people are imported.
package struct AttributeTable: Sendable {
    /// The kind of each attribute by its name.
    package let kinds: [String: AttributeKind]

    /// - Parameter texts: The texts of the attributes of each person, by name.
    package init(_ texts: [[String: String]]) {
        var values: [String: [String]] = [:]
        for attributes in texts {
            for (name, text) in attributes { values[name, default: []].append(text) }
        }
        kinds = values.mapValues { texts in
            let others = (number: texts.filter { PersonAttribute.number($0) == nil }, date: texts.filter { !PersonAttribute.isDate($0) })
            if others.number.isEmpty { return AttributeKind(.number) }
            if others.date.isEmpty { return AttributeKind(.date) }
            return AttributeKind(
                .text, notNumber: others.number.count < texts.count ? others.number.min() : nil,
                notDate: others.date.count < texts.count ? others.date.min() : nil)
        }
    }

    /// Returns the attributes of one person.
    package func typed(_ texts: [String: String]) -> [String: PersonAttribute] {
        texts.reduce(into: [:]) { attributes, entry in
            switch kinds[entry.key]?.values {
            case .number: attributes[entry.key] = PersonAttribute.number(entry.value).map(PersonAttribute.number)
            case .date: attributes[entry.key] = .date(entry.value)
            case .text, nil: attributes[entry.key] = .text(entry.value)
            }
        }
    }
}
