package import QueryDiagnostics
package import QueryVocabulary

/// One statement of a script as written. Its names are not resolved.
package struct Statement: Sendable {
    package var kind: StatementKind
    package var range: SourceRange
    /// The parser's diagnostics for this statement, sorted by position.
    package var diagnostics: [Diagnostic]

    package init(_ kind: StatementKind, range: SourceRange, diagnostics: [Diagnostic] = []) {
        self.kind = kind
        self.range = range
        self.diagnostics = diagnostics
    }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

package indirect enum StatementKind: Sendable {
    /// `sum steps by day`
    case query(Query)
    /// `let weekdays = where weekday is not sunday`
    case letBinding(LetStatement)
    /// `def typical(m: metric, n = 30) = average m by day`
    case definition(DefStatement)
    /// `param metric: metric = steps "the metric of the report"`
    case parameter(ParamStatement)
    /// `set priority of steps = "Watch", "iPhone"`
    case set(SetStatement)
    /// `assert sum steps yesterday = 500 within 1%`
    case assert(AssertStatement)
    /// `expect error E120: sum heartRate`
    case expect(Expectation)
    /// `explain plan sum steps by day`
    case explain(ExplainMode, Query)
    /// `watch sum steps today until >= 10000`, `watch moving = sum steps by day every hour`
    case watch(WatchStatement)
    /// `stop moving`; nil for `stop all`
    case stop(Name?)
    /// `changes of steps since anchor 3 limit 2 as json`
    case changes(ChangesStatement)
    /// `anchor of steps`
    case anchor(MetricReference)
    /// `act as "com.example.trends"`; nil for `act as owner`
    case actAs(TextOperand?)
    /// `allow "com.example.trends" to read steps, write activeEnergy`
    case decideAccess(AccessStatement)
    /// `show access of "com.example.trends"`; nil for all apps
    case showAccess(of: TextOperand?)
    /// `why 3`, `why 2024-03-10 14:00`
    case why(WhyTarget)
    /// `add 500 count steps from "Watch" at now for 10min`
    case add(AddStatement)
    /// `add summary on 2026-06-30 move 100 of 560 kcal, stand 8 of 12 hr`
    case addSummary(AddSummaryStatement)
    /// `load steps from "Watch" at 2025-01-01 08:00 every 10min: 100 _ 200x3 5+5x4`
    case load(LoadStatement)
    /// `delete samples of steps yesterday confirmed`
    case delete(DeleteStatement)
    /// `undo confirmed`. `undo` alone can also be the name of a query, which `query` reads.
    case undo(isConfirmed: Bool, query: Query?)
    /// `import "export.zip", "more.csv" for person P07`
    case importFiles(ImportStatement)
    /// `export heartRate since -30d to "hr.csv"`, `export everything pseudonymised to "study.csv"`
    case export(ExportStatement)
    /// `describe person P07`, `forget person P07 confirmed`, `rename person "" to P01`
    case person(PersonStatement)
    /// `define metric mood from 1 to 10`, `forget metric mood`
    case metric(MetricStatement)
    /// `forget watchSteps`, `forget weekly confirmed`
    case forget(Name, isConfirmed: Bool)
    /// `case "a walk counts once"`: starts a block of a script test, which ends at the next `case` or at the end
    case testCase(TextLiteral)
    /// `help`, `help running total`, `help E120`: the topic as written
    case help(Name?)
    /// `show sources of steps`
    case show(ListReference, of: MetricReference?, clauses: [Clause])
    /// `show electrocardiogram 3 as svg to "ecg.svg"`
    case showOne(ListReference, number: Count, output: Output?)
    /// `describe heartRate`
    case describe(MetricReference)
    /// `learn`, `learn 3`: the lesson as written
    case learn(Name?)
    /// `run "report.tally" --metric activeEnergy`
    case run(TextOperand, arguments: [Argument])
    /// `title "My week"`, `section "Sleep"`, `text "Only whole nights count."`
    case reportLine(ReportWord, TextOperand)
    /// `save morningSteps`
    case save(Name)
    /// `history`
    case history
    /// `open "other.tally"`
    case open(TextOperand)
    /// `quit`
    case quit
    /// `tally 2`: the edition of the language that a script is written in
    case edition(Int)
    /// A statement that can't be parsed; its diagnostics have the reason.
    case invalid
}

/// `let NAME = …`
package struct LetStatement: Sendable {
    package enum Value: Sendable {
        /// A query; also a lone name (`let m = steps`), which can also be another `let`, a metric or a unit: see `Query.loneName`.
        case query(Query)
        /// `where value > 100`
        case predicate(Predicate)
        /// `while sleep and not workouts`
        case intervals(IntervalSet)
        /// `-30d`, `2024-03-10`, `2024-Q1`, `now`, `monday 03:00`, `start of this week`, `exactly …`
        case when(When)
        /// `last 30 days`, `today`, `all time`
        case span(Span)
        /// `count/min`: a unit that can't be a name
        case unit(UnitText)
        /// A number (also `2024`), a duration, text, a time of day, `yes`, `no`
        case literal(Literal)
        /// `anchor of steps`: a number that is known when the statement runs
        case anchor(MetricReference)

        /// Creates the value of a name from a literal: of a `param`, an argument or the default of a formal.
        package init(_ literal: Literal) {
            switch literal {
            case .when(let when): self = .when(when)
            case .span(let span): self = .span(span)
            case .weekday(let day): self = .when(When(isExact: false, kind: .instant(.weekday(day, nil)), range: day.range))
            case .unit(let unit): self = .unit(unit)
            case .name(let name): self = .query(Query(.name(name)))
            case .number, .duration, .texts, .time, .bool, .zones, .times: self = .literal(literal)
            }
        }
    }

    package var name: Name
    package var value: Value

    package init(name: Name, value: Value) {
        self.name = name
        self.value = value
    }
}

/// A statement about the metrics that a store defines.
package enum MetricStatement: Sendable {
    case define(MetricDefinition)
    case forget(Name)
}

/// `define metric NAME [from LOW to HIGH] [in UNIT] [cumulative]`
package struct MetricDefinition: Sendable {
    package struct Scale: Sendable {
        package var low: NumberLiteral
        package var high: NumberLiteral
    }

    package var name: Name
    package var scale: Scale?
    package var unit: UnitText?
    package var isCumulative = false
}

/// `def NAME(formals) = query`
package struct DefStatement: Sendable {
    package var name: Name
    package var formals: [Formal]
    package var body: Query
}

/// `m: metric = steps`
package struct Formal: Sendable {
    package var name: Name
    package var type: FormalType?
    package var defaultValue: Literal?

    package init(name: Name, type: FormalType? = nil, defaultValue: Literal? = nil) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
    }

    /// The name, the type and the default of a parameter.
    package init(_ parameter: ParamStatement) {
        self.init(name: parameter.name, type: parameter.type, defaultValue: parameter.defaultValue)
    }
}

package struct FormalType: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case metric, time, span, duration, unit, number, text, predicate, intervals
    }

    package var kind: Kind
    package var range: SourceRange
}

/// `param NAME: TYPE = literal "DESCRIPTION"`
package struct ParamStatement: Sendable {
    package var name: Name
    package var type: FormalType?
    package var defaultValue: Literal?
    package var summary: TextLiteral?
}

/// A statement about a person of the store.
package enum PersonStatement: Sendable {
    case describe(Name)
    case forget(Name, isConfirmed: Bool)
    case rename(Name, to: Name)
}

/// `set SETTING [of METRIC] [for person ID] = literal`; the setting can have several words; a zone is a `Literal.name`
package struct SetStatement: Sendable {
    package var setting: Name
    package var metric: MetricReference?
    /// The person of a setting that the store keeps for each person; nil for the person of the session.
    package var person: Name?
    package var value: Literal
}

/// `>= 10000 count`
package struct Condition: Sendable {
    package var comparison: Comparison
    package var literal: Literal
}

/// `watch [NAME =] query [every DURATION] [until cmp literal]`
package struct WatchStatement: Sendable {
    /// The name of a watch that does not wait; nil for one that does.
    package var name: Name?
    package var query: Query
    /// The period that has at most one answer; nil for an answer after each change.
    package var rate: TimeAmountPhrase?
    package var condition: Condition?
}

/// `assert query cmp literal [within NUMBER [UNIT | %]]`
package struct AssertStatement: Sendable {
    package struct Tolerance: Sendable {
        /// A number, with or without a unit, or a `let` with one. It has no unit if `isPercent` is true.
        package var amount: Literal
        /// True for a percentage of the expected value.
        package var isPercent: Bool
        package var range: SourceRange
    }

    package var query: Query
    package var condition: Condition
    package var tolerance: Tolerance?
}

package indirect enum Expectation: Sendable {
    /// `expect rows 3`
    case rows(Count)
    /// `expect row 2024-03-10 500 12`
    case row(When, [Literal])
    /// `expect no data`
    case noData
    /// `expect changed 2 of moving`
    case changed(Count, of: Name?)
    /// `expect changed row 2025-01-01 150 of moving`
    case changedRow(When, [Literal], of: Name?)
    /// `expect warning W301`; also codes that start with `I`
    case warning(CodeReference)
    /// `expect info I410`
    case info(CodeReference)
    /// `expect error E120: sum heartRate`; the errors of the inner statement stay in its own `diagnostics`.
    /// Without a statement it applies to the next one.
    case error(CodeReference, Statement?)
}

/// A diagnostic code as written; possibly unknown.
package struct CodeReference: Sendable {
    package var text: String
    package var range: SourceRange
}

package enum ExplainMode: Sendable, Hashable {
    /// `explain sum steps`: the default, words
    case standard
    case words, buckets, plan, swift
    /// `explain swift async sum steps`: a function that returns rows
    case swiftAsync
    /// `explain swift watch sum steps`: a function that follows changes
    case swiftWatch
    /// `explain chart sum steps by day as bars`: the view that draws the answer
    case chart
    /// `explain sql for duckdb sum steps`; nil for the dialect of the settings
    case sql(SQLDialect?)

    static let all: [ExplainMode] =
        [.standard, .words, .buckets, .plan, .swift, .swiftAsync, .swiftWatch, .chart, .sql(nil)] + SQLDialect.allCases.map { .sql($0) }

    /// The words after `explain`.
    var words: [String] {
        switch self {
        case .standard: []
        case .words: ["words"]
        case .buckets: ["buckets"]
        case .plan: ["plan"]
        case .swift: ["swift"]
        case .swiftAsync: ["swift", "async"]
        case .swiftWatch: ["swift", "watch"]
        case .chart: ["chart"]
        case .sql(nil): ["sql"]
        case .sql(let dialect?): ["sql", "for", dialect.rawValue]
        }
    }
}

/// `changes of metric [since anchor NUMBER] [limit NUMBER] [output]`
package struct ChangesStatement: Sendable {
    package var metric: MetricReference
    /// The number of the last change that the reader knows; nil for all changes.
    package var anchor: Count?
    package var limit: Count?
    package var output: Output?
}

/// `allow | deny STRING to ACCESS metric { , [ACCESS] metric }`, where `ACCESS` is `read`, `write` or both
package struct AccessStatement: Sendable {
    package enum Subject: Sendable {
        case metric(MetricReference)
        /// `summaries`: the activity summaries of days
        case summaries
        /// `all`: every metric
        case all
    }

    package struct Grant: Sendable {
        package var reads: Bool
        package var writes: Bool
        package var subject: Subject
        package var range: SourceRange
    }

    package var isAllowed: Bool
    package var app: TextOperand
    /// At least one.
    package var grants: [Grant]
}

package enum WhyTarget: Sendable {
    /// `why 3`: a row by its number, from 1
    case row(Count)
    /// `why 2024-03-10 14:00`
    case when(When)
    /// `why 14:00`, on the day of the result
    case time(TimeLiteral)
}

/// `add NUMBER [UNIT] metric [for person ID] [from STRING] [at when [for DURATION | to when]] [with STRING = literal, …]`
package struct AddStatement: Sendable {
    package enum Extent: Sendable {
        /// `for 10min`
        case duration(TimeAmountPhrase)
        /// `to 2024-03-10 08:10`
        case end(When)
    }

    package struct MetadataItem: Sendable {
        package var key: TextLiteral
        package var value: Literal
    }

    /// A number or the name of one, or the name of a category value.
    ///
    /// Nil if the metric directly follows `add`. The binder reports that, because it knows the values of the metric.
    package var amount: NumberOperand?
    /// The unit if it is unambiguous (`count/min`, `%`, `min`, quoted, or joined to the number).
    ///
    /// In `add 70 kg body mass` it is nil and the metric has three words. The binder decides if the first one is a unit.
    package var unit: UnitText?
    package var metric: MetricReference
    /// The person whose sample it is; nil for the person of the session.
    package var person: Name?
    package var source: TextOperand?
    package var start: When?
    package var extent: Extent?
    package var metadata: [MetadataItem]
}

/// `add summary [for person ID] on when RING NUMBER [of NUMBER] [UNIT], …`
package struct AddSummaryStatement: Sendable {
    package struct Part: Sendable {
        package var ring: ActivityRing
        package var amount: NumberOperand
        package var goal: NumberOperand?
        package var unit: UnitText?
        package var range: SourceRange
    }

    package var person: Name?
    package var day: When
    /// At least one.
    package var parts: [Part]
}

/// `load metric [in UNIT] [for person ID] [from STRING] at when every DURATION [for DURATION]: item { item }`
package struct LoadStatement: Sendable {
    /// The content of one or more consecutive slots.
    package struct Item: Sendable {
        /// The text as written: `100`, `_`, `_x3`, `200x3`, `5+5x4`, `core`, `deepx2`.
        package var text: String
        /// The value of the first slot; nil for a gap and for a category value.
        package var first: Double?
        /// The name of a category value: `core`.
        package var name: String?
        /// The increase from each slot to the next.
        package var step: Double
        /// The number of slots, at least 1.
        package var count: Int
        package var range: SourceRange
    }

    package var metric: MetricReference
    package var unit: UnitText?
    /// The person whose samples these are; nil for the person of the session.
    package var person: Name?
    package var source: TextOperand?
    package var start: When
    /// The time from slot to slot.
    package var interval: TimeAmountPhrase
    /// The length of a sample; nil for the whole slot.
    package var length: TimeAmountPhrase?
    package var items: [Item]
}

/// `import STRING, … [for person ID | person from name | person column NAME] { FIELD } [replace [span] [confirmed]]`
package struct ImportStatement: Sendable {
    /// A field of the tables, or a rule for reading them.
    package enum Word: String, CaseIterable, Sendable {
        case type, unit, source, device, zone, date, start, end, value, length, decimal
        case timeFormat = "time format"
        case skipLines = "skip lines"

        /// True if `column` and a name can follow.
        package var canBeColumn: Bool {
            switch self {
            case .type, .unit, .source, .device, .zone, .date, .start, .end, .value: true
            case .length, .decimal, .timeFormat, .skipLines: false
            }
        }

        /// An example of what follows the word.
        var example: String {
            switch self {
            case .type: "heartRate"
            case .unit: "bpm"
            case .source: "\"Watch\""
            case .device: "\"Watch\""
            case .zone: "Europe/Berlin"
            case .date: "column \"Date\""
            case .start: "column \"Time\""
            case .end: "column \"End\""
            case .value: "column \"Pulse\""
            case .length: "1min"
            case .decimal: "comma"
            case .timeFormat: "\"M/d/yyyy h:mm a\""
            case .skipLines: "1"
            }
        }
    }

    package enum Content: Sendable {
        /// `column "Time"`
        case column(Name)
        /// A text that is the same in all rows.
        case text(Name)
    }

    package struct Field: Sendable {
        package var word: Word
        package var content: Content
    }

    /// The people whose samples the files have.
    package enum Owner: Sendable {
        /// Those in the column `person` of a table, the person of the session, or the person without a name.
        case inFiles
        /// `for person P07`
        case person(Name)
        /// `person from name`: each file is named after its person
        case fileName
        /// `person column Id`: those in this column of a table
        case column(Name)
    }

    /// The rule for stored samples that the files cover but do not have.
    package enum Replacement: Sendable {
        /// They stay.
        case none
        /// `replace`: they are deleted.
        case everything
        /// `replace span`: they are deleted from the first to the last sample of a file.
        case span
    }

    package var paths: [TextOperand]
    package var owner = Owner.inFiles
    package var replacement = Replacement.none
    package var isConfirmed = false
    /// In the order of the text, each word once.
    package var fields: [Field] = []

    /// Returns the content of a field.
    package subscript(word: Word) -> Content? { fields.first { $0.word == word }?.content }
}

/// `delete samples of metric { clause } [confirmed]`
package struct DeleteStatement: Sendable {
    package var metric: MetricReference
    package var clauses: [Clause]
    package var isConfirmed: Bool
}

/// `export metric | everything { clause } [pseudonymised [using STRING]] [with places | without places] to STRING`
package struct ExportStatement: Sendable {
    package enum Subject: Sendable {
        case metric(MetricReference)
        /// The samples of all metrics.
        case everything(SourceRange)
    }

    package struct Places: Sendable {
        package var areWritten: Bool
        package var range: SourceRange
    }

    package enum Names: Sendable {
        case kept
        /// Names become codes. The operand is the file of the codes of an earlier export; nil for new codes.
        case pseudonyms(key: TextOperand?)
    }

    package var subject: Subject
    package var clauses: [Clause]
    package var names: Names
    /// `with places` or `without places`; nil without these words.
    package var places: Places?
    package var path: TextOperand
}

/// `sources` in `show sources`
package struct ListReference: Sendable {
    package var word: ListWord
    package var range: SourceRange
}
