import Foundation
@_spi(Guests) package import TallyKit

/// The address of a warehouse, as in `clickhouse://ann@host:8123/study` or `spark://master:7077/data/study`.
package struct WarehouseAddress: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// ClickHouse over HTTP.
        case clickhouse(isSecure: Bool)
        case cluster
    }

    package var kind: Kind
    package var user: String?
    /// The password in the address itself, where others can see it. The environment or a file would hide it.
    package var password: String?
    /// The host, without brackets around an IPv6 address. Empty for Spark in one process.
    package var host: String
    package var port: Int
    /// The database of ClickHouse.
    package var database: String
    /// The master of Spark, such as `spark://master:7077` or `local[2]`.
    package var master: String
    /// The folder with the files of Spark.
    package var folder: String
    /// The id of the pushed store to read; nil for all.
    package var store: String?

    /// Returns true if a text is the address of a warehouse, not the path of a file.
    static func isAddress(_ text: String) -> Bool {
        ["clickhouse:", "clickhouse+https:", "clickhouse+http:", "spark:"].contains { text.lowercased().hasPrefix($0) }
    }

    /// - Throws: A failure without the password.
    package init(_ text: String) throws(WarehouseFailure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        (user, password, host, port, database, master, folder) = (nil, nil, "", 0, "", "", "")
        switch parts[0].lowercased() {
        case "clickhouse", "clickhouse+http": kind = .clickhouse(isSecure: false)
        case "clickhouse+https": kind = .clickhouse(isSecure: true)
        case "spark" where parts.count == 2:
            kind = .cluster
            try readSpark(String(parts[1]))
            return
        default: throw .address("this is not the address of an engine", help: Self.help)
        }
        guard parts.count == 2, parts[1].hasPrefix("//") else { throw .address("an address needs `//` and a host", help: Self.help) }
        try readServer(parts[1].dropFirst(2))
    }

    private static let help = "write it as clickhouse://user@host:8123/database or spark://master:7077/folder"

    private mutating func readServer(_ text: Substring) throws(WarehouseFailure) {
        var rest = text
        if let mark = rest.firstIndex(of: "?") {
            try readOptions(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        var authority = rest[..<slash]
        database = try Self.decoded(rest[slash...].drop { $0 == "/" })
        if let at = authority.lastIndex(of: "@") {
            let names = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = try Self.decoded(names[0])
            if names.count == 2 { password = try Self.decoded(names[1]) }
            authority = authority[authority.index(after: at)...]
        }
        var number: Substring?
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = String(authority[authority.index(after: authority.startIndex)..<end])
            let tail = authority[authority.index(after: end)...]
            number = tail.isEmpty ? nil : tail.dropFirst()
        } else {
            let names = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            host = String(names[0])
            number = names.count == 2 ? names[1] : nil
        }
        let usual = kind == .clickhouse(isSecure: true) ? 8443 : 8123
        guard let port = number.map({ Int($0) }) ?? usual, (1...65535).contains(port) else {
            throw .address("the port is not a number from 1 to 65535", help: Self.help)
        }
        self.port = port
        let letters = host.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || "-._:%".utf8.contains($0) }
        guard !host.isEmpty, letters else { throw .address("the address has no valid host", help: Self.help) }
        guard !database.isEmpty else { throw .address("the address has no database", help: Self.help) }
        guard !database.contains("/") else { throw .address("the name of the database contains a slash", help: Self.help) }
    }

    private mutating func readSpark(_ text: String) throws(WarehouseFailure) {
        let help = "write it as spark://master:7077/absolute/folder or spark:local[2]/absolute/folder"
        var rest = text[...]
        if let mark = rest.firstIndex(of: "?") {
            try readOptions(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        let hasServer = rest.hasPrefix("//")
        if hasServer { rest = rest.dropFirst(2) }
        guard let slash = rest.firstIndex(of: "/"), rest[slash...].count > 1 else {
            throw .address("the address has no folder for the data", help: help)
        }
        let name = rest[..<slash]
        folder = try Self.decoded(rest[slash...])
        while folder.hasSuffix("/") { folder.removeLast() }
        guard !name.isEmpty, !folder.isEmpty else { throw .address("the address has no master", help: help) }
        guard name.utf8.allSatisfy({ (48...57).contains($0) || (97...122).contains($0 | 0x20) || "-._:[]*,".utf8.contains($0) }) else {
            throw .address("the master has characters that addresses cannot have", help: help)
        }
        guard !folder.split(separator: "/").contains("..") else { throw .address("the folder must not contain `..`", help: help) }
        master = hasServer ? "spark://\(name)" : String(name)
        guard hasServer || name.hasPrefix("local") || name == "yarn" else {
            throw .address("`\(name)` is not a master of Spark", help: help)
        }
    }

    private mutating func readOptions(_ text: Substring) throws(WarehouseFailure) {
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0] == "store" else {
                throw .address("the address has an unknown option `\(pair.first ?? "")`", help: "the only option is `store=ID`")
            }
            store = try Self.decoded(pair[1])
        }
    }

    private static func decoded(_ text: Substring) throws(WarehouseFailure) -> String {
        guard let decoded = String(text).removingPercentEncoding,
            decoded.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .address("the address has a wrong escape", help: "write special characters as in %40 for @") }
        return decoded
    }

    /// True if only processes of this machine can read what is sent.
    package var isLoopback: Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    /// The address as it is printed: without a password.
    package var masked: String {
        let option = store.map { "?store=\(Self.encoded($0))" } ?? ""
        guard case .clickhouse(let isSecure) = kind else {
            let name = master.hasPrefix("spark:") ? master : "spark:" + master
            return name + Self.encoded(folder, allowing: "/") + option
        }
        let name = user.map { Self.encoded($0) + (password == nil ? "" : ":***") + "@" } ?? ""
        return "clickhouse\(isSecure ? "+https" : "")://\(name)\(urlHost):\(port)/\(Self.encoded(database))\(option)"
    }

    /// The start of the URL of requests.
    var url: String { "\(kind == .clickhouse(isSecure: true) ? "https" : "http")://\(urlHost):\(port)/" }

    private var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// Returns a text in which only letters, digits and a few signs are not escaped.
    static func encoded(_ text: String, allowing others: String = "") -> String {
        var result = ""
        for byte in text.utf8 {
            if (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "-._~\(others)".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
