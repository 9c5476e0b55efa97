import QueryVocabulary

extension RecordPhrase {
    /// The meaning of a noun.
    package enum Noun: Sendable {
        case workouts
        /// The short name of an activity.
        case activity(String)
        /// A distance in a unit, by its symbol.
        case distance(String)
    }

    /// Returns the query that the words stand for; nil if they mean nothing.
    ///
    /// - Parameter meaning: The meaning of the noun.
    package func query(_ meaning: Noun) -> Query? {
        guard let text = text(meaning), case .query(let query)? = Parser.parse(text).statements.first?.kind else { return nil }
        return Transplant(to: range)(query)
    }

    private func text(_ meaning: Noun) -> String? {
        var conditions: [String] = []
        switch meaning {
        case .distance(let symbol):
            guard word == .fastest, least == nil, column == nil else { return nil }
            let unit = Spelling(of: symbol) == nil ? symbol : "`\(symbol)`"
            // On Android, this distance has rides and all other activities, too.
            let onFoot = "where activity in (running, walking, hiking)"
            return "fastest \(number?.text ?? "1") \(unit) of distanceWalkingRunning at by workout | \(onFoot) | bottom 1 by fastest"
        case .workouts: break
        case .activity(let name): conditions.append("activity = \(name)")
        }
        let column = column?.text.lowercased() ?? word.column
        guard let count = number.map({ Int($0.text) }) ?? 1, RecordWord.columns.contains(column) else { return nil }
        if let least { conditions.append("\(least.isTime ? "duration" : "distance") > \(Phrases().literal(least))") }
        let condition = conditions.isEmpty ? "" : " where " + conditions.joined(separator: " and ")
        let pace = column == RecordWord.pace ? " | derive pace = duration / distance" : ""
        return "samples of workouts\(condition)\(pace) | \(word.ranking.rawValue) \(count) by \(column)"
    }
}

extension Literal {
    /// True for a length of time: `30 min`, `1h`.
    fileprivate var isTime: Bool {
        switch self {
        case .duration: true
        case .number(_, let unit?): ["min", "h", "hr", "hours", "minutes", "s"].contains(unit.text.lowercased())
        default: false
        }
    }
}
