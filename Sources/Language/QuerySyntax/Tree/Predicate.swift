package import CalendarIntervals
package import QueryDiagnostics
package import QueryVocabulary

/// A condition on samples or rows.
package indirect enum Predicate: Sendable {
    /// `a or b or c`: two or more
    case or([Predicate])
    /// `a and b`: two or more
    case and([Predicate])
    case not(Predicate, SourceRange)
    /// A `let` with a condition
    case name(Name)
    /// `entered by user`
    case enteredByUser(SourceRange)
    /// `value > 150 bpm`
    case compare(Field, Comparison, Literal)
    /// `value is asleep`, `value is not asleep`
    case equals(Field, Literal, negated: Bool)
    /// `value is missing`
    case isMissing(Field, negated: Bool, SourceRange)
    /// `hour of day between 9 and 17`: includes both ends
    case between(Field, Literal, Literal)
    /// `value in (core, deep, rem)`
    case oneOf(Field, [Literal], SourceRange)
    /// `source contains "Watch"`
    case text(Field, TextMatch, TextOperand)

    package var range: SourceRange {
        switch self {
        case .or(let parts), .and(let parts):
            parts.dropFirst().reduce(parts.first?.range ?? SourceRange(at: 0)) { $0.union($1.range) }
        case .not(_, let range), .enteredByUser(let range), .isMissing(_, _, let range), .oneOf(_, _, let range): range
        case .name(let name): name.range
        case .compare(let field, _, let literal), .equals(let field, let literal, _), .between(let field, _, let literal):
            field.range.union(literal.range)
        case .text(let field, _, let operand): field.range.union(operand.range)
        }
    }
}

package struct Field: Sendable {
    package enum Kind: Sendable {
        case value, source, device, product, start, end
        /// A sample's length, or the column of the aggregate `duration`
        case duration
        case created
        case profile(Profile)
        /// `metadata "HKFoodType"`
        case metadata(TextOperand)
        /// A column of a result, or a field of workouts
        case column(Column)
    }

    package var kind: Kind
    package var range: SourceRange

    /// True if it is compared with dates and times.
    package var isTime: Bool {
        switch kind {
        case .start, .end, .created: true
        case .column(.name(let name)): name.isDate
        default: false
        }
    }
}

extension Name {
    /// True for `date`, the date of a sample's start or of a row, unless something else has this name.
    package var isDate: Bool { !isQuoted && key == "date" }
}

package enum TextMatch: String, Sendable, CaseIterable {
    case contains = "contains"
    case startsWith = "starts with"
    /// A regular expression
    case matches = "matches"
}
