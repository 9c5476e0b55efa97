import Foundation
import Testing

import EngineStorage

@Suite("Addresses of engines")
struct AddressTests {
    @Test("An address of ClickHouse has user, host, port and database")
    func clickHouse() throws {
        let address = try EngineAddress("clickhouse://ann%40home@[::1]:9000/study?store=ab12")
        #expect(address.user == "ann@home")
        #expect(address.host == "::1")
        #expect(address.port == 9000)
        #expect(address.database == "study")
        #expect(address.store == "ab12")
        #expect(address.isLoopback)
        #expect(try EngineAddress("clickhouse://host/d").port == 8123)
        #expect(try EngineAddress("clickhouse+https://host/d").port == 8443)
    }

    @Test("An address of Spark has a master and a folder")
    func spark() throws {
        let cluster = try EngineAddress("spark://master:7077/data/study")
        #expect(cluster.master == "spark://master:7077")
        #expect(cluster.folder == "/data/study")
        let local = try EngineAddress("spark:local[2]/data/study/")
        #expect(local.master == "local[2]")
        #expect(local.folder == "/data/study")
        #expect(local.masked == "spark:local[2]/data/study")
    }

    @Test("A password is not printed")
    func masking() throws {
        let text = "clickhouse://ann:s3cret@host/d"
        #expect(try EngineAddress(text).masked == "clickhouse://ann:***@host:8123/d")
        // Also not in errors.
        #expect(throws: EngineFailure.self) { try EngineAddress("clickhouse://ann:s3cret@host:x/d") }
        do {
            _ = try EngineAddress("clickhouse://ann:s3cret@host:x/d")
        } catch {
            #expect(!"\(error)".contains("s3cret"))
        }
    }

    @Test(
        "A wrong address is refused",
        arguments: [
            "clickhouse:host/d", "clickhouse:///d", "clickhouse://host", "clickhouse://host:0/d", "clickhouse://host:70000/d",
            "clickhouse://host/a/b", "clickhouse://ho st/d", "clickhouse://host/d?x=1", "clickhouse://host/%zz", "clickhouse://host/%0A",
            "spark://master:7077", "spark:mesos/folder", "spark:local[2]/../etc", "postgres://host/d",
        ])
    func wrongAddresses(text: String) {
        #expect(throws: EngineFailure.self) { try EngineAddress(text) }
    }

    @Test("Plain HTTP to another machine is refused, unless it is allowed")
    func encryption() throws {
        func access(_ text: String, insecure: Bool = false) throws {
            _ = try EngineAccess(to: EngineAddress(text), isInsecure: insecure, environment: [:])
        }
        #expect(throws: EngineFailure.self) { try access("clickhouse://192.0.2.1/d") }
        #expect(throws: EngineFailure.self) { try access("clickhouse://127.0.0.1.example.com/d") }
        try access("clickhouse://192.0.2.1/d", insecure: true)
        try access("clickhouse+https://192.0.2.1/d")
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"] { try access("clickhouse://\(host)/d") }
    }

    @Test("The password file comes before the environment, and that before the address")
    func passwords() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-password-\(UUID().uuidString)")
        try Data("from file\n".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let address = try EngineAddress("clickhouse://ann@localhost/d")
        let environment = ["TALLY_CLICKHOUSE_PASSWORD": "from environment"]
        #expect(try EngineAccess(to: address, environment: environment).password == "from environment")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path)
        #expect(throws: EngineFailure.self) {
            try EngineAccess(to: address, passwordFile: folder.path, environment: environment)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path)
        #expect(try EngineAccess(to: address, passwordFile: folder.path, environment: environment).password == "from file")
        #expect(throws: EngineFailure.self) { try EngineAccess(to: address, passwordFile: "/nowhere", environment: environment) }
    }
}
