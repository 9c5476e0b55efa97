/// New facts about a person, such as a row of a list of people.
package struct PersonUpdate: Hashable, Sendable {
    package var id: String
    /// The identifier of the person's time zone; nil to keep what is known.
    package var zone: String?
    /// The texts of attributes by name. An empty text removes the attribute. Attributes that are not named here remain.
    package var attributes: [String: String]

    package init(id: String, zone: String? = nil, attributes: [String: String] = [:]) {
        (self.id, self.zone, self.attributes) = (id, zone, attributes)
    }
}
