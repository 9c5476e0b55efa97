/// Files next to the export that are not imported, counted by kind.
package struct UnreadFiles: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// The name of the kind in the plural, such as `workout routes`.
        package var kind: String
        /// The name of the kind in the singular.
        package var singular: String
        package var count: Int
        /// The paths of the first files.
        package var examples: [String]

        /// The name of the kind, in the singular for one file.
        package var name: String { count == 1 ? singular : kind }
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    /// Counts the file with this path. A folder is not counted.
    mutating func add(_ path: String) {
        guard !path.hasSuffix("/") else { return }
        add(path, UnreadFiles.kind(path.lowercased()))
    }

    /// Counts a table whose amounts another file has in more detail.
    mutating func add(sum path: String) {
        add(path, ("tables whose sums other files have in detail", "table whose sums other files have in detail"))
    }

    /// Counts a file that can be several tables.
    mutating func add(unclear path: String) { add(path, ("files of more than one preset", "file of more than one preset")) }

    private mutating func add(_ path: String, _ kind: (plural: String, singular: String)) {
        let (kind, singular) = kind
        if let index = entries.firstIndex(where: { $0.kind == kind }) {
            entries[index].count += 1
            if entries[index].examples.count < 3 { entries[index].examples.append(path) }
        } else {
            entries.append(Entry(kind: kind, singular: singular, count: 1, examples: [path]))
        }
    }

    private static func kind(_ path: String) -> (plural: String, singular: String) {
        if path.contains("__macosx") { return ("Finder metadata files", "Finder metadata file") }
        if path.hasSuffix("_cda.xml") {
            return ("clinical documents (copies of the same vital signs)", "clinical document (a copy of the same vital signs)")
        }
        if path.hasSuffix(".gpx") { return ("workout routes", "workout route") }
        if path.hasSuffix(".csv") {
            return isNamedElectrocardiogram(path) ? ("electrocardiograms", "electrocardiogram") : ("tables", "table")
        }
        if path.hasSuffix(".zip") { return ("archives", "archive") }
        if path.hasSuffix(".fit") || path.hasSuffix(".tcx") { return ("recordings", "recording") }
        if path.hasSuffix(".json") {
            return path.contains("clinical") ? ("clinical records", "clinical record") : ("JSON documents", "JSON document")
        }
        return ("other files", "other file")
    }

    /// Returns true if the path of a table says that it is an electrocardiogram. Phones can translate the names of folders.
    static func isNamedElectrocardiogram(_ path: String) -> Bool {
        let parts = path.lowercased().split(separator: "/")
        return parts.last?.hasPrefix("ecg") == true || parts.dropLast().contains("electrocardiograms")
    }

    /// The path of the first archive in the archive; nil if there is none.
    var archive: String? { entries.first { $0.kind == "archives" }?.examples.first }

    /// The kinds and counts in parentheses, after a space. Empty if there are no files.
    var parenthesis: String {
        entries.isEmpty ? "" : " (it contains " + entries.map { "\($0.count) \($0.name)" }.joined(separator: ", ") + ")"
    }
}
