package import Diagnostics
package import QuerySyntax

/// The names that `let` and `param` gave, by their folded key.
package struct NameTable: Sendable {
    package struct Entry: Sendable {
        /// As it was written.
        package var name: String
        package var value: LetStatement.Value
        /// The text that the value's ranges refer to.
        package var source: SourceText

        package init(name: String, value: LetStatement.Value, source: SourceText) {
            self.name = name
            self.value = value
            self.source = source
        }
    }

    package private(set) var entries: [String: Entry] = [:]

    package init() {}

    package subscript(name: Name) -> Entry? { entries[name.key] }
    package subscript(key key: String) -> Entry? { entries[key] }

    package mutating func set(_ entry: Entry) { entries[Name.key(of: entry.name)] = entry }

    /// Removes a name and returns whether it was there.
    package mutating func remove(_ name: Name) -> Bool { entries.removeValue(forKey: name.key) != nil }
}
