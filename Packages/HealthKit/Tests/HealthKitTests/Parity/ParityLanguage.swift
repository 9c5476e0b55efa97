import Foundation
import HealthKit
import ReferenceEngine
import TallyKit

/// Asks in the language and compares the answer with the reference's.
struct ParityLanguage {
    let store: ParityStore
    let question: ParityQuestion
    let reference: ParityReference

    private var metric: ParityMetric { question.metric }

    /// The clauses that choose samples; nil if the language cannot choose them.
    private var selection: String? {
        var clauses: [String] = []
        if let range = question.range {
            clauses.append("from \(range.window.lowerBound.words) to \(range.window.upperBound.words) \(range.words)")
            if let rest = range.rest {
                guard let words = rest.words(metric) else { return nil }
                clauses.append("where \(words)")
            }
        } else if let condition = question.condition {
            guard let words = condition.words(metric) else { return nil }
            clauses.append("where \(words)")
        }
        return clauses.joined(separator: " ")
    }

    /// The question, once with sources merged and once with separate sources; nil if the language cannot ask it.
    var queries: [String]? {
        guard let selection, !reference.samples.isEmpty else { return nil }
        let zone = "zone \(question.zone == "GMT+0545" ? "+05:45" : question.zone)"
        switch question.kind {
        case .samples: return ["samples of \(metric.name) \(selection) \(zone)"]
        case .statistics:
            return both { by in "\(measures) \(metric.name) \(by.isEmpty ? "" : "by \(by)") \(selection) \(zone)" }
        case .collection:
            guard let interval = question.interval.words else { return nil }
            return both { by in
                let keys = ([interval] + (by.isEmpty ? [] : [by])).joined(separator: ", ")
                return "\(measures) \(metric.name) by \(keys) \(selection) anchor \(question.anchor.words) \(zone)"
            }
        }
    }

    private var measures: String { (question.options.chosen.map(\.name) + ["count"]).joined(separator: ", ") }

    private func both(_ query: (String) -> String) -> [String] { [query("")] + (reference.isSeparate ? [query("source")] : []) }

    /// Returns the first difference; nil if there is none.
    func difference(_ buckets: [ParityBucket]) async -> String? {
        for (index, text) in (queries ?? []).enumerated() {
            do {
                var context = QueryContext(now: Date(moment: 2_524_608_000_000))
                context.units = .canonical
                let answer = try await store.health.answer(text, context: context)
                let difference =
                    question.kind == .samples
                    ? differenceOfSamples(answer) : index == 0 ? self.difference(answer, buckets) : differenceBySource(answer, buckets)
                if let difference { return "\(text): \(difference)" }
            } catch {
                return "\(text): \(error)"
            }
        }
        return nil
    }

    private func difference(_ answer: Answer, _ buckets: [ParityBucket]) -> String? {
        var missing = buckets.filter(isInRange)
        for row in answer.rows {
            let place = missing.firstIndex { question.kind == .statistics || $0.range == range(of: row) }
            let expected = place.map { missing.remove(at: $0).numbers } ?? ParityNumbers()
            if let difference = difference(answer, row, expected) { return difference }
        }
        return missing.isEmpty ? nil : "no row for \(missing[0].range)"
    }

    private func differenceBySource(_ answer: Answer, _ buckets: [ParityBucket]) -> String? {
        var missing = buckets.filter(isInRange).flatMap { bucket in bucket.bySource.map { (bucket.range, $0.key, $0.value) } }
        for row in answer.rows {
            let source = row.key("source")?.description ?? ""
            let place = missing.firstIndex { (question.kind == .statistics || $0.0 == range(of: row)) && $0.1 == source }
            let expected = place.map { missing.remove(at: $0).2 } ?? ParityNumbers()
            if let difference = difference(answer, row, expected) { return "\(source) \(difference)" }
        }
        return missing.isEmpty ? nil : "no row for \(missing[0].0) of \(missing[0].1)"
    }

    /// True for the buckets that have rows: those that meet the range.
    private func isInRange(_ bucket: ParityBucket) -> Bool {
        guard question.kind == .collection, let window = question.range?.window else { return true }
        return window.overlaps(bucket.range)
    }

    private func range(of row: Answer.Row) -> Range<Int64>? {
        guard let start = row.start?.moment, let end = row.end?.moment, start <= end else { return nil }
        return start..<end
    }

    private func difference(_ answer: Answer, _ row: Answer.Row, _ expected: ParityNumbers) -> String? {
        let aggregates = question.options.chosen.map(\.aggregate) + [.count]
        for (index, aggregate) in aggregates.enumerated() {
            let column = answer.columns[index]
            var found = row.values[index]
            if aggregate == .count, found == 0 { found = nil }
            if let unit = column.unit, aggregate != .count, let number = found {
                let wanted = aggregate == .duration ? HKUnit.second() : metric.hkUnit
                found = HKQuantity(unit: HKUnit(from: unit), doubleValue: number).doubleValue(for: wanted)
            }
            if !agree(found, expected.values[aggregate]) {
                let wanted = expected.values[aggregate].map { "\($0)" } ?? "nil"
                return "\(range(of: row).map { "\($0)" } ?? "") \(column.name): \(wanted) expected, \(found.map { "\($0)" } ?? "nil") found"
            }
        }
        return nil
    }

    private func differenceOfSamples(_ answer: Answer) -> String? {
        let found = answer.rows.map { [$0.start?.moment ?? 0, $0.end?.moment ?? 0] }.sorted { $0.lexicographicallyPrecedes($1) }
        let expected = reference.chosen.map { [$0.start, $0.end] }.sorted { $0.lexicographicallyPrecedes($1) }
        return found == expected ? nil : "samples: \(expected) expected, \(found) found"
    }
}
