import CalendarIntervals
import Diagnostics
import DisplayText
import Engine
import Foundation
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import Rendering
import Results

/// `show` and `describe`: what there is.
extension StatementRunner {
    func show(_ thing: ShowThing, of reference: MetricReference?, clauses: [Clause]) throws -> Outcome {
        if thing.kind == .overlap { return try showOverlap(of: reference, clauses: clauses, at: thing.range) }
        var metric: MetricInfo?
        if let reference {
            guard let found = try self.metric(reference) else { return .wrong }
            metric = found
        }
        switch thing.kind {
        case .metrics: list(try metricRows())
        case .sources: list(try sourceRows(of: metric))
        case .zones: list(["zone": Zone.knownIdentifiers])
        case .units: list(unitRows(of: metric))
        case .settings:
            list([
                "setting": SettingCatalog.all.map(\.name), "value": SettingCatalog.all.map { $0.current(session.settings) },
                "meaning": SettingCatalog.all.map(\.summary),
            ])
        case .priority: list(try priorityRows(of: metric, at: thing.range))
        case .variables:
            let names = session.names
            let rows = names.entries.sorted { $0.key < $1.key }.map { ($0.value.name, names.statement(defining: $0.key) ?? "") }
            list(["name": rows.map(\.0), "value": rows.map { String($0.1.drop { $0 != "=" }.dropFirst(2)) }])
        case .functions:
            let functions = session.names.functions.values.map { ($0.definition, QueryFormatter.text(of: $0.definition.body)) }
                .sorted { $0.0.name.text < $1.0.name.text }
            let aggregates = AggregateCatalog.all
            list([
                "function": functions.map { QueryFormatter.signature(of: $0.0) } + aggregates.map(\.name),
                "meaning": functions.map(\.1) + aggregates.map(\.summary),
            ])
        case .saved:
            let entries = session.library?.entries() ?? []
            list(["name": entries.map(\.name), "query": entries.map(\.text)])
            if let library = session.library { output.note("kept in \(library.folder)") }
        case .codes:
            let codes = DiagnosticCode.allCases.sorted { $0.rawValue < $1.rawValue }
            list(["code": codes.map(\.rawValue), "title": codes.map { DiagnosticCatalog.entry(for: $0).title }])
        case .overlap: break
        }
        return .fine
    }

    func list(_ columns: KeyValuePairs<String, [String]>) {
        var table = ResultTable(
            kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: columns.first?.value.count ?? 0)
        table.keys = columns.map { KeyColumn(name: $0.key, values: $0.value.map { .text($0) }) }
        ResultRenderer.render(table, as: session.settings.format, options: renderOptions, write: output.write)
    }

    private func metricRows() throws -> KeyValuePairs<String, [String]> {
        try session.store.read { reader in
            let zone = try session.zone(in: reader)
            let summaries = try reader.metricSummaries()
            func day(_ instant: Instant) -> String { ISO8601.text(of: zone.date(at: instant)) }
            return [
                "metric": summaries.map { $0.metric.shortName },
                "style": summaries.map { Self.style(of: $0.metric, session.settings.styles) },
                "samples": summaries.map { NumberText.rounded(Double($0.count), decimals: 0) },
                "first": summaries.map { day($0.firstStart) },
                "last": summaries.map { day($0.lastEnd) },
                "sources": summaries.map { String($0.sources.count) },
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

    private func sourceRows(of metric: MetricInfo?) throws -> KeyValuePairs<String, [String]> {
        try session.store.read { reader in
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
            let rows = counts.sorted { ($1.value.count, sources[$0.key]?.name ?? "") < ($0.value.count, sources[$1.key]?.name ?? "") }
            return [
                "source": rows.map { sources[$0.key]?.name ?? "" },
                "samples": rows.map { NumberText.rounded(Double($0.value.count), decimals: 0) },
                "first": rows.map { ISO8601.text(of: zone.date(at: $0.value.first)) },
                "last": rows.map { ISO8601.text(of: zone.date(at: $0.value.last)) },
            ]
        }
    }

    private func unitRows(of metric: MetricInfo?) -> KeyValuePairs<String, [String]> {
        if let metric, case .quantity(let type) = metric.kind {
            return ["unit": HealthUnit.compatibleUnits(with: type.usualUnit).map(\.symbol)]
        }
        let types = QuantityType.all
        return [
            "metric": types.map { $0.id.shortName }, "usual": types.map(\.usualUnit.symbol), "us": types.map(\.usUnit.symbol),
            "canonical": types.map(\.canonicalUnit.symbol),
        ]
    }

    /// The order in which sources are believed, best first, for one metric or for all that have several sources.
    private func priorityRows(of metric: MetricInfo?, at range: SourceRange) throws -> KeyValuePairs<String, [String]> {
        try session.store.read { reader in
            let summaries = try reader.metricSummaries().filter { metric == nil ? $0.sources.count > 1 : $0.metric == metric?.id }
            var rows: [(metric: String, rank: String, source: String, why: String)] = []
            for summary in summaries {
                let ranking = try SourceRanking(of: summary.metric, in: reader).entries.filter { $0.firstStart != nil }
                for (index, entry) in ranking.enumerated() {
                    rows.append((summary.metric.shortName, String(index + 1), entry.source.name, Self.reason(entry)))
                }
            }
            return ["metric": rows.map(\.metric), "rank": rows.map(\.rank), "source": rows.map(\.source), "because": rows.map(\.why)]
        }
    }

    private static func reason(_ entry: SourceRanking.Entry) -> String {
        if entry.userPlace != nil { return "set priority" }
        return switch entry.sourceClass {
        case .handEntered: "entered by hand"
        case .watch: "a watch"
        case .phone: "a phone"
        case .other: "another source, newest first"
        }
    }

    // MARK: describe

    func describe(_ reference: MetricReference) throws -> Outcome {
        if case .name(let name) = reference, let definition = session.names.statement(defining: name.key) {
            output.write(VisibleText.of(definition) + "\n")
            return .fine
        }
        guard let metric = try metric(reference) else { return .wrong }
        try session.store.read { reader in
            let zone = try session.zone(in: reader)
            let summary = try reader.metricSummary(of: metric.id)
            let sources = try reader.sources()
            var lines: [(String, String)] = [("metric", metric.shortName), ("identifier", metric.id.identifier)]
            if !metric.aliases.isEmpty { lines.append(("also called", metric.aliases.joined(separator: ", "))) }
            let nature: MetricNature
            switch metric.kind {
            case .quantity(let type):
                let style = type.style(in: session.settings.styles)
                nature = style == .cumulative ? .cumulative : .discrete
                lines.append(("style", style.rawValue))
                lines.append(
                    (
                        "units",
                        HealthUnit.compatibleUnits(with: type.displayUnit(session.settings.units)).map(\.symbol).joined(separator: ", ")
                    ))
            case .category(let type):
                nature = .interval
                lines.append(("style", "intervals with a value"))
                if !type.values.isEmpty { lines.append(("values", type.values.map(\.name).joined(separator: ", "))) }
            case .workouts:
                nature = .interval
                lines.append(("style", "intervals with an activity"))
            }
            lines.append(("aggregates", AggregateCatalog.names(for: nature)))
            if let summary {
                lines.append(("samples", NumberText.rounded(Double(summary.count), decimals: 0)))
                lines.append(("from", ISO8601.text(of: summary.firstStart, in: zone)))
                lines.append(("to", ISO8601.text(of: summary.lastEnd, in: zone)))
                for part in summary.sources.sorted(by: { $0.count > $1.count }) {
                    let name = VisibleText.of(sources[part.source]?.name ?? "")
                    lines.append(("source", "\(name): \(NumberText.rounded(Double(part.count), decimals: 0)) samples"))
                }
            } else {
                lines.append(("samples", "none in this store"))
            }
            let aggregate = AggregateCatalog.standard(for: nature).name
            lines.append(("try", "\(aggregate) \(metric.shortName) by day last 7 days"))
            let width = lines.map(\.0.count).max() ?? 0
            output.write(lines.map { VisibleText.padded($0.0, to: width) + "  " + $0.1 + "\n" }.joined())
        }
        return .fine
    }
}
