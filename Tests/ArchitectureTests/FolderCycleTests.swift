import Testing

@Suite("Folders of a module know each other one way")
struct FolderCycleTests {
    /// A file that names a type of another folder.
    private struct Use {
        var file: SwiftFile
        var line: SwiftFile.Line
        var type: String
        /// The file that declares it.
        var home: SwiftFile

        var text: String { "\(file.name):\(line.number) uses \(type) of \(home.name)" }
    }

    /// For each folder of a module those whose types it names, with the first example.
    private typealias Uses = [String: [String: Use]]

    @Test("No folder depends on one that depends on it; files beside the folders count as a folder of their own")
    func noCycles() throws {
        for (module, files) in Dictionary(grouping: try Repository.sources(), by: \.module).sorted(by: { $0.key < $1.key }) {
            let uses = Self.uses(between: files)
            var reported: [Set<String>] = []
            for cycle in Self.cycles(in: uses).sorted(by: { $0.count < $1.count }) where !reported.contains(where: Set(cycle).isSuperset) {
                reported.append(Set(cycle))
                report(cycle: cycle, in: module, uses)
            }
        }
    }

    /// The shortest cycle over each use, its first folder again at its end.
    private static func cycles(in uses: Uses) -> [[String]] {
        uses.sorted { $0.key < $1.key }.flatMap { start, targets in
            targets.keys.sorted().compactMap { target in way(from: target, to: start, uses).map { [start] + $0 } }
        }
    }

    private func report(cycle: [String], in module: String, _ uses: Uses) {
        let steps = zip(cycle, cycle.dropFirst()).compactMap { uses[$0]?[$1] }
        let names = cycle.dropLast().map { $0.isEmpty ? "the root" : $0 }.joined(separator: ", ")
        steps[0].file.report(
            "folders of \(module) depend on each other, \(names): \(steps.map(\.text).joined(separator: "; "))", at: steps[0].line)
    }

    private static func uses(between files: [SwiftFile]) -> Uses {
        let types = files.map(TypeUses.init)
        var homes: [String: [SwiftFile]] = [:]
        for (file, types) in zip(files, types) {
            for type in types.declared { homes[type, default: []].append(file) }
        }
        var result: Uses = [:]
        for (file, types) in zip(files, types) {
            for (word, line) in types.used.sorted(by: { $0.value.number < $1.value.number }) where !types.own.contains(word) {
                guard let declaring = homes[word], !declaring.contains(where: { $0.folder == file.folder }) else { continue }
                for home in declaring where result[file.folder]?[home.folder] == nil {
                    result[file.folder, default: [:]][home.folder] = Use(file: file, line: line, type: word, home: home)
                }
            }
        }
        return result
    }

    /// Returns the folders on the shortest way from one to another, both ends included; nil where there is none.
    private static func way(from start: String, to end: String, _ uses: Uses) -> [String]? {
        var ways = [[start]]
        var reached: Set<String> = [start]
        while !ways.isEmpty {
            if let way = ways.first(where: { $0.last == end }) { return way }
            ways = ways.flatMap { way in
                (uses[way[way.count - 1]] ?? [:]).keys.sorted().filter { reached.insert($0).inserted }.map { way + [$0] }
            }
        }
        return nil
    }
}
