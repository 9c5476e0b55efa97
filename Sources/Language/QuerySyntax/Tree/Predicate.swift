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
    /// `after 14:00`, `in the morning`: the time of day at which a sample or a row starts
    case timeOfDay(TimeOfDayPhrase)
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
        case .timeOfDay(let phrase): phrase.range
        case .compare(let field, _, let literal), .equals(let field, let literal, _), .between(let field, _, let literal):
            field.range.union(literal.range)
        case .text(let field, _, let operand): field.range.union(operand.range)
        }
    }
}

/// A condition on the time of day without a field.
package struct TimeOfDayPhrase: Sendable {
    package enum Kind: Sendable {
        /// `after 14:00`: 14:00 or later
        case after(Literal)
        /// `before noon`
        case before(Literal)
        /// `between 22:00 and 06:00`: excludes the second time
        case between(Literal, Literal)
        /// `in the morning`, `at night`
        case part(DayPart)
    }

    package var kind: Kind
    /// The same words as a name, such as `at night`, which a `let` or a column can have; nil if the words can't be a name.
    package var name: Name?
    package var range: SourceRange
}

package struct Field: Sendable {
    package enum Kind: Sendable {
        case value, source, device, product, start, end
        /// A sample's length, or the column of the aggregate `duration`
        case duration
        case created
        case profile(Profile)
        /// `time of day`: of the start
        case timeOfDay
        /// `metadata "HKFoodType"`
        case metadata(TextOperand)
        /// A column of a result, or a field of workouts
        case column(Column)
    }

    package var kind: Kind
    package var range: SourceRange

    package init(_ kind: Kind, range: SourceRange) {
        self.kind = kind
        self.range = range
    }

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
