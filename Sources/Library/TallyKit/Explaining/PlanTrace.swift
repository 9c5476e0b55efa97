import CalendarIntervals
import HealthModel
package import QueryCompiler
import QueryEngine
import QueryPlan
import ResultRendering
import RowStages
import TerminalText

extension QueryRun {
    /// Runs a query, and returns lines about what it read, why, and how long that took.
    ///
    /// - Throws: `PipelineExplanation.Refusal` before the first answer that `_` could mean.
    package func trace(of compiled: CompiledQuery) throws -> String {
        let (pipeline, reader) = (try pipeline(of: compiled), try compiled.reader(of: reader))
        let started = ContinuousClock.now
        func seconds() -> Double { (ContinuousClock.now - started) / .seconds(1) }
        let trace = QueryTrace(clock: seconds)
        let options = EngineOptions(isCancelled: isCancelled, quarterHours: quarterHours, trace: trace)
        PipelineTrace.record(.run, "Pipeline → ResultTable")
        let table = try QueryEngine.run(pipeline, over: reader, options: options)
        var text = PlanTraceText(zone: pipeline.plan.zone)
        if let cohort = pipeline.plan.cohort {
            for group in PersonStepGroup.groups(of: trace.stepsByPerson, zones: cohort.plans.map(\.zone))
            where !trace.steps.isEmpty || !group.timesSteps.isEmpty { text.add(group) }
        } else {
            for step in trace.timesSteps { text.add(step) }
            for step in trace.steps { text.add(step) }
        }
        for step in trace.warehouseSteps { text.add(step) }
        if trace.steps.isEmpty, trace.warehouseSteps.isEmpty { try text.addListing(pipeline.plan, reader) }
        if !trace.warehouseSteps.isEmpty { text.addStages(pipeline.stages.map(\.text)) }
        text.addTotal(rowCount: table.rowCount, seconds: seconds(), stageCount: pipeline.stages.count)
        return text.lines.map { ScreenText.visible($0) + "\n" }.joined()
    }
}

/// Describes what a query read, as lines of text.
private struct PlanTraceText {
    private var zone: Zone
    private(set) var lines: [String] = []

    init(zone: Zone) { self.zone = zone }

    /// Adds the steps of people, with the sums of their numbers.
    mutating func add(_ group: PersonStepGroup) {
        zone = group.zone
        let who = ScreenText.visible(group.first.isEmpty ? PersonField.unnamed : group.first)
        lines.append(
            group.count == 1
                ? "for the person \(who), in \(zone.identifier):"
                : "for each of \(Wording.number(group.count)) persons, in \(zone.identifier), together:")
        for step in group.timesSteps { add(step) }
        for step in group.steps { add(step) }
        if group.steps.isEmpty, group.timesSteps.isEmpty { lines.append("no samples in the range") }
    }

    mutating func add(_ step: QueryTrace.TimesStep) {
        lines.append("while: \(step.metric.shortName), every sample of every source")
        lines.append("  \(Wording.count(step.sampleCount, "sample")), \(Wording.count(step.intervalCount, "interval"))")
        lines.append("  \(milliseconds(step.seconds))")
    }

    mutating func add(_ step: QueryTrace.Step) {
        let what = step.isMerged ? "all sources merged" : "every sample of every source"
        lines.append("\(step.columns.joined(separator: ", ")): \(step.metric.shortName), \(what)")
        if step.quarterCount > 0 {
            var line =
                "  \(Wording.count(step.quarterCount, "quarter hour")) from \(Wording.count(step.chunkCount, "chunk")), \(Wording.count(step.byteCount, "byte"))"
            if step.crossingCount > 0 { line += "; \(Wording.count(step.crossingCount, "sample")) across their edges" }
            lines.append(line)
        }
        for window in step.windows {
            // In an empty store, a query without a range has no times.
            guard window.start.milliseconds > .min else {
                lines.append("  no samples, so the query has no range")
                continue
            }
            let blocks = window.blockCount.map { " of \(Wording.count($0, "block"))" } ?? ""
            let range = "\(ISO8601.text(of: window.start, in: zone)) to \(ISO8601.text(of: window.end, in: zone))"
            lines.append("  \(Wording.count(window.sampleCount, "sample"))\(blocks), \(range)")
        }
        if let reason = step.reason, !reason.isEmpty {
            lines.append("  quarter-hour sums \(step.quarterCount > 0 ? "cover only part of this" : "were not used"): \(reason)")
        }
        lines.append("  \(milliseconds(step.seconds))")
    }

    mutating func add(_ step: QueryTrace.WarehouseStep) {
        lines.append("\(step.task), in \(step.place)")
        lines.append("  \(Wording.count(step.rowCount, "row")) received, \(milliseconds(step.seconds))")
    }

    /// Adds the stages after the head of a query that a warehouse answers.
    mutating func addStages(_ stages: [String]) {
        guard !stages.isEmpty else { return }
        lines.append("here: \(stages.map { "| \($0)" }.joined(separator: " "))")
    }

    /// Adds the line about a query without steps: a listing, or statistics without rows.
    mutating func addListing(_ plan: Plan, _ reader: any SampleSource) throws {
        switch plan.subject {
        case .samples: lines.append("samples from the store; quarter-hour sums were not used: they have no single samples")
        case .summaries: lines.append("activity summaries from the store")
        case .statistics(let measures):
            let hasSamples = try measures.contains { try reader.metricSummary(of: $0.metric) != nil }
            lines.append(hasSamples ? "the query has no rows, so no samples were read" : "no samples, so the query has no rows")
        }
    }

    mutating func addTotal(rowCount: Int, seconds: Double, stageCount: Int) {
        let stages = stageCount == 0 ? "" : " after \(Wording.count(stageCount, "stage"))"
        lines.append("\(Wording.count(rowCount, "row"))\(stages), \(milliseconds(seconds)) in all")
    }

    private func milliseconds(_ seconds: Double) -> String { "\(NumberText.rounded(seconds * 1000, decimals: 2)) ms" }
}
