/// The names of the settings that list the records of Health Connect whose samples a store has.
package enum KeptRecords {
    /// The start of the names. A tab separates their parts, because ids of people have none.
    package static let prefix = "records\t"

    /// The start of the names of a person's settings.
    package static func prefix(of person: String) -> String { prefix + person + "\t" }
}
