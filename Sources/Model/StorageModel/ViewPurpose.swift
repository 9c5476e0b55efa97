/// The purpose of a view of a store.
package enum ViewPurpose: String, Sendable {
    /// Checking a script or typed text before it runs.
    case check
    /// Answering or explaining a query.
    case answer
    /// Updating the sums of quarter hours.
    case sumUp = "sum up"
    /// Looking up other data that a statement needs, such as a unit or the zone.
    case lookUp = "look up"

    /// Receives the purpose of each view that a task opens; nil for no observer.
    @TaskLocal package static var observer: (@Sendable (ViewPurpose) -> Void)?
}
