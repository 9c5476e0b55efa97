/// Signs in cells for people.
package enum CellSign {
    /// An unknown value.
    package static let null = "·"
    /// Follows the time of a partial row.
    package static let partial = "~"
}
