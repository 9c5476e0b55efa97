import SwiftSyntax

/// Counts that show how the code is built, to compare before and after a change.
package struct Figures {
    private let sources: [SourceFile]
    private let tests: [SourceFile]

    package init(sources: [SourceFile], tests: [SourceFile]) { (self.sources, self.tests) = (sources, tests) }

    /// The figures as Markdown.
    package var text: String {
        let modules = Dictionary(grouping: sources, by: \.module).sorted { $0.key < $1.key }
        let names = Set(modules.map(\.key))
        let rows = modules.map { module, files -> String in
            let imported = Set(files.flatMap { $0.imports.map(\.module) }).intersection(names).subtracting([module])
            return "| \(module) | \(files.count) | \(files.lineCount) | \(imported.count) |"
        }
        return
            (["| module | files | lines | imports of ours |", "|---|---|---|---|"] + rows + [""]
            + counts.map { "- \($0.name): \($0.value)" })
            .joined(separator: "\n") + "\n"
    }

    private var counts: [(name: String, value: String)] {
        let core = sources.filter { $0.path.hasPrefix("Sources/") }
        let longest = sources.max { $0.lineCount < $1.lineCount }
        return [
            ("lines in Sources", "\(core.lineCount)"), ("lines in packages", "\(sources.lineCount - core.lineCount)"),
            ("lines in tests", "\(tests.lineCount)"), ("longest file", longest.map { "\($0.path), \($0.lineCount) lines" } ?? "none"),
            ("functions over 60 lines, without tables", "\(sources.flatMap { SourceRules.longFunctions(in: $0, over: 60) }.count)"),
            ("casts to `any`", "\(sources.reduce(0) { $0 + SourceRules.casts(in: $1).count })"),
            ("switches over statements", "\(sources.reduce(0) { $0 + statementSwitches(in: $1) })"),
            ("stored properties of `ResultHeader`", properties(of: "ResultHeader")),
            ("stored properties of `Session`", properties(of: "Session")),
            ("files that start or choose threads", "\(sources.filter { usesThreads($0) }.count)"),
            (
                "`Int64.min`",
                "\(sources.reduce(0) { $0 + $1.all(MemberAccessExprSyntax.self).count { $0.trimmedDescription == "Int64.min" } })"
            ),
        ]
    }

    /// The words that name statements in patterns: a `switch` with three of them is one over statements.
    private static let statements: Set<String> = [
        "letBinding", "definition", "forget", "actAs", "decideAccess", "showAccess", "addSummary", "importFiles", "reportLine", "testCase",
        "explain", "describe", "delete", "export", "watch", "assert", "expect", "anchor", "changes", "learn", "person", "why",
    ]

    private func statementSwitches(in file: SourceFile) -> Int {
        file.all(SwitchExprSyntax.self).count { node in
            let named = node.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self) }
                .flatMap { label in label.caseItems.map { $0.pattern.trimmedDescription.prefix { $0 != "(" }.drop { $0 == "." } } }
            return Set(named.map { String($0.split(separator: ".").last ?? "") }).intersection(Self.statements).count >= 3
        }
    }

    private func properties(of type: String) -> String {
        sources.lazy.compactMap { StoredProperties.names(of: type, in: $0) }.first.map { "\($0.count)" } ?? "none"
    }

    private static let threads: Set<String> = [
        "DispatchQueue", "DispatchGroup", "DispatchSemaphore", "Thread", "OperationQueue", "pthread_create",
    ]

    private func usesThreads(_ file: SourceFile) -> Bool { file.references.contains { Self.threads.contains($0.name) } }
}

extension [SourceFile] {
    package var lineCount: Int { reduce(0) { $0 + $1.lineCount } }
}
