import Foundation
@_spi(Guests) package import TallyKit

/// The secret and the rules for reaching a warehouse.
package struct WarehouseAccess: Sendable {
    /// The password; nil for none. It is only passed to the client program, on its standard input.
    package private(set) var password: String?
    /// The environment for client programs.
    let environment: [String: String]

    /// The variable of the environment with the password.
    static let variable = "TALLY_CLICKHOUSE_PASSWORD"

    /// Finds the password and checks the address, before anything is sent.
    package init(to address: WarehouseAddress, by login: WarehouseLogin) throws(WarehouseFailure) {
        environment = login.environment
        password = address.password
        if password == nil, let variable = environment[Self.variable], !variable.isEmpty { password = variable }
        if let file = login.passwordFile { password = try Self.password(in: file) }
        guard address.kind == .clickhouse(isSecure: false), !address.isLoopback, !login.isInsecure else { return }
        throw .insecure(
            "`\(address.masked)` is not encrypted, and its host is another machine",
            help: "use clickhouse+https://, or allow it with --insecure")
    }

    private static func password(in path: String) throws(WarehouseFailure) -> String {
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
}
