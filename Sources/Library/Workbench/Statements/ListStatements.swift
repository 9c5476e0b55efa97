import Foundation
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit

/// Runs `show`, which lists metrics, sources, settings and so on.
extension StatementRunner {
    func show(_ wanted: ListReference, of reference: MetricReference?, clauses: [Clause]) throws -> Outcome {
        if let finding = wanted.needsMetric(reference) {
            throw tell(finding)
        }
        if wanted.word == .overlap, let reference { return try showOverlap(of: reference, clauses: clauses) }
        let metric = try reference.map(self.metric)
        switch wanted.word {
        case .metrics: list(try metricRows())
        case .persons: list(try personRows())
        case .sources: list(try sourceRows(of: metric))
        case .routes: list(try routeRows())
        case .electrocardiograms: list(try electrocardiogramRows())
        case .audiograms: list(try audiogramRows())
        case .prescriptions: list(try prescriptionRows())
        case .gad7: list(try questionnaireRows(.gad7Scores))
        case .phq9: list(try questionnaireRows(.phq9Scores))
        case .labs: list(try labRows())
        case .zones: list(["zone": .texts(Zone.knownIdentifiers)])
        case .units: list(unitRows(of: metric))
        case .settings: list(try settingRows())
        case .priority:
            list(try priorityRows(of: metric))
        case .variables:
            let names = session.names
            let rows = names.entries.sorted { $0.key < $1.key }.map { ($0.value.name, names.statement(defining: $0.key) ?? "") }
            list(["name": .texts(rows.map(\.0)), "value": .texts(rows.map { String($0.1.drop { $0 != "=" }.dropFirst(2)) })])
        case .functions:
            let functions = session.names.functions.values.map { ($0.definition, QueryFormatter.text(of: $0.definition.body)) }
                .sorted { $0.0.name.text < $1.0.name.text }
            let aggregates = Aggregate.all.map(\.definition)
            list([
                "function": .texts(functions.map { QueryFormatter.signature(of: $0.0) } + aggregates.map(\.name)),
                "meaning": .texts(functions.map(\.1) + aggregates.map(\.meaning)),
            ])
        case .saved:
            let entries = session.library?.entries() ?? []
            list(["name": .texts(entries.map(\.name)), "query": .texts(entries.map(\.text))])
            if let library = session.library { output.note("saved in \(library.folder)") }
        case .codes:
            let codes = DiagnosticCode.allCases.sorted { $0.rawValue < $1.rawValue }
            list(["code": .texts(codes.map(\.rawValue)), "title": .texts(codes.map { DiagnosticCatalog.entry(for: $0).title })])
        case .watches: showWatches()
        case .overlap, .access: break
        }
        return .fine
    }

    func list(_ columns: KeyValuePairs<String, ListColumn>) {
        let keys = columns.map {
            var column = KeyColumn(name: $0.key, values: $0.value.values)
            column.listing = $0.value.listing
            return column
        }
        let table = ResultTable(
            kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: keys.first?.values.count ?? 0, keys: keys)
        var options = renderOptions
        // Lists are never shortened, because the reader may look for any row.
        options.maximumRows = nil
        ResultRenderer.render(table, as: session.settings.format, options: options, write: output.write(utf8:))
    }

    /// Returns the settings of the session, and the goals that the store keeps.
    private func settingRows() throws -> KeyValuePairs<String, ListColumn> {
        let entries = SettingCatalog.all
        let goals = try session.read { reader in
            let views = try reader.persons().map { try reader.view(of: $0.id) }
            return try (MetricCatalog.all + MetricCatalog.parts).compactMap { metric -> (name: String, value: String)? in
                let name = StoredGoal.setting(of: metric.name)
                let values = Set(try views.map { try $0.setting(name) })
                guard let value = values.first, values != [nil] else { return nil }
                return (name: name, value: values.count == 1 ? value ?? "" : "different for each person")
            }
        }.sorted { $0.name < $1.name }
        return [
            "setting": .texts(entries.map(\.name) + goals.map(\.name)),
            "value": .texts(entries.map { $0.current(session.settings) } + goals.map(\.value)),
            "meaning": .texts(entries.map(\.summary) + goals.map { _ in "the goal of a day in `progress`, kept in the store" }),
        ]
    }

    private func metricRows() throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let summaries = try reader.metricSummaries()
            let unused = try reader.definedMetrics().map(\.id).filter { id in !summaries.contains { $0.metric == id } }
            let metrics = summaries.map(\.metric) + unused
            func day(_ instant: Instant) -> String { ISO8601.text(of: zone.date(at: instant)) }
            return [
                "metric": .texts(metrics.map(\.shortName)),
                "style": .details(metrics.map { Self.style(of: $0, session.settings.queries.styles) }),
                "samples": .counts(summaries.map(\.count) + unused.map { _ in 0 }),
                "first": .dates(summaries.map { day($0.firstStart) } + unused.map { _ in "" }),
                "last": .dates(summaries.map { day($0.lastEnd) } + unused.map { _ in "" }),
                "sources": .counts(summaries.map(\.sources.count) + unused.map { _ in 0 }),
            ]
        }
    }

    private static func style(of id: MetricID, _ version: StyleVersion) -> String {
        switch MetricCatalog.metric(id)?.kind {
        case .quantity(let type): type.style(in: version).rawValue
        case .category, .workouts: "interval"
        case nil: "unlisted"
        }
    }

    private func sourceRows(of metric: MetricInfo?) throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let sources = try reader.sources()
            var counts: [Int32: (count: Int, first: Instant, last: Instant)] = [:]
            for summary in try reader.metricSummaries() where metric == nil || summary.metric == metric?.id {
                for part in summary.sources {
                    let known = counts[part.source]
                    counts[part.source] = (
                        (known?.count ?? 0) + part.count, min(known?.first ?? part.firstStart, part.firstStart),
                        max(known?.last ?? part.lastEnd, part.lastEnd)
                    )
                }
            }
            // Several people can have sources with one name. The order of ids would show an app that there are others.
            let rows = counts.sorted {
                ($1.value.count, sources[$0.key]?.name ?? "", $0.value.first, $0.value.last)
                    < ($0.value.count, sources[$1.key]?.name ?? "", $1.value.first, $1.value.last)
            }
            return [
                "source": .texts(rows.map { sources[$0.key]?.name ?? "" }),
                "samples": .counts(rows.map(\.value.count)),
                "first": .dates(rows.map { ISO8601.text(of: zone.date(at: $0.value.first)) }),
                "last": .dates(rows.map { ISO8601.text(of: zone.date(at: $0.value.last)) }),
            ]
        }
    }

    private func unitRows(of metric: MetricInfo?) -> KeyValuePairs<String, ListColumn> {
        if let metric, case .quantity(let type) = metric.kind {
            return ["unit": .texts(HealthUnit.namesOfCompatibleUnits(with: type.usualUnit))]
        }
        let types = QuantityType.all
        return [
            "metric": .texts(types.map { $0.id.shortName }), "usual": .texts(types.map(\.usualUnit.symbol)),
            "us": .texts(types.map(\.usUnit.symbol)),
            "canonical": .texts(types.map(\.canonicalUnit.symbol)),
        ]
    }

    /// Returns the priority of sources, highest first, for one metric or for all metrics with several sources, and for each person.
    private func priorityRows(of metric: MetricInfo?) throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let rows = try RankedSource.all(of: metric?.id, in: reader, context: session.settings.queries)
            let metrics = ListColumn.texts(rows.map(\.metric.shortName))
            let (ranks, sources, reasons) = (
                ListColumn.counts(rows.map(\.rank)), ListColumn.texts(rows.map(\.source)), ListColumn.texts(rows.map(\.reason))
            )
            guard try reader.persons().count > 1 else { return ["metric": metrics, "rank": ranks, "source": sources, "because": reasons] }
            return ["person": .texts(rows.map(\.person)), "metric": metrics, "rank": ranks, "source": sources, "because": reasons]
        }
    }

}

/// A column of a list: texts, dates, details (which may be left out on narrow screens), counts, or numbers.
enum ListColumn {
    case texts([String])
    case dates([String])
    case details([String])
    case counts([Int])
    case numbers([Double?])

    fileprivate var values: [KeyValue?] {
        switch self {
        case .texts(let texts), .dates(let texts), .details(let texts): texts.map { .text($0) }
        case .counts(let counts): counts.map { .integer($0) }
        case .numbers(let numbers): numbers.map { $0.map { .number($0) } }
        }
    }

    fileprivate var listing: KeyColumn.Listing {
        switch self {
        case .texts, .counts, .numbers: .text
        case .dates: .date
        case .details: .detail
        }
    }
}
