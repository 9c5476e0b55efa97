import CalendarIntervals
import Diagnostics
import DisplayText
import Foundation
import HealthModel
package import QueryCompiler
package import QuerySyntax
import Rendering
import TallySession

/// What the user may mean by what is typed, from the words of the language and from the store.
package struct CandidateList {
    private let typed: String
    private let contents: StoreContents
    private let names: NameTable

    /// - Parameter typed: the text that a candidate replaces; with its opening quote where it is a text.
    package init(typed: String, contents: StoreContents, names: NameTable) {
        self.typed = typed
        self.contents = contents
        self.names = names
    }

    /// Returns the candidates of a completion, each once: words of the language before the long lists of metrics, units and zones.
    package func candidates(for completion: Completion) -> [CompletionSet.Candidate] {
        let isList = ([.metric, .unit, .zone] as Set<CompletionItem>).contains
        let words = completion.items.filter { !isList($0) }.flatMap(candidates) + words(completion.words)
        let found = words + completion.items.filter(isList).flatMap(candidates)
        var seen: Set<String> = []
        return found.filter { seen.insert($0.text).inserted }
    }

    private func candidates(for item: CompletionItem) -> [CompletionSet.Candidate] {
        switch item {
        case .metric: metrics + defined
        case .variable, .value: defined
        case .unit: words(HealthUnit.sensible.map(\.symbol))
        case .zone: words(Zone.knownIdentifiers)
        case .text(.source), .fieldValue("source"): sources
        case .text(.file): files
        case .setting: SettingCatalog.all.filter { matches($0.name) }.map { .init($0.name, detail: $0.summary) }
        case .settingValue(let name): words(SettingCatalog.entry(named: name)?.choices ?? [])
        case .topic: words(HelpText.topics)
        case .code: words(DiagnosticCode.allCases.map(\.rawValue))
        case .entries(let place): entries(at: place)
        case .aggregate: entries(at: .aggregate)
        case .keyword(let word): entries(at: .clause).filter { $0.text == word }
        default: []
        }
    }

    private func entries(at place: Grammar.Place) -> [CompletionSet.Candidate] {
        Grammar.entries(at: place).filter { matches($0.phrase) }.map { .init($0.phrase, detail: $0.summary) }
    }

    private func words(_ words: [String]) -> [CompletionSet.Candidate] {
        words.filter(matches).map { .init($0) }
    }

    private var defined: [CompletionSet.Candidate] {
        words(names.entries.values.map(\.name).sorted())
    }

    /// Metrics with samples first, the most recorded ones first; without a letter typed, only those.
    private var metrics: [CompletionSet.Candidate] {
        let typed = foldedName(typed)
        let counts = contents.metrics.mapValues(\.count)
        let known = typed.isEmpty ? MetricCatalog.all.filter { counts[$0.id] != nil } : MetricCatalog.all
        let matching = known.compactMap { metric in
            let name = ([metric.shortName] + metric.aliases).first { foldedName($0).hasPrefix(typed) && !$0.contains(" ") }
            return name.map { (name: $0, count: counts[metric.id] ?? 0) }
        }
        return matching.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map { name, count in
            .init(name, detail: count > 0 ? "\(NumberText.rounded(Double(count), decimals: 0)) samples" : "")
        }
    }

    private var sources: [CompletionSet.Candidate] {
        let typed = Source.fold(String(typed.drop { $0 == "\"" || $0 == "'" }))
        return contents.sources.values.filter { $0.key.hasPrefix(typed) }.map(\.name).sorted().map { name in
            .init("\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\"", display: VisibleText.of(name))
        }
    }

    /// Files and folders; a folder stays open for the next part of the path.
    private var files: [CompletionSet.Candidate] {
        let typed = String(typed.drop { $0 == "\"" || $0 == "'" })
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let start = typed.dropFirst(folder.count)
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return found.filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }.sorted().map { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
            let text = "\"\(folder)\(name)" + (isFolder.boolValue ? "/" : "\"")
            return .init(text, display: VisibleText.of(name) + (isFolder.boolValue ? "/" : ""), appendsSpace: !isFolder.boolValue)
        }
    }

    private func matches(_ word: String) -> Bool {
        word.lowercased().hasPrefix(typed.lowercased())
    }
}
