import EngineStorage
import HealthModel
import StorageModel
import TallyKit
import TerminalText

/// The way in which a session reaches engines: the place of the password, and the rules that apply.
package struct EngineLogin: Sendable {
    /// A file with the password, which only its owner can read.
    package var passwordFile: String?
    /// True if unencrypted requests may leave this machine.
    package var isInsecure = false
    package var environment: [String: String] = [:]
    /// True if the user interrupted what runs.
    package var isCancelled: @Sendable () -> Bool = { false }

    package init() {}

    package init(passwordFile: String?, isInsecure: Bool, environment: [String: String], isCancelled: @escaping @Sendable () -> Bool) {
        (self.passwordFile, self.isInsecure) = (passwordFile, isInsecure)
        (self.environment, self.isCancelled) = (environment, isCancelled)
    }

    /// Returns the address and how to reach it, or throws before anything is sent.
    func access(to address: EngineAddress) throws(EngineFailure) -> EngineAccess {
        try EngineAccess(to: address, passwordFile: passwordFile, isInsecure: isInsecure, environment: environment)
    }

    /// Opens an engine with pushed samples.
    func open(_ text: String) throws -> any SampleStorage {
        let address = try EngineAddress(text)
        let access = try access(to: address)
        switch address.kind {
        case .clickhouse:
            let server = try ClickHouseServer(address, access: access)
            return try EngineStore(try ClickHouseClient(server, isCancelled: isCancelled))
        case .cluster:
            return try EngineStore(try SparkClient(try SparkSession(address, access: access), isCancelled: isCancelled))
        }
    }

    /// The warning about a password in an address, or nil.
    package static func warning(about text: String) -> String? {
        guard let address = try? EngineAddress(text), EngineAccess.warns(about: address) else { return nil }
        return "the address has a password, which others can see in lists of processes and in histories; "
            + "use \(EngineAccess.variable) or --password-file"
    }
}

extension SessionError {
    /// Creates the error for an engine that a command needs and can't use.
    init(_ failure: EngineFailure) {
        let outcome: Outcome = failure == .cancelled ? .interrupted : failure.isWrongUse ? .wrong : .unavailable
        self.init(outcome, ScreenText.visible("\(failure)"))
    }
}
