import SwiftSyntax

/// Folders of a module that use each other's types.
package enum FolderCycles {
    /// A use of a type from another folder.
    private struct Use {
        var file: SourceFile
        var node: Syntax
        var type: String
        /// The file that declares the type.
        var home: SourceFile

        var text: String { "\(file.name):\(file.line(of: node)) uses \(type) of \(home.name)" }
    }

    /// The dependencies between the folders of a module, each with its first use.
    private typealias Uses = [String: [String: Use]]

    /// Returns the cycles that do not contain a shorter cycle.
    package static func findings(in module: String, _ files: [SourceFile]) -> [String] {
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
            "folders of \(module) depend on each other, \(names): \(steps.map(\.text).joined(separator: "; "))", at: steps[0].node)
    }

    private static func uses(between files: [SourceFile]) -> Uses {
        let declared = files.map { $0.types.filter { $0.isTopLevel && !$0.isPrivate }.map(\.name.text) }
        var homes: [String: [SourceFile]] = [:]
        for (file, types) in zip(files, declared) {
            for type in types { homes[type, default: []].append(file) }
        }
        var result: Uses = [:]
        for file in files {
            let own = Set(file.types.map(\.name.text))
            for (word, node) in file.references where !own.contains(word) {
                guard let declaring = homes[word], !declaring.contains(where: { $0.folder == file.folder }) else { continue }
                for home in declaring where result[file.folder]?[home.folder] == nil {
                    result[file.folder, default: [:]][home.folder] = Use(file: file, node: node, type: word, home: home)
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
