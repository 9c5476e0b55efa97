/// Files beside the export that are not imported, counted by what they are.
package struct UnreadFiles: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// In the plural, such as `routes`.
        package var kind: String
        package var count: Int
        /// The first names.
        package var examples: [String]
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    /// Counts the file with this path; folders are none.
    mutating func add(_ path: String) {
        guard !path.hasSuffix("/") else { return }
        let kind = UnreadFiles.kind(path.lowercased())
        if let index = entries.firstIndex(where: { $0.kind == kind }) {
            entries[index].count += 1
            if entries[index].examples.count < 3 { entries[index].examples.append(path) }
        } else {
            entries.append(Entry(kind: kind, count: 1, examples: [path]))
        }
    }

    private static func kind(_ path: String) -> String {
        if path.contains("__macosx") { return "Finder's own files" }
        if path.hasSuffix("_cda.xml") { return "clinical documents (the same vitals once more)" }
        if path.hasSuffix(".gpx") { return "workout routes" }
        if path.hasSuffix(".csv") { return "electrocardiograms" }
        if path.hasSuffix(".json") { return "clinical records" }
        return "other files"
    }

    /// Returns the kinds and counts as a list in words, after `prefix`; empty where there are none.
    func phrase(prefix: String) -> String {
        entries.isEmpty ? "" : prefix + entries.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
    }
}
