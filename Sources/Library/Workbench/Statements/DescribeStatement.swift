import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs `describe`, which shows the properties of a metric and its samples in the store.
extension StatementRunner {
    func describe(_ reference: MetricReference) throws -> Outcome {
        if case .name(let name) = reference, let definition = session.names.statement(defining: name.key) {
            output.write(ScreenText.visible(definition) + "\n")
            return .fine
        }
        let metric = try metric(reference)
        try session.read { reader in
            let summary = try reader.metricSummary(of: metric.id)
            var lines = nature(of: metric)
            if let summary {
                let zone = try session.zone(in: reader)
                lines += try contents(summary, zone, reader)
                lines.append(
                    Line(
                        "try",
                        MetricExamples(metric, summary, zone: zone, now: session.now, styles: session.settings.queries.styles).queries))
            } else {
                lines.append(Line("samples", ["none in this store"]))
            }
            output.write(text(of: lines))
            try noteOtherPhone(reference, reader)
        }
        return .fine
    }

    /// Reports the metric that the other phone has instead, in a store with exports of both.
    private func noteOtherPhone(_ reference: MetricReference, _ reader: any SampleSource) throws {
        guard try reader.platforms().count > 1 else { return }
        let query = Query(source: .samples(reference), clauses: [], stages: [], output: nil, range: reference.range)
        for finding in try compile(query, reader).diagnostics where [.metricsOfPlatforms, .metricWithoutSamples].contains(finding.code) {
            output.report(finding, in: source)
        }
    }

    /// A label and the lines of text next to it.
    private struct Line {
        var name: String
        var texts: [String]

        init(_ name: String, _ texts: [String]) { (self.name, self.texts) = (name, texts) }
    }

    private func nature(of metric: MetricInfo) -> [Line] {
        var lines = [Line("metric", [metric.shortName]), Line("identifier", [metric.id.identifier])]
        if !metric.aliases.isEmpty { lines.append(Line("also called", [metric.aliases.joined(separator: ", ")])) }
        let nature = MetricNature(of: metric, session.settings.queries.styles)
        switch metric.kind {
        case .quantity(let type):
            lines.append(Line("style", [type.style(in: session.settings.queries.styles).rawValue]))
            let shown = type.displayUnit(session.settings.queries.units)
            let units = HealthUnit.namesOfCompatibleUnits(with: shown)
            let all = units.isEmpty ? shown.symbol : units.joined(separator: ", ")
            lines.append(Line("units", [metric.id == .labs ? "that of the clinic for each sample: `by unit`" : all]))
            if let own = OwnMetric(metric.id) { lines.append(Line("definition", ["define metric \(own.definition)"])) }
        case .category(let type):
            lines.append(Line("style", ["intervals with a value"]))
            if let part = metric.part { lines.insert(Line(part.name, [SessionHelp.values(of: part, metric)]), at: 0) }
            let parts = metric.part == nil ? type.parts : []
            if !parts.isEmpty { lines.append(Line("parts", parts.map { "\($0.name): \(SessionHelp.values(of: $0, metric))" })) }
            if !type.absentValues.isEmpty, metric.part == nil {
                let names = type.shortNames(of: type.absentValues).listed(with: "and")
                lines.append(Line("left out", ["\(names), unless a query asks for the value"]))
            }
            let values = type.values.map(\.name).joined(separator: ", ")
            if !values.isEmpty { lines.append(Line("values", [metric.id == .textsOfLabs ? "texts of the clinic: `by value`" : values])) }
        case .workouts: lines.append(Line("style", ["intervals with an activity"]))
        }
        lines.append(Line("aggregates", [nature.aggregateNames]))
        return lines
    }

    private func contents(_ summary: MetricSummary, _ zone: Zone, _ reader: any SampleSource) throws -> [Line] {
        let names = try reader.sources()
        // By name if the counts are equal, because the order of ids would show an app that there are others.
        let ordered = summary.sources.sorted {
            ($1.count, names[$0.source]?.name ?? "", $0.firstStart, $0.lastEnd) < (
                $0.count, names[$1.source]?.name ?? "", $1.firstStart, $1.lastEnd
            )
        }
        let sources = ordered.map { part in
            (
                ScreenText.visible(names[part.source]?.name ?? ""), Wording.count(part.count, "sample"),
                DayRange(part.firstStart, part.lastEnd, zone).text
            )
        }
        let nameWidth = sources.map { ScreenText.width($0.0) }.max() ?? 0
        let countWidth = sources.map { ScreenText.width($0.1) }.max() ?? 0
        var lines = [
            Line("samples", [NumberText.rounded(Double(summary.count), decimals: 0)]),
            Line("from", [TimeText(zone: zone).local(summary.firstStart)]),
            Line("to", [TimeText(zone: zone).local(summary.lastEnd) + " · " + zone.identifier]),
            Line(
                sources.count == 1 ? "source" : "sources",
                sources.map {
                    ScreenText.padded($0.0, to: nameWidth) + "  " + ScreenText.padded($0.1, to: countWidth, on: .end) + "  " + $0.2
                }
            ),
        ]
        if let days = try days(of: summary.metric, reader) {
            let empty = days.count { $0.isEmpty }
            lines.append(
                Line(
                    "days",
                    [
                        "\(Wording.count(days.count - empty, "day")) with samples"
                            + (empty == 0 ? ", none without" : ", \(Wording.count(empty, "day")) without")
                    ]))
            let gaps = DayCount.gaps(in: days).sorted { $0.count > $1.count }.prefix(3)
            if !gaps.isEmpty {
                lines.append(
                    Line(
                        gaps.count == 1 ? "gap" : "longest gaps",
                        gaps.map { gap in "\(DayRange(gap.first, gap.last, zone).text)  \(Wording.count(gap.count, "day"))" }))
            }
        }
        return lines
    }

    /// Returns the days from the first sample to the last; nil if the query for them cannot be compiled.
    ///
    /// Runs an ordinary query, which uses quarter-hour sums if there are many samples.
    private func days(of metric: MetricID, _ reader: any SampleSource) throws -> [DayCount]? {
        var context = try session.context(reading: reader)
        context.names = NameTable()
        // The days of several people are not the same.
        guard !context.contents.isCohort else { return nil }
        guard case .query(let query)? = Parser.parse("count `\(metric.shortName)` by day").statements.first?.kind else { return nil }
        let run = queryRun(query, reader)
        guard let table = try run.table(of: QueryCompiler(context: context).compile(query)) else { return nil }
        guard let column = table.columns.first else { return nil }
        return table.starts.indices.map { DayCount(start: Instant(milliseconds: table.starts[$0]), isEmpty: (column.values[$0] ?? 0) == 0) }
    }

    private func text(of lines: [Line]) -> String {
        let width = lines.map(\.name.count).max() ?? 0
        let room = output.screen.width.map { max($0 - width - 2, 20) } ?? .max
        var text = ""
        for line in lines {
            // Wraps lines that are too long. Lines that fit keep their columns.
            let parts = line.texts.flatMap { ScreenText.wrapped($0, to: room) }
            for (index, part) in parts.enumerated() {
                text += ScreenText.padded(index == 0 ? line.name : "", to: width) + "  " + part + "\n"
            }
        }
        return text
    }
}

/// A day, and whether it has samples.
private struct DayCount {
    var start: Instant
    var isEmpty: Bool

    /// Returns the runs of consecutive days without samples, in chronological order.
    static func gaps(in days: [DayCount]) -> [(first: Instant, last: Instant, count: Int)] {
        var gaps: [(first: Instant, last: Instant, count: Int)] = []
        var isOpen = false
        for day in days {
            if day.isEmpty, isOpen {
                gaps[gaps.count - 1].last = day.start
                gaps[gaps.count - 1].count += 1
            } else if day.isEmpty {
                gaps.append((day.start, day.start, 1))
            }
            isOpen = day.isEmpty
        }
        return gaps
    }
}

/// The days from one instant to another as text, for example `2024-03-10 to 2024-05-09`.
struct DayRange {
    let text: String

    init(_ first: Instant, _ last: Instant, _ zone: Zone) {
        let ends = [first, last].map { ISO8601.text(of: zone.date(at: $0)) }
        text = ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
    }
}

extension MetricNature {
    init(of metric: MetricInfo, _ styles: StyleVersion) {
        if case .quantity(let type) = metric.kind {
            self = type.style(in: styles) == .cumulative ? .cumulative : .discrete
        } else {
            self = .interval
        }
    }
}
