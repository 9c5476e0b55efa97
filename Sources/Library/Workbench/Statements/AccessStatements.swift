import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import StoreCommands
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
    private func app(_ operand: TextOperand) throws -> String {
        try told(AccessCompiler(context: session.contextWithoutStore).app(operand))
    }

    func decide(_ statement: StatementKind) throws -> Outcome {
        guard let change = try session.read({ try change(by: statement, $0) }) else { return .wrong }
        _ = try session.waiting(output) { try session.store.write(change) }
        return .fine
    }

    func showAccess(of operand: TextOperand?) throws -> Outcome {
        let app = try operand.map(app)
        if let app, let actor = session.actor, !Session.isSameApp(app, actor) {
            try session.store.demandOwner(to: "see the permissions of other apps")
        }
        let shown = app.map(Source.fold)
        let rows = try session.store.accessNow().filter { shown == nil || Source.fold($0.app) == shown }
        func words(_ decision: KeyPath<AppAccess, Bool?>) -> [String] {
            rows.map { $0[keyPath: decision].map { $0 ? "allowed" : "denied" } ?? "not decided" }
        }
        let (apps, metrics) = (rows.map { ScreenText.visible($0.app) }, rows.map(\.metric.shortName))
        if session.actor == nil {
            list(["app": .texts(apps), "metric": .texts(metrics), "read": .texts(words(\.mayRead)), "write": .texts(words(\.mayWrite))])
        } else {
            list(["app": .texts(apps), "metric": .texts(metrics), "write": .texts(words(\.mayWrite))])
        }
        let state = try session.store.deviceStateNow()
        if session.actor == nil, state != .unlocked { output.note("the device is \(state.inWords)") }
        return .fine
    }

    /// Tells the owner that the last answer is one of an app that may not read all of it.
    func tellHiddenSamples(of app: String, in plan: Plan?, at range: SourceRange) throws {
        var metrics = Set(plan?.metrics ?? [])
        if case .summaries? = plan?.subject { metrics = [.summaries] }
        let access = try session.storage.store.accessNow().filter { Source.fold($0.app) == Source.fold(app) }
        for metric in metrics.sorted(by: { $0.identifier < $1.identifier }) {
            let mayRead = access.first { $0.metric == metric }?.mayRead
            guard mayRead != true else { continue }
            let reason = mayRead == false ? "is denied" : "is not allowed"
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
