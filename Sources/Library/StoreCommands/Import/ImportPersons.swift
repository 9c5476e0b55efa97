import Foundation
import HealthModel

/// The people of the files of an import.
package struct ImportPersons: Sendable {
    /// The id of `--person`; nil if none is given.
    package var given: String?
    /// True if each file is named after its person.
    package var isFromName = false
    /// How the person is given, for messages.
    package var option = "--person"

    package init() {}

    /// The extensions that the name of a file can have after the id of a person.
    private static let extensions: Set<String> = ["zip", "xml", "csv", "tsv", "txt", "json", "jsonl", "ndjson", "gz"]

    /// Returns the person of each path; empty for nobody.
    ///
    /// - Throws: A `wrongUsage` error for an empty id, and for two files of one name, before anything is read.
    func assigned(to paths: [String]) throws(CommandError) -> [String] {
        if let given {
            guard !isFromName else { throw CommandError(.wrongUsage, "use either --person or --person-from") }
            guard let id = Person.id(given) else {
                throw CommandError(
                    .wrongUsage, "\(option): the id is empty, longer than 200 bytes, or has control characters or invalid UTF-8")
            }
            return paths.map { _ in id }
        }
        guard isFromName else { return paths.map { _ in "" } }
        var known: [String: String] = [:]
        var ids: [String] = []
        for path in paths {
            guard path != "-", let id = Person.id(Self.name(of: path)) else {
                throw CommandError(.wrongUsage, "\(option): \(path) has no name that can be an id")
            }
            if let other = known.updateValue(path, forKey: id) {
                throw CommandError(.wrongUsage, "\(option): \(other) and \(path) would both be the person \(id)")
            }
            ids.append(id)
        }
        return ids
    }

    /// Returns the name of a file without its folder and extensions.
    package static func name(of path: String) -> String {
        var name = (path as NSString).lastPathComponent
        let last = (name as NSString).pathExtension
        // Any last extension counts, and before it only known ones: `site.P07.csv.zip` is `site.P07`.
        if !last.isEmpty { name = (name as NSString).deletingPathExtension }
        while extensions.contains((name as NSString).pathExtension.lowercased()) { name = (name as NSString).deletingPathExtension }
        return name
    }
}
