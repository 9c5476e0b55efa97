package import StorageModel
@_spi(Guests) package import TallyKit
import TerminalText

/// The warehouses that a session can reach.
package struct ReachableWarehouses: Sendable {
    /// Nil if the program reaches none.
    private let driver: (any WarehouseDriver)?
    private let login: WarehouseLogin
    /// True if the user interrupted what runs.
    package let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - driver: Reaches them; nil for none.
    ///   - passwordFile: A file with the password, which only its owner can read.
    ///   - isInsecure: True if unencrypted requests may leave this machine.
    package init(
        by driver: (any WarehouseDriver)? = nil, passwordFile: String? = nil, isInsecure: Bool = false,
        environment: [String: String] = [:], isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.driver = driver
        login = WarehouseLogin(passwordFile: passwordFile, isInsecure: isInsecure, environment: environment)
        self.isCancelled = isCancelled
    }

    /// Returns true if a text is the address of a warehouse, not the path of a file.
    package func isAddress(_ text: String) -> Bool { driver?.isAddress(text) ?? false }

    /// Returns the warning about a password in an address; nil if there is none.
    package func warning(about address: String) -> String? { driver?.warning(about: address) }

    /// Returns the place with an address, or throws before anything is sent.
    package func site(at address: String) throws -> any WarehouseSite {
        guard let driver else { throw CommandError(.unavailable, "this program can't reach engines") }
        return try driver.site(at: address, by: login)
    }

    /// Opens a warehouse with pushed samples.
    package func open(_ address: String) throws -> any SampleStorage {
        try WarehouseStore(try site(at: address).open(isCancelled: isCancelled))
    }
}

extension CommandError {
    /// Creates the error for a warehouse that a command needs and can't use; nil if something else failed.
    package init?(ofWarehouse error: any Error) {
        switch error {
        case let failure as WarehouseFailure:
            self.init(failure.cause == .wrongUse ? .wrong : .unavailable, ScreenText.visible("\(failure)"))
        case is CancellationError: self.init(.interrupted, "interrupted")
        default: return nil
        }
    }
}
