/// The kind of the values of an attribute, for all persons of a store.
package struct AttributeKind: Hashable, Sendable {
    package enum Values: Hashable, Sendable { case number, date, text }

    package var values: Values
    /// A value that is not a number, of an attribute that is a text although other values are numbers.
    package var notNumber: String?
    /// A value that is not a date, of an attribute that is a text although other values are dates.
    package var notDate: String?

    package init(_ values: Values, notNumber: String? = nil, notDate: String? = nil) {
        (self.values, self.notNumber, self.notDate) = (values, notNumber, notDate)
    }
}

/// A view that knows the attributes of all persons of its store, also if it is the view of one person.
package protocol AttributeSource: SampleSource {
    /// Returns the kind of each attribute by its name.
    func attributeKinds() throws -> [String: AttributeKind]
}

extension SampleSource {
    /// Returns the kind of each attribute of the persons of the store, or of this view if it does not know others.
    package func knownAttributes() throws -> [String: AttributeKind] {
        if let source = self as? any AttributeSource { return try source.attributeKinds() }
        return try persons().reduce(into: [:]) { kinds, person in
            for (name, attribute) in person.attributes {
                let values: AttributeKind.Values =
                    switch attribute {
                    case .number: .number
                    case .date: .date
                    case .text: .text
                    }
                if kinds[name] == nil || values == .text { kinds[name] = AttributeKind(values) }
            }
        }
    }
}
