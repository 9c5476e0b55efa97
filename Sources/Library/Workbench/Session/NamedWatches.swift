import QuerySyntax
import TallyKit

/// The named watches of a session, in the order in which they began.
struct NamedWatches {
    /// A session has at most this many, because each of them computes its answer again after a change.
    static let greatestCount = 32

    var watches: [NamedWatch] = []
    /// Tells when to look at the store; nil before the first watch.
    var writes: StoreWait?

    subscript(name: Name) -> NamedWatch? { watches.first { $0.key == name.key } }

    mutating func remove(_ name: Name) { watches.removeAll { $0.key == name.key } }

    /// Adds a watch in place of one with the same name. Returns false if there are too many.
    mutating func add(_ watch: NamedWatch) -> Bool {
        if let index = watches.firstIndex(where: { $0.key == watch.key }) {
            watches[index] = watch
            return true
        }
        guard watches.count < Self.greatestCount else { return false }
        watches.append(watch)
        return true
    }
}

/// A watch that does not wait: `watch moving = sum steps by day`.
struct NamedWatch {
    let name: Name
    let statement: WatchStatement
    /// The text that the positions in the statement refer to.
    let source: SourceText
    /// The app that asks; nil for the owner.
    let actor: String?
    /// The periods that each have at most one answer.
    let rate: BucketSchedule?
    /// The last answer that it showed.
    var shown: WatchedAnswer
    /// The answer of the last look. Equal to `shown` unless the rows are the same.
    var looked: WatchedAnswer
    /// The next moment at which time may change the answer; nil if no idle look has found it yet.
    var nextLook: Instant?
    /// True if the condition of `until` holds.
    var isOver = false
    /// The reason why there is no answer any more; nil if there is one.
    var failure: String?
    /// The codes of the warnings and infos that were already reported.
    var reported: Set<DiagnosticCode> = []

    var key: String { name.key }
    /// The time before which no idle look is made: a slow answer waits ten times as long as it took.
    var restEnd: ContinuousClock.Instant { looked.end + .seconds(min(10 * looked.answer.seconds, 60)) }
}
