package import HealthModel

/// A statement or a command that changes a store. All of its writes are taken back together.
package struct StoreDeed: Sendable {
    /// Tells the deed from others, also from those of other processes.
    package let token: Int64
    package let text: String
    package let time: Instant

    package init(_ text: String, at time: Instant) {
        token = Int64.random(in: 1 ... .max)
        (self.text, self.time) = (text, time)
    }
}

/// A change of a store that can be taken back: the writes of one deed, or one write of a program without a deed.
package struct UndoStep: Hashable, Sendable {
    /// The first and the last change number. Together, they name the step and its extent.
    package var first: Int64
    package var last: Int64
    /// The text of the deed; nil for a write of another program.
    package var text: String?
    package var time: Instant?
    /// True if another program wrote in the middle of the deed, which is therefore taken back, too.
    package var hasOthers: Bool
    /// The reason why it can't be taken back; nil if it can.
    package var obstacle: Obstacle?

    package enum Obstacle: String, Sendable {
        /// A person was forgotten, of whom nothing may remain.
        case forgottenPerson
        /// A program wrote to a store in memory without a deed.
        case untracked
    }

    package init(
        first: Int64, last: Int64, text: String?, time: Instant?, hasOthers: Bool = false, obstacle: Obstacle? = nil
    ) {
        (self.first, self.last, self.text, self.time) = (first, last, text, time)
        (self.hasOthers, self.obstacle) = (hasOthers, obstacle)
    }
}

/// How taking back a step would change a store.
package struct UndoEffect: Equatable, Sendable {
    /// Samples, workouts, correlations or summaries of a metric.
    package struct Part: Equatable, Sendable {
        package enum Kind: Int, Sendable {
            /// They were added, and go.
            case going
            /// They were deleted, and come back.
            case returning
            /// They stay, and get back what was recorded about them, such as metadata.
            case restored
        }

        package var person: String
        package var metric: MetricID
        package var kind: Kind
        package var count: Int
        /// The first and the last start; nil if not known.
        package var starts: ClosedRange<Int64>?

        package init(person: String, metric: MetricID, kind: Kind, count: Int, starts: ClosedRange<Int64>?) {
            (self.person, self.metric, self.kind, self.count, self.starts) = (person, metric, kind, count, starts)
        }
    }

    /// Something else that gets back its earlier value.
    package enum Other: Hashable, Sendable {
        /// A setting of the store or of a person, such as a goal.
        case setting(String, person: String?)
        case sourceOrder(MetricID, person: String)
        /// A person that was added, renamed, or got another time zone.
        case person(String)
        case attribute(String, person: String)
        /// The name of a source, as printed.
        case sourceName(String)
        /// The unit of a metric that Tally doesn't know.
        case unit(MetricID)
    }

    package var parts: [Part] = []
    package var others: [Other] = []

    package init() {}
}

/// A store that can take back its last changes, the newest first.
package protocol UndoKeeping: SampleStorage {
    /// Assigns the writes of this process from now on to a deed, or to none. Returns the deed so far.
    @discardableResult
    func begin(_ deed: StoreDeed?) -> StoreDeed?
    /// Returns the steps that the store keeps, newest first.
    func undoSteps() throws -> [UndoStep]
    /// Returns the changes that taking back `step` would make. It must be the newest step.
    func effect(of step: UndoStep) throws -> UndoEffect
    /// Takes back `step`. Returns false and leaves the store unchanged if the store has a newer step.
    ///
    /// Readers of numbered changes from before must start again, because numbers are never used twice.
    func undo(_ step: UndoStep) throws -> Bool
}
