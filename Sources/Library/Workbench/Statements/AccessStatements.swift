import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import ResultRendering
import SampleStore
import TerminalText

/// Runs `act as`, `allow`, `deny`, `show access` and `set device state` (S10.4).
extension StatementRunner {
    func act(as operand: TextOperand?) throws -> Outcome {
        guard let operand else {
            session.actor = nil
            output.note("you ask as the owner")
            return .fine
        }
        let app = try app(operand)
        session.actor = app
        session.last.forget()
        output.note("you ask as \(app)")
        return .fine
    }

    /// Returns the name of an app.
    private func app(_ operand: TextOperand) throws -> String {
        guard let text = session.names.text(operand), Session.isAppName(text) else {
            throw tell(
                Diagnostic(
                    .textExpected, "this is not the name of an app", at: operand.range,
                    help: "write a text such as \"com.example.trends\", without `/` and control characters"))
        }
        return text
    }

    /// Throws an error if an app asks.
    func demandOwner() throws {
        if let app = session.actor { throw AccessError.ownerOnly(app: app) }
    }

    func decide(_ statement: AccessStatement, at range: SourceRange) throws -> Outcome {
        try demandOwner()
        let app = try app(statement.app)
        var decisions: [AccessDecision] = []
        for grant in statement.grants {
            let metrics = try metrics(of: grant.subject)
            if grant.writes, case .summaries = grant.subject {
                throw tell(
                    Diagnostic(
                        .ownersOnly, "apps can't write activity summaries", at: grant.range,
                        help: "write `\(statement.isAllowed ? "allow" : "deny") \"\(app)\" to read summaries`"))
            }
            for metric in metrics {
                if grant.reads {
                    decisions.append(AccessDecision(app: app, metric: metric, kind: .reading, isAllowed: statement.isAllowed))
                }
                guard grant.writes, metric != .summaries else { continue }
                decisions.append(AccessDecision(app: app, metric: metric, kind: .writing, isAllowed: statement.isAllowed))
            }
        }
        try session.waiting(output) { try session.store.decide(decisions) }
        return .fine
    }

    private func metrics(of subject: AccessStatement.Subject) throws -> [MetricID] {
        switch subject {
        case .metric(let reference): return [try metric(reference).id]
        case .summaries: return [.summaries]
        case .all:
            let stored = try session.read { try $0.metricSummaries().map(\.metric) }
            return Set(MetricCatalog.all.map(\.id) + stored + [.summaries]).sorted { $0.identifier < $1.identifier }
        }
    }

    func showAccess(of operand: TextOperand?) throws -> Outcome {
        let app = try operand.map(app)
        if let app, let actor = session.actor, Source.fold(app) != Source.fold(actor) { throw AccessError.ownerOnly(app: actor) }
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

    func setDeviceState(_ set: SetStatement) throws -> Outcome {
        try demandOwner()
        let findings = SettingCatalog.findings(inDeviceState: set, session.names)
        guard findings.isEmpty, let state = DeviceState(set, session.names) else { throw tell(findings) }
        let arrived = try session.waiting(output) { try session.store.setDeviceState(state) }
        output.note("the device is \(state.inWords)")
        if arrived > 0 { output.note("\(arrived) \(arrived == 1 ? "sample" : "samples") arrived that apps wrote while it was locked") }
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

extension AccessError {
    /// The code of the error in Tally.
    var code: DiagnosticCode {
        switch self {
        case .notDetermined: .authorizationNotDetermined
        case .denied: .authorizationDenied
        case .locked: .deviceLocked
        case .guest: .guestUser
        case .ownerOnly: .ownersOnly
        }
    }
}

extension DeviceState {
    /// The state in `set device state = locked`; nil if it is none.
    init?(_ set: SetStatement, _ names: NameTable) {
        guard case .name(let name) = names.literal(set.value).literal else { return nil }
        self.init(rawValue: name.key)
    }

    fileprivate var inWords: String { self == .guest ? "used by a guest" : rawValue }
}

extension SettingCatalog {
    /// Returns the errors in `set device state = locked`.
    static func findings(inDeviceState set: SetStatement, _ names: NameTable) -> [Diagnostic] {
        guard DeviceState(set, names) == nil else { return [] }
        let states = DeviceState.allCases.map(\.rawValue)
        let written = if case .name(let name) = set.value { name.text } else { "" }
        return [
            Diagnostic(
                .settingValue, "this is not a valid value for the setting `device state`", at: set.value.range,
                help: "use one of: \(states.joined(separator: ", "))",
                fix: .spelling(Suggestion.best(for: written, among: states), at: set.value.range))
        ]
    }
}
