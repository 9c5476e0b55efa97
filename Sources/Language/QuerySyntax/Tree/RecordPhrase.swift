package import QueryDiagnostics
package import QueryVocabulary

/// A superlative of workouts, as written: `longest run over 5 km by distance`, `fastest 5 km`.
package struct RecordPhrase: Sendable {
    package var word: RecordWord
    /// The number of rows, or of a distance: `longest 3 runs`, `fastest 5 km`.
    package var number: NumberLiteral?
    /// The activity, `workout`, or the unit of a distance.
    package var noun: Name
    /// `over 5 km`, `over 30 min`
    package var least: Literal?
    /// `by distance`
    package var column: Name?
    package var range: SourceRange

    package init(_ word: RecordWord, _ number: NumberLiteral?, _ noun: Name, range: SourceRange) {
        (self.word, self.number, self.noun, self.range) = (word, number, noun, range)
    }
}

extension RecordPhrase: Placed {
    func moved(_ transplant: Transplant) -> RecordPhrase {
        var moved = placed(transplant)
        (moved.number, moved.noun) = (number.moved(transplant), noun.moved(Transplant(to: transplant.range)))
        (moved.least, moved.column) = (least.moved(transplant), column.moved(Transplant(to: transplant.range)))
        return moved
    }
}
