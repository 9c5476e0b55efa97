import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import Testing

/// Invariants of the stages of every query.
@Suite("Random stages")
struct RandomStageTests {
    @Test("Stages use only columns of the rows before them, and name the columns that they add", arguments: [1, 2] as [UInt64])
    func columns(seed: UInt64) {
        var queries = QueryGenerator(seed: seed &+ 100)
        var boundCount = 0
        for _ in 0..<100 {
            let text = "\(queries.query()) \(queries.stages())"
            guard let pipeline = checkedQuery(text, seed: seed)?.pipeline else { continue }
            boundCount += pipeline.stages.count
            check(pipeline, "seed \(seed): \(text)")
        }
        #expect(boundCount > 12, "seed \(seed): hardly anything compiles")
    }

    private func check(_ pipeline: Pipeline, _ text: Comment) {
        var (columnCount, keyCount) = shape(of: pipeline.plan)
        for stage in pipeline.stages {
            let places = Places(columnCount: columnCount, keyCount: keyCount)
            #expect(places.hold(stage.kind), "\(stage.text): \(text)")
            #expect(stage.columns.count == given(by: stage.kind, columnCount), "\(stage.text): \(text)")
            #expect(Set(stage.columns.map(\.name)).count == stage.columns.count, "\(stage.text): \(text)")
            let others = others(of: stage)
            for other in others {
                #expect(other.stages.map(\.columns) == pipeline.stages.prefix(other.stages.count).map(\.columns), "\(stage.text): \(text)")
                #expect(other.plan.range.start <= other.plan.range.end, "\(stage.text): \(text)")
                check(other, text)
            }
            columnCount = stage.columns.count
            switch stage.kind {
            case .aggregate(_, let keys), .share(_, let keys): keyCount = keys.profiles.count + keys.columns.count
            default: break
            }
            if case .typicalValueAt = stage.kind { keyCount -= 1 }
            if case .rhythm(let study) = stage.kind { keyCount += study.keyCount }
            if case .regularity(let study) = stage.kind { keyCount += study.keyCount }
            if case .trend(let trend) = stage.kind { keyCount = trend.keys.count + (trend.columns.count > 1 ? 2 : 0) }
            if case .correlate(let correlation) = stage.kind { keyCount = correlation.keys.count + 1 }
            if case .streaks(let streaks) = stage.kind { keyCount = streaks.keys.count }
            if case .usual(let usual) = stage.kind { keyCount += usual.columns.count }
            if case .select(let fields, _, _) = stage.kind {
                keyCount += fields.count { if case .part = $0.source { true } else { false } }
            }
            if case .join(let joined) = stage.kind { check(joined.rows, text) }
            if case .versus(let compared) = stage.kind { check(compared.rows, text) }
        }
    }

    /// The number and key columns before any stage.
    private func shape(of plan: Plan) -> (Int, Int) {
        switch plan.subject {
        case .statistics(let measures): (measures.count, plan.grid.profiles.count + plan.splits.count)
        case .samples: (1, 2)
        case .summaries: (12, 1)
        }
    }

    private func given(by kind: PlanStage.Kind, _ columnCount: Int) -> Int {
        switch kind {
        case .rolling(_, let aggregates, _), .aggregate(let aggregates, _): aggregates.count
        case .compare(let period): columnCount + period.columns.count
        case .derive(_, let column): max(columnCount, column + 1)
        case .select(let fields, _, _): fields.count { if case .value = $0.source { true } else { false } }
        case .trend: 4
        case .correlate: 5
        case .streaks: Streaks.Column.allCases.count
        case .share: RowShare.Column.allCases.count
        case .join(let joined): columnCount + (joined.rows.stages.last?.columns.count ?? shape(of: joined.rows.plan).0)
        case .versus(let compared): compared.columnCount + (compared.differences ?? []).reduce(0) { $0 + $1.added.count }
        case .rhythm: DayStudy.Rhythm.allCases.count
        case .regularity: DayStudy.Regularity.allCases.count
        case .usual(let usual): columnCount + 2 * usual.columns.count
        default: columnCount
        }
    }

    private func others(of stage: PlanStage) -> [Pipeline] {
        switch stage.kind {
        case .compare(let period): [period.earlier]
        case .project(let projection): projection.typical.map { [$0] } ?? []
        default: stage.before.map { [$0] } ?? []
        }
    }
}

/// The indices of columns.
private struct Places {
    let columnCount: Int
    let keyCount: Int

    func hold(_ kind: PlanStage.Kind) -> Bool {
        switch kind {
        case .rolling(_, let aggregates, _): aggregates.allSatisfy { hold($0.column) }
        case .aggregate(let aggregates, let keys):
            aggregates.allSatisfy { hold($0.column) } && hold(keys)
        case .share(let share, let keys): hold(share.condition) && hold(keys)
        case .compare(let period): period.columns.allSatisfy(hold)
        case .change(let changes, _): changes.allSatisfy { hold($0.column) && hold($0.previous ?? 0) }
        case .filter(let predicate): hold(predicate)
        case .fill(let fills): fills.keys.allSatisfy(hold)
        case .sort(let column, _), .ranking(_, _, let column): hold(column)
        case .derive(let expression, let column): hold(expression) && column <= columnCount
        case .timesOfDay(let columns, _): columns.allSatisfy(hold)
        case .select(let fields, _, _): fields.allSatisfy { hold($0.source) }
        case .versus(let compared):
            compared.columnCount <= columnCount
                && (compared.differences ?? []).allSatisfy { hold($0.column) && hold($0.count ?? 0) && hold($0.deviation ?? 0) }
        case .join(let joined): joined.keys.allSatisfy { (0..<keyCount).contains($0) }
        case .trend(let trend): trend.columns.allSatisfy { hold($0.column) } && trend.keys.allSatisfy { (0..<keyCount).contains($0) }
        case .smooth(let smoothing): smoothing.columns.allSatisfy(hold)
        case .outliers(let outliers): hold(outliers.column)
        case .correlate(let correlation):
            hold(correlation.first) && hold(correlation.second) && correlation.keys.allSatisfy { (0..<keyCount).contains($0) }
        case .streaks(let streaks): hold(streaks.condition) && streaks.keys.allSatisfy { (0..<keyCount).contains($0) }
        case .typicalValueAt(let moment): (0..<keyCount).contains(moment.key)
        case .rhythm(let study), .regularity(let study): study.columns.allSatisfy(hold)
        case .usual(let usual): usual.columns.allSatisfy(hold)
        case .runningTotal, .partial, .valueAt, .project, .dayView, .limit: true
        }
    }

    private func hold(_ column: Int) -> Bool { (0..<columnCount).contains(column) }

    private func hold(_ keys: RowKeys) -> Bool {
        keys.flags.allSatisfy(hold) && keys.columns.allSatisfy { (0..<keyCount + keys.flags.count).contains($0) }
    }

    private func hold(_ source: SelectedField.Source) -> Bool {
        switch source {
        case .value(let index): hold(index)
        case .key(let index): (0..<keyCount).contains(index)
        case .start, .end, .partial, .part: true
        }
    }

    private func hold(_ column: RowColumn) -> Bool {
        switch column {
        case .value(let index), .clock(let index, _): hold(index)
        case .key(let index): (0..<keyCount).contains(index)
        case .start, .end: true
        }
    }

    private func hold(_ predicate: RowPredicate) -> Bool {
        switch predicate {
        case .all(let parts), .any(let parts): parts.allSatisfy(hold)
        case .not(let inner): hold(inner)
        case .number(let column, _, _), .numberIn(let column, _), .text(let column, _), .missing(let column): hold(column)
        case .profile, .timeOfDay, .isPartial, .constant: true
        }
    }

    private func hold(_ expression: RowExpression) -> Bool {
        switch expression {
        case .number: true
        case .column(let column): hold(column)
        case .key(let index): (0..<keyCount).contains(index)
        case .negate(let inner), .converted(let inner, _), .not(let inner): hold(inner)
        case .add(let left, let right), .subtract(let left, let right), .multiply(let left, let right), .divide(let left, let right),
            .compare(_, let left, let right), .and(let left, let right), .or(let left, let right):
            hold(left) && hold(right)
        case .test(let predicate, let column): hold(predicate) && (column.map(hold) ?? true)
        }
    }
}

extension DayStudy {
    /// The number of keys that the stage adds.
    fileprivate var keyCount: Int { (names.isEmpty ? 0 : 1) + (units.isEmpty ? 0 : 1) }
}
