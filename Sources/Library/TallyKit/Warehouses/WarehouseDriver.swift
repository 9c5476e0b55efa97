/// Reaches warehouses by their addresses. The package `Warehouses` has one, which the program gives to its sessions.
@_spi(Guests)
public protocol WarehouseDriver: Sendable {
    /// Returns true if a text is the address of a warehouse, not the path of a file.
    func isAddress(_ text: String) -> Bool

    /// Returns the warning about a password in an address, which others can see; nil if there is none, or if the address is wrong.
    func warning(about address: String) -> String?

    /// Reads an address and finds the secrets, or throws before anything is sent.
    func site(at address: String, by login: WarehouseLogin) throws(WarehouseFailure) -> any WarehouseSite
}

/// The user's choices for reaching a warehouse.
@_spi(Guests)
public struct WarehouseLogin: Sendable {
    /// A file with the password, which only its owner can read.
    public var passwordFile: String?
    /// True if unencrypted requests may leave this machine.
    public var isInsecure: Bool
    /// The environment of this process, which can have the password.
    public var environment: [String: String]

    /// Creates the choices.
    public init(passwordFile: String? = nil, isInsecure: Bool = false, environment: [String: String] = [:]) {
        (self.passwordFile, self.isInsecure, self.environment) = (passwordFile, isInsecure, environment)
    }
}

/// A warehouse at an address, before it is opened.
@_spi(Guests)
public protocol WarehouseSite {
    /// The address, without a password.
    var place: String { get }
    /// The id of the only store that the address names; nil for all.
    var store: String? { get }

    /// Opens what was pushed here.
    func open(isCancelled: @escaping @Sendable () -> Bool) throws -> any WarehouseClient

    /// Prepares a push of the store with an id.
    func push(of store: String, isCancelled: @escaping () -> Bool) throws -> any WarehousePush
}

/// Writes the parts of one store into a warehouse.
@_spi(Guests)
public protocol WarehousePush: AnyObject {
    /// The number of rows that were written.
    var rowCount: Int { get }
    /// The number of parts that were written.
    var pieceCount: Int { get }
    /// The number of parts that were up to date.
    var unchangedCount: Int { get }
    /// The number of parts that the store no longer has.
    var removedCount: Int { get }

    /// Writes a part, unless the warehouse has it. It may be written together with later ones.
    func add(_ piece: WarehousePiece) throws

    /// Writes the remaining parts. Removes parts that the store no longer has, and rows of stopped pushes.
    func finish() throws
}
