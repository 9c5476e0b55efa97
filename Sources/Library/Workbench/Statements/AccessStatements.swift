import CalendarIntervals
import HealthModel
import StorageModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import ResultRendering
import SampleStore
import TallyKit
import TerminalText

/// Runs `act as`, `allow`, `deny`, `show access` and `set device state` (S10.4).
extension StatementRunner {
    func act(as operand: TextOperand?, at range: SourceRange) throws -> Outcome {
        let app = try operand.map { try told(AccessCompiler(context: session.contextWithoutStore).app($0, or: ["owner"])) }
        if let refusal = AccessCompiler.refusal(toAskAs: app, since: session.place.asker, at: range) {
            throw tell(refusal)
        }
        guard let app else {
            session.actor = nil
            output.note("you ask as the owner")
            return .fine
        }
        session.actor = app
        session.last.forget()
        session.names.removeAllSaved()
        output.note("you ask as \(app)")
        return .fine
    }

    /// Returns the name of an app.
    private func app(_ operand: TextOperand) throws -> String { try told(AccessCompiler(context: session.contextWithoutStore).app(operand)) }

    func decide(_ statement: StatementKind) throws -> Outcome {
        guard let change = try session.read({ try change(by: statement, $0) }) else { return .wrong }
        _ = try session.waiting(output) { try change.write(to: session.store.storage) }
        return .fine
    }

    func showAccess(of operand: TextOperand?) throws -> Outcome {
        let app = try operand.map(app)
        if let app, let actor = session.actor, !Session.isSameApp(app, actor) {
            throw AccessError.ownerOnly(app: actor, deed: "see the permissions of other apps")
        }
        let shown = (app ?? session.actor).map(Source.fold)
        let rules = try session.storage.store.read { try AccessRules($0) }
        var rows: [(app: String, metric: MetricID)] = []
        for decision in rules.decisions where shown == nil || Source.fold(decision.app) == shown {
            // HealthKit never reveals to an app what it may read.
            if session.actor != nil, decision.kind == .reading { continue }
            if rows.last.map({ Source.fold($0.app) == Source.fold(decision.app) && $0.metric == decision.metric }) != true {
                rows.append((decision.app, decision.metric))
            }
        }
        func words(_ kind: AccessKind) -> [String] {
            rows.map { row in rules.isAllowed(kind, row.metric, for: row.app).map { $0 ? "allowed" : "denied" } ?? "not decided" }
        }
        let (apps, metrics) = (rows.map { ScreenText.visible($0.app) }, rows.map(\.metric.shortName))
        if session.actor == nil {
            list(["app": .texts(apps), "metric": .texts(metrics), "read": .texts(words(.reading)), "write": .texts(words(.writing))])
        } else {
            list(["app": .texts(apps), "metric": .texts(metrics), "write": .texts(words(.writing))])
        }
        if session.actor == nil, rules.deviceState != .unlocked { output.note("the device is \(rules.deviceState.inWords)") }
        return .fine
    }

    /// Tells the owner that the last answer is one of an app that may not read all of it.
    func tellHiddenSamples(of app: String, in plan: Plan?, at range: SourceRange) throws {
        var metrics = Set(plan?.metrics ?? [])
        if case .summaries? = plan?.subject { metrics = [.summaries] }
        let rules = try session.storage.store.read { try AccessRules($0) }
        for metric in metrics.sorted(by: { $0.identifier < $1.identifier }) where rules.isAllowed(.reading, metric, for: app) != true {
            let reason = rules.isAllowed(.reading, metric, for: app) == false ? "is denied" : "is not allowed"
            output.report(
                Diagnostic(
                    .hiddenSamples, "\(ScreenText.visible(app)) \(reason) to read \(metric.shortName), so it sees only its own samples",
                    at: range, help: "write `allow \"\(ScreenText.visible(app))\" to read \(metric.shortName)`"), in: source)
        }
    }
}

extension DeviceState {
    var inWords: String { self == .guest ? "used by a guest" : rawValue }
}
