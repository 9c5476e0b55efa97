/// The reason why an engine cannot be used, or why it failed.
package enum EngineFailure: Error, Hashable, Sendable {
    /// The address is wrong. No request was sent.
    case address(String, help: String)
    /// Something about secrets or encryption is not allowed. No request was sent.
    case insecure(String, help: String)
    /// A program that Tally starts is missing.
    case missingProgram(String, help: String)
    /// There was no answer.
    case notReachable(place: String, reason: String)
    /// A proxy or the server itself answered that nobody can work on the request now.
    case busy(place: String, status: Int)
    /// The engine reports an error.
    case server(place: String, code: Int?, text: String)
    /// The answer ended before its last line.
    case torn(place: String)
    /// The answer has another form than expected.
    case unexpected(place: String, reason: String)
    /// The tables were written by another version, or by another program.
    case otherVersion(place: String, found: Int, known: Int)
    case foreignTables(place: String, table: String)
    /// Nothing was pushed to this place.
    case empty(place: String)
    /// Two stores have a person with the same id.
    case severalStores(place: String, person: String, stores: [String])
    case cancelled

    package var message: String {
        switch self {
        case .address(let reason, _), .insecure(let reason, _): reason
        case .missingProgram(let name, _): "the program `\(name)` is not installed"
        case .notReachable(let place, let reason): "no answer from \(place): \(reason)"
        case .busy(let place, let status): "\(place) does not work at the moment: HTTP status \(status)"
        case .server(let place, let code, let text): "\(place) reports \(code.map { "error \($0)" } ?? "an error"): \(text)"
        case .torn(let place): "the answer of \(place) ended before its last line"
        case .unexpected(let place, let reason): "can't read the answer of \(place): \(reason)"
        case .otherVersion(let place, let found, let known):
            "the tables in \(place) have format \(found), and this version of Tally uses format \(known)"
        case .foreignTables(let place, let table): "\(place) has a table `\(table)` that Tally did not create"
        case .empty(let place): "\(place) has no samples that Tally pushed"
        case .severalStores(let place, let person, let stores):
            "\(place) has the person `\(person)` from \(stores.count) stores: \(stores.joined(separator: ", "))"
        case .cancelled: "interrupted"
        }
    }

    package var advice: String {
        switch self {
        case .address(_, let help), .insecure(_, let help), .missingProgram(_, let help): help
        case .notReachable: "check the address, and that the server is running"
        case .busy: "wait until the server is running, and try again"
        case .server(_, let code, _):
            switch code {
            case 192, 193, 194, 516: "check the user and the password"
            case 81: "create the database first"
            default: "the answer of the server is quoted as it is"
            }
        case .torn: "run the query again; if it fails again, look into the server's log"
        case .unexpected: "check that the address is that of the engine's HTTP port"
        case .otherVersion: "push into another database, or use the version of Tally that made the tables"
        case .foreignTables: "push into another database"
        case .empty: "push a store with `tally push`"
        case .severalStores(_, _, let stores): "choose a store: add `?store=\(stores.first ?? "")` to the address"
        case .cancelled: "run the command again"
        }
    }

    /// True if the address or an option is wrong.
    /// True if the same request can succeed soon.
    var isTransient: Bool {
        switch self {
        case .notReachable, .busy, .server(_, code: 202, _): true
        default: false
        }
    }

    package var isWrongUse: Bool {
        switch self {
        case .address, .insecure: true
        default: false
        }
    }
}

extension EngineFailure: CustomStringConvertible {
    package var description: String { self == .cancelled ? message : "\(message); \(advice)" }
}
