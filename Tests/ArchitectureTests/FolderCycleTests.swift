import Testing

@Suite("Folders of a module do not depend on each other in cycles")
struct FolderCycleTests {
    /// A use of a type from another folder.
    private struct Use {
        var file: SwiftFile
        var line: SwiftFile.Line
        var type: String
        /// The file that declares the type.
        var home: SwiftFile

        var text: String { "\(file.name):\(line.number) uses \(type) of \(home.name)" }
    }

    /// The dependencies between the folders of a module, each with its first use.
    private typealias Uses = [String: [String: Use]]

    @Test("No two folders depend on each other; files outside of folders count as one folder")
    func noCycles() throws {
        let modules = Dictionary(grouping: try Repository.sources(), by: \.module).sorted { $0.key < $1.key }
        #expect(modules.flatMap { Self.findings(in: $0.key, $0.value) } == [])
    }

    @Test("Finds cycles of two or three folders, but not one-way dependencies")
    func plantedCycles() {
        func file(_ path: String, _ text: String) -> SwiftFile { SwiftFile(path: "Sources/Model/Planted/\(path).swift", text: text) }
        let (a, b, c) = (
            file("A/Apple", "struct Apple {}"), file("B/Bread", "struct Bread { var a: Apple }"),
            file("Cake", "struct Cake { var b: Bread }")
        )
        #expect(Self.findings(in: "Planted", [a, b, c]) == [])
        let pair = Self.findings(in: "Planted", [file("A/Apple", "struct Apple { var b: Bread }"), b, c])
        #expect(pair.count == 1 && pair[0].contains("depend on each other, A, B:"))
        let round = Self.findings(in: "Planted", [file("A/Apple", "struct Apple { var c: Cake }"), b, c])
        #expect(round.count == 1 && round[0].contains("the root"))
        #expect(Self.findings(in: "Planted", [file("A/Apple", "// of Bread\nstruct Apple { let text = \"Bread\" }"), b, c]) == [])
    }

    /// Returns the cycles that do not contain a shorter cycle.
    private static func findings(in module: String, _ files: [SwiftFile]) -> [String] {
        let uses = uses(between: files)
        var found: [Set<String>] = []
        return cycles(in: uses).sorted { $0.count < $1.count }.compactMap { cycle in
            guard !found.contains(where: Set(cycle).isSuperset) else { return nil }
            found.append(Set(cycle))
            return finding(of: cycle, in: module, uses)
        }
    }

    /// Returns the shortest cycle for each use. Its first folder is repeated at the end.
    private static func cycles(in uses: Uses) -> [[String]] {
        uses.sorted { $0.key < $1.key }.flatMap { start, targets in
            targets.keys.sorted().compactMap { target in way(from: target, to: start, uses).map { [start] + $0 } }
        }
    }

    private static func finding(of cycle: [String], in module: String, _ uses: Uses) -> String {
        let steps = zip(cycle, cycle.dropFirst()).compactMap { uses[$0]?[$1] }
        let names = cycle.dropLast().map { $0.isEmpty ? "the root" : $0 }.joined(separator: ", ")
        return steps[0].file.finding(
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

    /// Returns the folders on the shortest path between two folders, including both; nil if there is no path.
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
