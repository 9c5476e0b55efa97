package import HealthImport
package import HealthModel

/// The zones that the first import of a person keeps.
///
/// A person has the zone of a list of people, or else the zone that is given to the import of the person's first samples, or else the zone
/// in the file of these samples, or else the zone of the store.
package struct PersonZones {
    /// The people who had a zone or samples before the import.
    private let settled: Set<String>

    /// - Parameter view: A view of the store before the import.
    package init(before view: any SampleSource) throws {
        settled = try Set(
            view.persons().filter { try $0.zone != nil || !view.view(of: $0.id).sources().isEmpty }.map(\.id))
    }

    /// Returns the zones to keep for the people of the import.
    ///
    /// - Parameter given: the identifier of the zone that is given to the import.
    package func updates(of findings: ImportFindings, given: String?) -> [PersonUpdate] {
        findings.persons.keys.filter { !$0.isEmpty && !settled.contains($0) }.sorted().compactMap { id in
            (given ?? findings.personZones[id]).map { PersonUpdate(id: id, zone: $0) }
        }
    }
}
