import HealthModel
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QuerySyntax
import TerminalText

/// Checks for times in zones of different sets, which an answer adds up.
extension AnswerChecks {
    /// Returns the finding about zones whose limits differ, or about sets with different numbers of zones; nil for one set.
    func differentZones() throws -> Diagnostic? {
        guard case .statistics(let measures) = plan.subject, !plan.range.isUnknown, !plan.splits.contains(.field(.limits)),
            let measure = measures.first(where: { SampleField.all(of: $0.metric).contains(.zone) }), asksForZone(measures)
        else { return nil }
        let limits = try self.limits(of: measure)
        let counts = Set(limits.keys.compactMap { $0.split(separator: " ").last.map(String.init) }.compactMap { Int($0) }).sorted()
        if !plan.splits.contains(.field(.zone)), counts.count > 1 {
            return Diagnostic(
                .zonesOfDifferentSets, "the answer adds up zones of sets with \(counts.map(String.init).listed(with: "and")) zones",
                at: query.range, help: "for a row for each zone of each set, write `by zone`")
        }
        let order = SampleField.zone.values
        let all = limits.sorted {
            (-$0.value.count, order.firstIndex(of: $0.key) ?? 0) < (-$1.value.count, order.firstIndex(of: $1.key) ?? 0)
        }
        guard let (zone, found) = all.first, found.count > 1 else { return nil }
        let sorted = found.sorted { Self.start(of: $0) < Self.start(of: $1) }
        return Diagnostic(
            .zonesWithDifferentLimits,
            "the limits of zones differ: \(zone) has \(found.count) pairs, such as \(sorted[0]) and \(sorted[sorted.count - 1])",
            at: query.range, help: "to divide the time by limits too, write `by zone and limits`")
    }

    private static func start(of limits: String) -> Double {
        let (low, high) = WorkoutZones.limits(in: limits)
        return low ?? high ?? 0
    }

    /// True if the query names zones, in a key or a condition.
    private func asksForZone(_ measures: [QueryPlan.Measure]) -> Bool {
        plan.splits.contains(.field(.zone)) || plan.predicate?.namesZone == true || measures.contains { $0.condition?.namesZone == true }
            || plan.allRules.contains { $0.predicate?.namesZone == true }
    }

    /// Returns the limits of each zone in which the answer has time.
    private func limits(of measure: QueryPlan.Measure) throws -> [String: Set<String>] {
        var sum = measure
        (sum.aggregate, sum.condition, sum.own) = (.sum, nil, nil)
        var asked = plan.following(measure)
        asked.subject = .statistics([sum])
        asked.splits = [.field(.zone), .field(.limits)]
        asked.grid = TimeGrid(whole: asked.range)
        (asked.events, asked.fill) = (nil, .none)
        let table = try QueryEngine.run(asked, over: reader, options: options)
        guard let column = table.columns.first, table.keys.count == 2 else { return [:] }
        var limits: [String: Set<String>] = [:]
        for row in 0..<table.rowCount {
            guard column.values[row] ?? 0 > 0, let zone = table.keys[0].values[row]?.text, let pair = table.keys[1].values[row]?.text else {
                continue
            }
            limits[zone, default: []].insert(pair)
        }
        return limits
    }
}

extension QueryPlan.Predicate {
    /// True if a condition is about the number of a zone.
    fileprivate var namesZone: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.namesZone)
        case .not(let part): part.namesZone
        case .text(.metadata(SampleField.zone.name), _): true
        default: false
        }
    }
}
