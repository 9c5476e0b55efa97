import Foundation
@_spi(Guests) import TallyKit
import Testing
@_spi(Guests) import Warehouses

@Suite("The driver of warehouses")
struct DriverTests {
    private let driver = KnownWarehouses()

    @Test(
        "Knows addresses from paths",
        arguments: [
            ("clickhouse://host/d", true), ("ClickHouse+HTTPS://host/d", true), ("spark:local[2]/data", true), ("spark.tally", false),
            ("/data/clickhouse", false), ("postgres://host/d", false),
        ])
    func recognition(text: String, isAddress: Bool) { #expect(driver.isAddress(text) == isAddress) }

    @Test("Warns about a password in an address, and only about that")
    func warnings() {
        #expect(driver.warning(about: "clickhouse://ann:pw@host/d")?.contains("--password-file") == true)
        #expect(driver.warning(about: "clickhouse://ann@host/d") == nil)
        #expect(driver.warning(about: "clickhouse://ann:pw@host:x/d") == nil)
    }

    @Test("A place is known before anything is sent, and a program that is missing is reported")
    func sites() throws {
        let site = try driver.site(at: "clickhouse://ann:pw@localhost/d?store=ab12", by: WarehouseLogin(environment: ["PATH": "/nowhere"]))
        #expect(site.place == "clickhouse://ann:***@localhost:8123/d?store=ab12")
        #expect(site.store == "ab12")
        let failure = #expect(throws: WarehouseFailure.self) { try site.open { false } }
        #expect(failure?.message == "the program `curl` is not installed")
        #expect(failure?.cause == .lasting)
        #expect(throws: WarehouseFailure.self) { try driver.site(at: "clickhouse://192.0.2.1/d", by: WarehouseLogin()) }
    }

    /// Returns the statements of a push to a server that answers with these rows, and the failure of the push.
    private func push(ledger: String, batches: String) throws -> (statements: String, failure: WarehouseFailure?) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "driver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "log").path
        let script = """
            #!/bin/sh
            file=$(sed -n 's/^data-binary = "@\\(.*\\)"$/\\1/p')
            cat "$file" >> '\(log)'
            names='{"name": "a"}'
            rows=
            case $(cat "$file") in
            *system.columns* | *'toString(batch), toString(sequence)'*) names="$names, $names" ;;
            *system.tables*) rows='["tally"]' ;;
            *'DISTINCT version'*) rows='["\(WarehouseTable.version)"]' ;;
            *argMax*digest*) rows='\(ledger)'; names="$names, $names, $names, $names, $names, $names, $names" ;;
            *'DISTINCT toString(batch)'*) rows='\(batches)' ;;
            esac
            count=$(printf %s "$rows" | tr -cd '[' | wc -c)
            printf '{"meta": [%s], "data": [%s], "rows": %d}' "$names" "$rows" "$count"
            printf '\\n200' >&2
            """
        let program = folder.appending(path: "curl").path
        try Data(script.utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let login = WarehouseLogin(environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        var failure: WarehouseFailure?
        do {
            try driver.site(at: "clickhouse://localhost/d", by: login).push(of: "ab12") { false }.finish()
        } catch let error as WarehouseFailure {
            failure = error
        }
        return (try String(contentsOfFile: log, encoding: .utf8), failure)
    }

    @Test("The folder of a process that was killed is deleted an hour later")
    func abandoned() throws {
        // No process has such a number.
        let folders = (0..<2).map { _ in
            FileManager.default.temporaryDirectory.appending(path: "tally-engine-2000000000-\(UUID().uuidString)")
        }
        for folder in folders { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folders[0].path)
        _ = try push(ledger: "", batches: "")
        #expect(folders.map { FileManager.default.fileExists(atPath: $0.path) } == [false, true])
    }

    @Test("Whole numbers of a server become a part of a statement, and other answers are errors")
    func answers() throws {
        let line = #"["rows", "p", "t", "0", "1", "2", "3"]"#
        let honest = try push(ledger: line, batches: #"["5"]"#)
        #expect(honest.failure == nil && honest.statements.contains("batch IN (5)"))
        let hostile = try push(ledger: "", batches: #"["1); DROP TABLE canary; --"], ["5"]"#)
        #expect(hostile.failure?.message.contains("`1); DROP TABLE canary; --` is not a whole number") == true)
        #expect(!hostile.statements.contains("canary"))
        for wrong in [#"["rows", "p", "t", "0", "x", "2", "3"]"#, #"["rows", "p", "t", "0", "1", "2", "18446744073709551615"]"#] {
            #expect(try push(ledger: wrong, batches: "").failure?.message.contains("can't read the answer") == true)
        }
    }
}
