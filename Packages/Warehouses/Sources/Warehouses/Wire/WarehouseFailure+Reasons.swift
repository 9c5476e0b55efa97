@_spi(Guests) import TallyKit

extension WarehouseFailure {
    /// The address is wrong. No request was sent.
    static func address(_ reason: String, help: String) -> WarehouseFailure { WarehouseFailure(.wrongUse, reason, advice: help) }

    /// Something about secrets or encryption is not allowed. No request was sent.
    static func insecure(_ reason: String, help: String) -> WarehouseFailure { WarehouseFailure(.wrongUse, reason, advice: help) }

    /// A program that Tally starts is missing.
    static func missingProgram(_ name: String, help: String) -> WarehouseFailure {
        WarehouseFailure(.lasting, "the program `\(name)` is not installed", advice: help)
    }

    /// There was no answer.
    static func notReachable(place: String, reason: String) -> WarehouseFailure {
        WarehouseFailure(
            .passing, "no answer from \(place): \(reason)", advice: "check the address, and that the server is running")
    }

    /// A proxy or the server itself answered that nobody can work on the request now.
    static func busy(place: String, status: Int) -> WarehouseFailure {
        WarehouseFailure(
            .passing, "\(place) does not work at the moment: HTTP status \(status)",
            advice: "wait until the server is running, and try again")
    }

    /// The warehouse reports an error.
    static func server(place: String, code: Int?, text: String) -> WarehouseFailure {
        let advice =
            switch code {
            case 192, 193, 194, 516: "check the user and the password"
            case 81: "create the database first"
            default: "the answer of the server is quoted as it is"
            }
        // With this code, the server has too many queries.
        return WarehouseFailure(
            code == 202 ? .passing : .lasting, "\(place) reports \(code.map { "error \($0)" } ?? "an error"): \(text)", advice: advice)
    }

    /// The answer ended before its last line.
    static func torn(place: String) -> WarehouseFailure {
        WarehouseFailure(
            .lasting, "the answer of \(place) ended before its last line",
            advice: "run the query again; if it fails again, look into the server's log")
    }

    /// The tables were written by another version.
    static func otherVersion(place: String, found: Int) -> WarehouseFailure {
        WarehouseFailure(
            .lasting, "the tables in \(place) have format \(found), and this version of Tally uses format \(WarehouseTable.version)",
            advice: "push into another database, or use the version of Tally that made the tables")
    }

    /// The tables were written by another program.
    static func foreignTables(place: String, table: String) -> WarehouseFailure {
        WarehouseFailure(
            .lasting, "\(place) has a table `\(table)` that Tally did not create", advice: "push into another database")
    }
}
