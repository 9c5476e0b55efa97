import HealthModel
package import QueryCompiler
import QueryDiagnostics
package import QuerySyntax
package import SampleStore
import TerminalText

/// Compiles `allow` and `deny` to decisions (S10.4).
package struct AccessCompiler {
    private struct Mistake: Error {
        var diagnostics: [Diagnostic]
    }

    private let context: CompilationContext

    package init(context: CompilationContext) { self.context = context }

    /// Returns true if `text` can be the name of an app: it is not empty and has no `/` and no control characters.
    package static func isAppName(_ text: String) -> Bool {
        !Source.fold(text).isEmpty && text == ScreenText.visible(text) && !text.contains("/")
    }

    /// Returns the name of an app, or the error in it.
    ///
    /// - Parameter words: The words that can replace the name, such as `owner`.
    package func app(_ operand: TextOperand, or words: [String] = []) -> Resolved<String> {
        if let text = context.names.text(operand), Self.isAppName(text) { return .value(text, []) }
        let written = if case .name(let name) = operand { name.text } else { "" }
        return .failed([
            Diagnostic(
                .textExpected, "this is not the name of an app", at: operand.range,
                help: "write a text such as \"com.example.trends\", without `/` and control characters"
                    + words.map { ", or `\($0)`" }.joined(),
                fix: .spelling(Suggestion.best(for: written, among: words), at: operand.range))
        ])
    }

    /// Returns the reason why a statement can't change who asks; nil if it can (S10.4).
    ///
    /// The owner can ask as any app and come back. An app that was chosen from outside stays the one that asks.
    ///
    /// - Parameters:
    ///   - app: The app that shall ask; nil for the owner.
    ///   - first: The app that asked when the session or the script began; nil for the owner.
    package static func refusal(toAskAs app: String?, since first: String?, at range: SourceRange) -> Diagnostic? {
        guard let first, app.map(Source.fold) != Source.fold(first) else { return nil }
        let other = app.map { ScreenText.visible($0) } ?? "the owner"
        return Diagnostic(
            .fixedAsker, "\(ScreenText.visible(first)) asks, and a statement can't change that to \(other)", at: range,
            help: "remove this statement", note: "`--act-as`, TALLY_ACT_AS, or the script that runs this one decided who asks")
    }

    /// Returns the decisions, or the errors in the statement.
    package func compile(_ statement: AccessStatement) -> Resolved<[AccessDecision]> {
        var findings: [Diagnostic] = []
        func value<Value>(_ part: Resolved<Value>) throws(Mistake) -> Value {
            findings += part.diagnostics
            guard case .value(let value, _) = part else { throw Mistake(diagnostics: findings) }
            return value
        }
        do throws(Mistake) {
            let app = try value(app(statement.app))
            var decisions: [AccessDecision] = []
            for grant in statement.grants {
                let metrics = try value(metrics(of: grant.subject))
                if grant.writes, case .summaries = grant.subject {
                    throw Mistake(diagnostics: findings + [Self.unwritableSummaries(at: grant.range, app, statement)])
                }
                for metric in metrics {
                    if grant.reads {
                        decisions.append(AccessDecision(app: app, metric: metric, kind: .reading, isAllowed: statement.isAllowed))
                    }
                    guard grant.writes, metric != .summaries else { continue }
                    decisions.append(AccessDecision(app: app, metric: metric, kind: .writing, isAllowed: statement.isAllowed))
                }
            }
            return .value(decisions, findings)
        } catch {
            return .failed(error.diagnostics)
        }
    }

    private static func unwritableSummaries(at range: SourceRange, _ app: String, _ statement: AccessStatement) -> Diagnostic {
        Diagnostic(
            .ownersOnly, "apps can't write activity summaries", at: range,
            help: "write `\(statement.isAllowed ? "allow" : "deny") \"\(app)\" to read summaries`")
    }

    private func metrics(of subject: AccessStatement.Subject) -> Resolved<[MetricID]> {
        switch subject {
        case .metric(let reference): return QueryCompiler(context: context).metric(reference).map { [$0.id] }
        case .summaries: return .value([.summaries], [])
        case .all:
            let all = Set(MetricCatalog.all.map(\.id) + context.contents.metrics.keys + [.summaries])
            return .value(all.sorted { $0.identifier < $1.identifier }, [])
        }
    }
}
