/// The rights of apps to run a statement (S10.4).
package enum StatementAccess: Hashable, Sendable {
    /// The statement neither reads nor changes what a store keeps.
    case anyone
    /// The statement reads and writes the store as the app: what it may see, and as itself.
    case asApp
    /// Only the owner can do this. The text goes after `APP can't`.
    case ownerOnly(String)
}

/// The part of a store that a statement needs.
package enum StoreDemand: Hashable, Sendable {
    /// Nothing, or answers.
    case answers
    /// Single samples, which stay in a warehouse.
    case singleSamples
    /// The history of changes.
    case changes
    /// A store that can be written: the statement changes samples, people or rights.
    case writing
    /// A store that keeps settings: the statement changes one of them.
    case keptSettings

    /// True if the statement changes the store.
    package var isChange: Bool { self == .writing || self == .keptSettings }
}

/// Facts about a kind of statement.
package struct StatementTraits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Clauses can follow, so an extra word can be a misspelled clause.
    package static let clauses = Self(rawValue: 1 << 0)
    /// It may change settings, names or the store, so that the same query may have another answer.
    package static let changesMeanings = Self(rawValue: 1 << 1)
    /// Unknown names in it can be words for times.
    package static let times = Self(rawValue: 1 << 2)
    /// It prints rows, which `expect` can check.
    package static let rows = Self(rawValue: 1 << 3)
    /// It checks another statement, so a script with it is a test.
    package static let test = Self(rawValue: 1 << 4)
    /// It can be the solution of a task in a lesson.
    package static let solution = Self(rawValue: 1 << 5)
    /// It prints until the user stops it, so its output cannot be held back.
    package static let live = Self(rawValue: 1 << 6)
    /// Its names never mean saved queries, or it works on their files itself.
    package static let noSavedNames = Self(rawValue: 1 << 7)
    /// Its example needs a file, a name or an answer that may not exist, so it is not a suggestion.
    package static let needyExample = Self(rawValue: 1 << 8)
}

/// The definition of a statement: its words, its help, and what it needs and changes.
package struct StatementDefinition: Sendable {
    /// The words that start the statement.
    package let phrase: String
    /// The form in the table of the language; nil if another form includes the statement.
    let form: Grammar.Entry?
    /// The right of an app to run the statement.
    package let access: StatementAccess
    package let demand: StoreDemand
    package let traits: StatementTraits

    init(_ phrase: String, _ access: StatementAccess, demand: StoreDemand = .answers, _ traits: StatementTraits = []) {
        self.phrase = phrase
        form = nil
        self.access = access
        self.demand = demand
        self.traits = traits
    }

    init(
        _ phrase: String, _ syntax: String, _ summary: String, example: String, _ access: StatementAccess,
        demand: StoreDemand = .answers, _ traits: StatementTraits = []
    ) {
        self.phrase = phrase
        form = Grammar.Entry(.statement, phrase, syntax, summary, example)
        self.access = access
        self.demand = demand
        self.traits = traits
    }
}
