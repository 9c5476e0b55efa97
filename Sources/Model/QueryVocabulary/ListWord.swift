/// The lists of `show`.
package enum ListWord: String, Hashable, Sendable, CaseIterable {
    case metrics, persons, sources, routes, electrocardiograms, audiograms, prescriptions, gad7, phq9, labs
    case zones, units, settings, priority, overlap, access, watches, saved, variables, functions, codes

    private var definition: ListDefinition {
        switch self {
        case .metrics: ListDefinition("metrics, and how many samples of each the store has", .asApp)
        case .persons:
            ListDefinition(
                "the persons of the store, with their zones and attributes", .ownerOnly("list the persons of the store"))
        case .sources: ListDefinition("the sources that recorded samples", .asApp, isOfMetric: true)
        case .routes:
            ListDefinition(
                "the routes of workouts, with lengths and rises but no places; with a number, one of them: its facts, its altitudes by "
                    + "distance, or its line without a map",
                syntax: "show routes | show route N [as FORMAT [to \"FILE\"]]", .asApp, demand: .singleSamples, .noSavedNames)
        case .electrocardiograms:
            ListDefinition(
                "the electrocardiograms, with what the watch classified; with a number, one of them: its facts, voltages or curve",
                syntax: "show electrocardiograms | show electrocardiogram N [as FORMAT [to \"FILE\"]]", .asApp, demand: .singleSamples,
                .noSavedNames)
        case .audiograms:
            ListDefinition(
                "the audiograms, with the average of each ear; with a number, one of them: its levels as rows or as a picture",
                syntax: "show audiograms | show audiogram N [as FORMAT [to \"FILE\"]]", .asApp, demand: .singleSamples, .noSavedNames)
        case .prescriptions:
            ListDefinition(
                "the prescriptions for glasses and contact lenses; with a number, one of them: the lens of each eye",
                syntax: "show prescriptions | show prescription N [as FORMAT [to \"FILE\"]]", .asApp, demand: .singleSamples,
                .noSavedNames)
        case .gad7:
            ListDefinition(
                "the scores of the GAD-7 questionnaire, with their risk; with a number, one of them: its answers",
                syntax: "show gad7 [N [as FORMAT [to \"FILE\"]]]", .asApp, demand: .singleSamples, .noSavedNames)
        case .phq9:
            ListDefinition(
                "the scores of the PHQ-9 questionnaire, with their risk; with a number, one of them: its answers",
                syntax: "show phq9 [N [as FORMAT [to \"FILE\"]]]", .asApp, demand: .singleSamples, .noSavedNames)
        case .labs:
            ListDefinition(
                "the results of laboratories, with the unit, the reference range and the interpretation of the clinic", .asApp,
                demand: .singleSamples)
        case .zones: ListDefinition("time zones by name", .anyone)
        case .units: ListDefinition("units by name", example: "show units of distance", .anyone, isOfMetric: true)
        case .settings: ListDefinition("settings and their values", .asApp)
        case .priority:
            ListDefinition(
                "which source counts if several recorded the same time", example: "show priority of steps", .asApp, isOfMetric: true)
        case .overlap:
            ListDefinition(
                "how much the samples of several sources overlap", example: "show overlap of steps", .asApp, isOfMetric: true,
                demand: .singleSamples, [.clauses, .noSavedNames])
        case .access:
            ListDefinition(
                "what apps may read and write", syntax: "show access [of \"APP\"]", example: "show access of \"com.example.trends\"",
                .asApp, [])
        case .watches: ListDefinition("the named watches of this session", .asApp)
        case .saved: ListDefinition("saved queries", .ownerOnly("list saved queries"))
        case .variables: ListDefinition("names defined by let and param", .anyone)
        case .functions: ListDefinition("functions defined by def", .anyone)
        case .codes: ListDefinition("codes of errors, warnings and notes", .anyone)
        }
    }

    /// The word before the number of one entry, such as `electrocardiogram` in `show electrocardiogram 3`. Nil for most lists.
    package var singular: String? {
        switch self {
        case .routes: "route"
        case .electrocardiograms: "electrocardiogram"
        case .audiograms: "audiogram"
        case .prescriptions: "prescription"
        case .gad7, .phq9: rawValue
        default: nil
        }
    }

    /// True if `of METRIC` can follow.
    package var canBeOfMetric: Bool { definition.isOfMetric }

    private var phrase: String { "show \(rawValue)" }

    var statement: StatementDefinition {
        StatementDefinition(phrase, definition.access, demand: definition.demand, definition.traits)
    }

    var entry: Grammar.Entry {
        let syntax = definition.syntax ?? phrase + (definition.isOfMetric ? " [of METRIC]" : "")
        return Grammar.Entry(.thing, rawValue, syntax, definition.summary, definition.example ?? phrase)
    }
}

/// The definition of a list: its help, and what it needs.
private struct ListDefinition {
    let summary: String
    let syntax: String?
    let example: String?
    /// The right of an app to see the list.
    let access: StatementAccess
    let isOfMetric: Bool
    let demand: StoreDemand
    let traits: StatementTraits

    init(
        _ summary: String, syntax: String? = nil, example: String? = nil, _ access: StatementAccess, isOfMetric: Bool = false,
        demand: StoreDemand = .answers, _ traits: StatementTraits = .noSavedNames
    ) {
        self.summary = summary
        self.syntax = syntax
        self.example = example
        self.access = access
        self.isOfMetric = isOfMetric
        self.demand = demand
        self.traits = traits
    }
}
