@_spi(Guests) public import TallyKit

/// Reaches the warehouses that Tally knows: ClickHouse and Spark, each through its own client program.
@_spi(Guests)
public struct KnownWarehouses: WarehouseDriver {
    /// Creates the driver.
    public init() {}

    /// Returns true if a text begins like one of the addresses.
    public func isAddress(_ text: String) -> Bool { WarehouseAddress.isAddress(text) }

    /// Returns the warning about a password in an address; nil if there is none.
    public func warning(about address: String) -> String? {
        guard let address = try? WarehouseAddress(address), address.password != nil else { return nil }
        return "the address has a password, which others can see in lists of processes and in histories; "
            + "use \(WarehouseAccess.variable) or --password-file"
    }

    /// Reads an address, and finds the password.
    public func site(at address: String, by login: WarehouseLogin) throws(WarehouseFailure) -> any WarehouseSite {
        let address = try WarehouseAddress(address)
        return KnownSite(address: address, access: try WarehouseAccess(to: address, by: login))
    }
}

private struct KnownSite: WarehouseSite {
    let address: WarehouseAddress
    let access: WarehouseAccess

    var place: String { address.masked }
    var store: String? { address.store }

    func open(isCancelled: @escaping @Sendable () -> Bool) throws -> any WarehouseClient {
        switch address.kind {
        case .clickhouse: try ClickHouseClient(try ClickHouseServer(address, access: access), isCancelled: isCancelled)
        case .cluster: try SparkClient(try SparkSession(address, access: access), isCancelled: isCancelled)
        }
    }

    func push(of store: String, isCancelled: @escaping () -> Bool) throws -> any WarehousePush {
        switch address.kind {
        case .clickhouse: try ClickHousePush(try ClickHouseServer(address, access: access), store: store, isCancelled: isCancelled)
        case .cluster: try SparkPush(try SparkSession(address, access: access), store: store, isCancelled: isCancelled)
        }
    }
}
