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
}
