/// Signs that stand in cells for people.
package enum CellSign {
    /// Where nothing is known.
    package static let null = "·"
    /// Behind the time of a row that is not a whole bucket.
    package static let partial = "~"
}
