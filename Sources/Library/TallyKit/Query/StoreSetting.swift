/// The settings that are kept in a store.
package enum StoreSetting {
    package static let zone = "zone"
}
