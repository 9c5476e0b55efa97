package import QueryDiagnostics
import QueryEngine
import QueryPlan
import SampleStore
import TerminalText

/// The failure of a statement, as the one who wrote it sees it.
package enum StatementFailure {
    case cancelled
    /// The statement has to change.
    case wrong(Diagnostic)
    /// Data can't be read or written, or an app may not do it.
    case unavailable(Diagnostic)

    /// - Parameters:
    ///   - range: the range of the statement.
    ///   - isOfApp: true if an app asks, which must not learn whom the store has.
    ///   - canReturn: true if `act as owner` is possible.
    package init(_ error: any Error, at range: SourceRange, isOfApp: Bool, canReturn: Bool) {
        func failure(_ message: String, help: String? = nil, _ code: DiagnosticCode = .statementFailed) -> Diagnostic {
            Diagnostic(code, message, at: range, help: help)
        }
        let most = Wording.number(QueryEngine.greatestRowCount)
        switch error {
        case EngineError.cancelled, is CancellationError: self = .cancelled
        case EngineError.tooManyRows(let count):
            self = .wrong(
                failure(
                    "this query has \(Wording.number(count)) rows, more than the maximum of \(most)",
                    help: "use fewer keys or a longer interval", .tooManyRows))
        case EngineError.tooManyBins(let count, let ranges):
            let wider = ranges.widened(by: Double(count) / Double(QueryEngine.greatestRowCount))
            self = .wrong(
                failure(
                    "\(ranges.words) would need \(Wording.number(count)) rows, more than the maximum of \(most)",
                    help: "use wider bins: `\(wider.words)`", .tooManyRows))
        case let refusal as WarehouseRefusal: self = .wrong(failure(refusal.reason, help: refusal.help))
        case let error as WarehouseFailure:
            let finding = failure(ScreenText.visible(error.message), help: error.advice)
            self = error.cause == .wrongUse ? .wrong(finding) : .unavailable(finding)
        case let error as AccessError:
            self = .unavailable(
                failure(ScreenText.visible(error.message), help: error.advice(canReturn: canReturn), error.code))
        // The advice is to list the people, which an app can't.
        case let error as StoreError where isOfApp && error.isAboutUnknownPerson: self = .unavailable(failure(error.message))
        default: self = .unavailable(failure(Self.message(of: error)))
        }
    }

    /// Returns the message of an error for users, with what they can do and without passwords.
    package static func message(of error: any Error) -> String {
        SecretText.masked((error as? AccessError).map { "\($0.message); \($0.advice)" } ?? "\(error)")
    }
}

extension StoreError {
    fileprivate var isAboutUnknownPerson: Bool { if case .noSuchPerson = self { true } else { false } }
}

extension AccessError {
    /// The code of the error in Tally.
    fileprivate var code: DiagnosticCode {
        switch self {
        case .notDetermined: .authorizationNotDetermined
        case .denied: .authorizationDenied
        case .locked: .deviceLocked
        case .guest: .guestUser
        case .ownerOnly: .ownersOnly
        }
    }
}
