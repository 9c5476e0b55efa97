import Foundation
@_spi(Guests) import TallyKit
import Testing
@_spi(Guests) import Warehouses

@Suite("Addresses of warehouses")
struct AddressTests {
    @Test("An address of ClickHouse has user, host, port and database")
    func clickHouse() throws {
        let address = try WarehouseAddress("clickhouse://ann%40home@[::1]:9000/study?store=ab12")
        #expect(address.user == "ann@home")
        #expect(address.host == "::1")
        #expect(address.port == 9000)
        #expect(address.database == "study")
        #expect(address.store == "ab12")
        #expect(address.isLoopback)
        #expect(try WarehouseAddress("clickhouse://host/d").port == 8123)
        #expect(try WarehouseAddress("clickhouse+https://host/d").port == 8443)
    }

    @Test("An address of Spark has a master and a folder")
    func spark() throws {
        let cluster = try WarehouseAddress("spark://master:7077/data/study")
        #expect(cluster.master == "spark://master:7077")
        #expect(cluster.folder == "/data/study")
        let local = try WarehouseAddress("spark:local[2]/data/study/")
        #expect(local.master == "local[2]")
        #expect(local.folder == "/data/study")
        #expect(local.masked == "spark:local[2]/data/study")
    }

    @Test("A password is not printed")
    func masking() throws {
        let text = "clickhouse://ann:s3cret@host/d"
        #expect(try WarehouseAddress(text).masked == "clickhouse://ann:***@host:8123/d")
        // Also not in errors.
        #expect(throws: WarehouseFailure.self) { try WarehouseAddress("clickhouse://ann:s3cret@host:x/d") }
        do {
            _ = try WarehouseAddress("clickhouse://ann:s3cret@host:x/d")
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
        #expect(throws: WarehouseFailure.self) { try WarehouseAddress(text) }
    }

    @Test("Plain HTTP to another machine is refused, unless it is allowed")
    func encryption() throws {
        func access(_ text: String, insecure: Bool = false) throws {
            _ = try WarehouseAccess(to: WarehouseAddress(text), by: WarehouseLogin(isInsecure: insecure))
        }
        #expect(throws: WarehouseFailure.self) { try access("clickhouse://192.0.2.1/d") }
        #expect(throws: WarehouseFailure.self) { try access("clickhouse://127.0.0.1.example.com/d") }
        try access("clickhouse://192.0.2.1/d", insecure: true)
        try access("clickhouse+https://192.0.2.1/d")
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"] { try access("clickhouse://\(host)/d") }
    }

    @Test("The password file comes before the environment, and that before the address")
    func passwords() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-password-\(UUID().uuidString)")
        try Data("from file\n".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let address = try WarehouseAddress("clickhouse://ann@localhost/d")
        let environment = ["TALLY_CLICKHOUSE_PASSWORD": "from environment"]
        func password(in file: String? = nil) throws -> String? {
            try WarehouseAccess(to: address, by: WarehouseLogin(passwordFile: file, environment: environment)).password
        }
        #expect(try password() == "from environment")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path)
        #expect(throws: WarehouseFailure.self) { try password(in: folder.path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path)
        #expect(try password(in: folder.path) == "from file")
        #expect(throws: WarehouseFailure.self) { try password(in: "/nowhere") }
    }
}
