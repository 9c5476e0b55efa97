import CalendarIntervals
import Foundation
import HealthModel
import HelpPages
import Lessons
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QueryPlan
import QuerySyntax
import QueryVocabulary
import ResultRendering
import Scripts
import SystemBridges
import TerminalText
import Workbench

/// The completions for a place in a text, from the words of the language and from the store.
package struct CandidateList {
    /// The text that a candidate replaces, including an opening quote.
    private let typed: String
    /// The text before it.
    private let before: String
    private let completion: Completion
    private let knowledge: EditingKnowledge

    /// Creates the candidates for the byte offset `offset` in `text`.
    package init(for text: String, at offset: Int, knowledge: EditingKnowledge) {
        var completion = Completion.at(offset, in: text)
        let replaced = completion.replaced
        before = String(decoding: text.utf8.prefix(replaced.start), as: UTF8.self)
        // A statement in another language, such as SQL, has no completions.
        if Parser.parse(before).helped(knowing: knowledge.context.names).endsInForeignStatement { completion.items = [] }
        self.completion = completion
        typed = String(decoding: text.utf8.dropFirst(replaced.start).prefix(replaced.length), as: UTF8.self)
        self.knowledge = knowledge
    }

    /// The candidates without duplicates. Words of the language come before the long lists of metrics, units and zones.
    package var completions: CompletionSet {
        let isList = ([.metric, .unit, .zone] as Set<CompletionItem>).contains
        // Before a metric, `of` is optional, so it should not precede the metrics.
        let words =
            completion.items.filter { !isList($0) }.flatMap(candidates)
            + words(completion.words).filter { !typed.isEmpty || $0.text != "of" || !completion.items.contains(.metric) }
        let found = words + completion.items.filter(isList).flatMap(candidates)
        var seen: Set<String> = []
        return CompletionSet(
            start: completion.replaced.start, candidates: found.filter { seen.insert($0.text).inserted },
            notes: found.isEmpty && typed.isEmpty ? completion.notes : [])
    }

    private func candidates(for item: CompletionItem) -> [CompletionSet.Candidate] {
        switch item {
        case .metric: metrics + named { if case .query = $0 { true } else { false } } + functions
        case .variable, .value: named { _ in true } + functions
        case .watch: words(knowledge.watchNames)
        case .field: named { $0.fits(item) } + words(personFields)
        case .when, .span, .intervals: named { $0.fits(item) }
        case .column: columns
        case .unit: words(units)
        case .zone: words(Zone.knownIdentifiers)
        case .text(.source), .fieldValue("source"): sources
        case .fieldValue("value"): words(values)
        case .fieldValue("person"): persons
        case .fieldValue(let field):
            words((Profile.allCases.first { $0.phrase == field.lowercased() })?.slotNames ?? knowledge.values(ofAttribute: field))
        case .text(.file): files
        case .setting:
            SettingWord.allCases.filter { matches($0.name) }.map { .init($0.name, detail: $0.definition.summary) }
        case .settingValue("person"): persons + words(["all"])
        case .settingValue(let name): words(SettingCatalog.choices(of: name))
        case .topic: words(HelpBook.topics)
        case .lesson: words(LessonCatalog.names + ["reset"])
        case .code: words(DiagnosticCode.allCases.map(\.rawValue))
        case .entries(let place): entries(at: place)
        case .aggregate: entries(at: .aggregate)
        case .keyword(GroupingWord.person.rawValue): words(personFields)
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

    private func matches(_ word: String) -> Bool {
        word.lowercased().hasPrefix(typed.lowercased())
    }
}

// MARK: Names

extension CandidateList {
    private func named(_ isMeant: (LetStatement.Value) -> Bool) -> [CompletionSet.Candidate] {
        let entries = knowledge.context.names.entries.values.filter { isMeant($0.value) && matches($0.name) }
        return entries.sorted { $0.name < $1.name }.map { .init($0.name, detail: "a name") }
    }

    /// Functions, with an open parenthesis for their arguments, and saved queries.
    private var functions: [CompletionSet.Candidate] {
        let definitions = knowledge.context.names.functions.values.map(\.definition).filter { matches($0.name.text) }
        let called = definitions.sorted { $0.name.text < $1.name.text }.map { definition in
            CompletionSet.Candidate(
                definition.name.text + "(", detail: "a function: \(QueryFormatter.signature(of: definition))", appendsSpace: false)
        }
        return called + knowledge.savedNames.filter(matches).map { .init($0, detail: "a saved query") }
    }

    /// The columns of the rows that a stage works on; empty before the first pipe.
    private var columns: [CompletionSet.Candidate] {
        guard let pipe = before.lastIndex(of: "|") else { return [] }
        // The unfinished stage has an error, so the columns come from the text before its pipe.
        return words(knowledge.columns(of: String(before[..<pipe])))
    }
}

extension LetStatement.Value {
    /// Returns true if a name for this value can be used as `item`.
    fileprivate func fits(_ item: CompletionItem) -> Bool {
        switch (self, item) {
        case (.predicate, .field), (.intervals, .intervals), (.span, .span), (.when, .when), (.span, .when): true
        default: false
        }
    }
}

// MARK: Data

extension CandidateList {
    /// Metrics with samples, those with the most samples first. Other metrics follow if at least one letter is typed. After an aggregate,
    /// only metrics that the aggregate works on.
    private var metrics: [CompletionSet.Candidate] {
        let key = foldedName(typed)
        let recorded = knowledge.recorded
        let known =
            recorded
            + (typed.isEmpty ? [] : (MetricCatalog.all + MetricCatalog.parts).filter { knowledge.context.contents.metrics[$0.id] == nil })
        let word = before.split(whereSeparator: \.isWhitespace).last.map { $0.lowercased() }
        // `progress` works on metrics with a total or a duration.
        let natures = word == "progress" ? [.cumulative, .interval] : Aggregate.all.first { $0.name == word }?.definition.natures
        return known.filter { natures?.contains($0.nature) ?? true }.compactMap { metric in
            let name = ([metric.name] + metric.aliases).first { foldedName($0).hasPrefix(key) && !$0.contains(" ") }
            return name.map { .init($0, detail: detail(of: metric), isDetailVital: true) }
        }
    }

    /// `12,345 samples, 2024-03-10 to 2024-05-09`
    private func detail(of metric: MetricInfo) -> String {
        guard let summary = knowledge.context.contents.metrics[metric.id] else { return "no samples" }
        let days = [summary.firstStart, summary.lastStart].map { ISO8601.text(of: knowledge.context.zone.civil(at: $0).date) }
        return "\(NumberText.rounded(Double(summary.count), decimals: 0)) samples, \(days[0])"
            + (days[0] == days[1] ? "" : " to \(days[1])")
    }

    private var metric: MetricInfo? {
        guard let name = completion.metric, case .known(let metric) = MetricCatalog.resolve(name: name) else { return nil }
        return metric
    }

    /// The compatible units of the current metric, or all units.
    private var units: [String] {
        switch metric?.kind {
        case .quantity(let type): HealthUnit.namesOfCompatibleUnits(with: type.usualUnit)
        case .category, .workouts: HealthUnit.compatibleUnits(with: .minute).map(\.symbol)
        case nil: HealthUnit.sensible.map(\.symbol)
        }
    }

    /// The values that samples of the current metric can have.
    private var values: [String] {
        switch metric?.kind {
        case .category(let type):
            type.valueNames.filter { name in
                guard let own = metric?.part?.values, let values = type.rawValues(named: name) else { return true }
                return values.allSatisfy(own.contains)
            }
        default: []
        }
    }

    /// `person` and the attributes of people, in a store of several.
    private var personFields: [String] {
        let contents = knowledge.context.contents
        return contents.isCohort ? [PersonField.idName] + contents.attributes : []
    }

    private var persons: [CompletionSet.Candidate] {
        let typed = typed.drop { $0 == "\"" || $0 == "'" }
        return knowledge.context.contents.persons.map(\.id).filter { !$0.isEmpty && $0.hasPrefix(typed) }.map { id in
            let isPlain = id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            return .init(isPlain ? id : "\"\(id.replacingOccurrences(of: "\"", with: "\"\""))\"", display: ScreenText.visible(id))
        }
    }

    private var sources: [CompletionSet.Candidate] {
        let typed = Source.fold(String(typed.drop { $0 == "\"" || $0 == "'" }))
        let matching = knowledge.context.contents.sources.values.filter { $0.key.hasPrefix(typed) }
        return matching.map(\.name).sorted().map { name in
            .init("\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\"", display: ScreenText.visible(name))
        }
    }

    /// Files and folders. After a folder, the path can continue.
    private var files: [CompletionSet.Candidate] {
        let typed = String(typed.drop { $0 == "\"" || $0 == "'" })
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let start = typed.dropFirst(folder.count)
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return found.filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }.sorted().map { name in
            let isFolder = (try? FilePath.status(of: folder + name))?.isDirectory ?? false
            let text = "\"\(folder)\(name)" + (isFolder ? "/" : "\"")
            return .init(text, display: ScreenText.visible(name) + (isFolder ? "/" : ""), appendsSpace: !isFolder)
        }
    }
}
