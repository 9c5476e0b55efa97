import Foundation

/// The secret and the rules for reaching an engine.
package struct EngineAccess: Sendable {
    /// The password; nil for none. It is only passed to the client program, on its standard input.
    package var password: String?
    /// True if unencrypted requests may leave this machine.
    package var isInsecure: Bool
    /// The environment for client programs.
    let environment: [String: String]
    /// Called while Tally waits, with the time since the start of a request.
    package var tick: @Sendable () -> Void = {}

    /// The variable of the environment with the password.
    package static let variable = "TALLY_CLICKHOUSE_PASSWORD"

    /// Finds the password and checks the address, before anything is sent.
    ///
    /// - Parameter passwordFile: A file that only its owner can read.
    package init(
        to address: EngineAddress, passwordFile: String? = nil, isInsecure: Bool = false, environment: [String: String]
    ) throws(EngineFailure) {
        self.isInsecure = isInsecure
        self.environment = environment
        password = address.password
        if password == nil, let variable = environment[Self.variable], !variable.isEmpty { password = variable }
        if let passwordFile { password = try Self.password(in: passwordFile) }
        guard address.kind == .clickhouse(isSecure: false), !address.isLoopback, !isInsecure else { return }
        throw .insecure(
            "`\(address.masked)` is not encrypted, and its host is another machine",
            help: "use clickhouse+https://, or allow it with --insecure")
    }

    private static func password(in path: String) throws(EngineFailure) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular,
            let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue
        else { throw .insecure("\(path) is missing or not a regular file", help: "write the password into a file with permissions 0600") }
        guard permissions & 0o077 == 0 else {
            throw .insecure("others can read or write the password file \(path)", help: "run `chmod 600` on it")
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw .insecure("the password file \(path) cannot be read", help: "check its owner and its permissions")
        }
        return String(text.prefix { $0 != "\n" && $0 != "\r\n" })
    }

    /// True if a password is written in the address. The environment or a file would hide it.
    package static func warns(about address: EngineAddress) -> Bool { address.password != nil }
}
