package import HealthModel

/// A view that knows the attributes of all people of its store, also if it is the view of one person.
package protocol AttributeSource: CapableSource {
    /// Returns the kind of each attribute by its name.
    func attributeKinds() throws -> [String: AttributeKind]
}

extension SampleSource {
    /// Returns the kind of each attribute of the people of the store, or of this view if it does not know others.
    package func knownAttributes() throws -> [String: AttributeKind] {
        if let source = capabilities.attributes { return try source.attributeKinds() }
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
