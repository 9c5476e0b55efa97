/// What a view of a store is opened for.
package enum ViewPurpose: String, Sendable {
    /// To check a script, or what was typed, before it runs.
    case check
    /// To answer a query, or to explain it.
    case answer
    /// To bring sums of quarter hours up to date.
    case sumUp = "sum up"
    /// To look up what else a statement needs, such as a unit or the zone.
    case lookUp = "look up"

    /// Is told of each view that a task opens; nil tells nobody.
    @TaskLocal package static var observer: (@Sendable (ViewPurpose) -> Void)?
}
