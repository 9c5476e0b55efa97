import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import TerminalText

extension Binder {
    /// Returns the metric that `reference` names.
    ///
    /// - Parameter isNew: true if types are allowed that neither the tables nor the store have, as in `add`.
    func metric(_ reference: MetricReference, isNew: Bool = false) throws(Reported) -> MetricInfo {
        switch reference {
        case .name(let name): return try metric(named: name, isNew: isNew)
        case .call(let name, let arguments, let range):
            guard let inner = try query(of: name, arguments, at: range).aliasedName else { throw reportNoMetric(name, at: range) }
            return try metric(named: inner)
        }
    }

    private func reportNoMetric(_ name: Name, at range: SourceRange) -> Reported {
        report(
            .queryAsMetric, "`\(name.text)` is a query, not a metric", at: range,
            help: "write it first and add clauses or stages: `\(name.text) by week` or `\(name.text) | average`")
    }

    func metric(named name: Name, isNew: Bool = false) throws(Reported) -> MetricInfo {
        if let id = context.identified, id.identifier == name.text { return MetricCatalog.metric(id) ?? unlisted(id) }
        if context.names[name] != nil {
            return try value(of: name, wanted: "metric") { (value) throws(Reported) -> MetricInfo? in
                guard case .query(let query) = value else { return nil }
                if let inner = query.aliasedName { return try metric(named: inner) }
                if let call = query.aliasedCall { return try metric(call) }
                throw reportNoMetric(name, at: name.range)
            }
        }
        if let function = context.names.function(name) {
            throw report(
                .functionWithoutCall, "`\(name.text)` is a function and needs parentheses", at: name.range,
                help: "call it like this: `\(QueryFormatter.signature(of: function.definition))`")
        }
        guard name.text.utf8.count <= Self.mostBytesOfMetric else {
            throw report(
                .unknownMetric, "unknown metric `\(name.text)`", at: name.range, help: "`show metrics` lists the metrics in the store")
        }
        switch context.contents.metricNames.resolve(name: name.text) {
        case .known(let metric):
            try refuseTwoDefinitions(of: name)
            return metric
        // An identifier that is in no table is a newer type if the store has it, or else a misspelled one.
        case .unlisted(let id) where isNew || context.contents.mayGrow || context.contents.metrics[id] != nil: return unlisted(id)
        case .unlisted, .unknown: break
        }
        let key = foldedName(name.text)
        if let id = context.contents.metrics.keys.first(where: { foldedName($0.shortName) == key || foldedName($0.identifier) == key }) {
            return unlisted(id)
        }
        throw reportUnknownMetric(name)
    }

    private func refuseTwoDefinitions(of name: Name) throws(Reported) {
        let own = context.contents.metricNames.own(named: name.text)
        guard own.count > 1, OwnMetric(MetricID(name.text)) == nil else { return }
        throw report(
            .metricOfName, "the store has \(own.count) metrics called `\(name.text)`", at: name.range,
            help: "write the whole definition in backquotes: " + own.map { "`\($0.id.identifier)`" }.joined(separator: " or "))
    }

    /// Returns a metric that is in no table, with the kind in its identifier and the unit of the imported file.
    private func unlisted(_ id: MetricID) -> MetricInfo {
        if id.identifier.hasPrefix(CategoryType.identifierPrefix) { return MetricInfo(.category(.unlisted(id))) }
        let text = context.contents.metrics[id]?.fileUnit ?? "count"
        return MetricInfo(.quantity(.unlisted(id, unit: HealthUnit(text) ?? HealthUnit(unreadable: text))))
    }

    /// - Parameter unit: The unit that is written before the name. Only metrics with such a unit can be meant.
    func reportUnknownMetric(_ name: Name, measuredIn unit: HealthUnit? = nil) -> Reported {
        guard context.explainsErrors else { return report(.unknownMetric, "unknown metric `\(name.text)`", at: name.range) }
        if ["calories", "calorie", "kcal", "kcals"].contains(name.key) {
            return report(
                .unknownMetric, "`\(name.text)` could be energy that you burned or ate", at: name.range,
                help: "write `activeEnergy`, `restingEnergy` or `dietaryEnergy`",
                fix: Diagnostic.Fix(
                    name.range, "activeEnergy", keepsQuestion: false,
                    help: "write `activeEnergy` for the energy of your activity, or `dietaryEnergy` for that of your food"))
        }
        if let other = OwnMetric.ofAndroid(named: name.text),
            let difference = PlatformDifference.all.first(where: { $0.android.contains(other.id) })
        {
            let known = difference.apple.filter { context.contents.metrics[$0] != nil }
            let measures = (known.isEmpty ? difference.apple : known).prefix(3).map { "`\($0.shortName)`" }.listed(with: "or")
            let splits = "; for the speed of each kilometer, write `average speed by km of workouts`"
            return report(
                .unknownMetric, "the store has no `\(other.name)`, which is a metric of Android", at: name.range,
                help: "for the data of an iPhone or a watch, use \(measures)" + (other.id == OwnMetric.speed.id ? splits : ""),
                note: difference.meaning)
        }
        let key = foldedName(name.text)
        if ["workouts", "workout"].contains(where: { key.hasPrefix($0) && WorkoutColumn(named: String(key.dropFirst($0.count))) != nil }) {
            return report(
                .unknownMetric, "`\(name.text)` is a number of workouts, not a metric", at: name.range,
                help: "use `workouts`, or measure the number, as in `max \(name.text)`", fix: [.init(name.range, "workouts")])
        }
        if name.text.contains(" "), let meant = Suggestion.best(for: name.text, among: [MeasureWord.glucoseRanges]) {
            return report(.unknownMetric, "unknown metric `\(name.text)`", at: name.range, fix: .spelling(meant, at: name.range))
        }
        if key == MeasureWord.adherence.rawValue {
            return report(
                .unknownMetric, "`\(name.text)` needs its own metric", at: name.range, help: "write `\(MeasureWord.adherence.example)`")
        }
        let suggestion = suggestion(for: name, measuredIn: unit)
        let words = name.text.split(separator: " ").map(String.init)
        // The longest prefix that is a metric. The mistake follows it.
        let known = name.isQuoted ? nil : (1..<min(max(words.count, 1), Self.mostWordsOfMetric)).last { isMetric(words.prefix($0)) }
        if let known, known == words.count - 1, let last = words.last, HealthUnit(last) != nil {
            let metric = words.prefix(known).joined(separator: " ")
            return report(
                .unknownMetric, "unknown metric `\(name.text)`", at: name.range, help: "write `in` before a unit",
                fix: Diagnostic.Fix(
                    SourceRange(at: name.range.end - last.utf8.count), "in ", help: "write `\(metric) in \(last)`"))
        }
        return report(
            .unknownMetric, "unknown metric `\(name.text)`", at: name.range,
            help: known.map {
                "remove `\(words.dropFirst($0).joined(separator: " "))` after the metric `\(words.prefix($0).joined(separator: " "))`"
            } ?? helpForOtherWord(words) ?? "`show metrics` lists the metrics in the store",
            // A fix that replaces all words would drop the ones after the metric.
            fix: suggestion.flatMap { known != nil && $0.range == name.range ? nil : .spelling($0.replacement, at: $0.range) })
    }

    /// Returns help if the words are an activity of workouts or a list of `show`.
    private func helpForOtherWord(_ words: [String]) -> String? {
        let metric = words.drop { $0 != "of" }.dropFirst().joined(separator: " ")
        if let first = words.first, Grammar.entries(at: .thing).contains(where: { $0.phrase == first.lowercased() }) {
            let rest = metric.isEmpty ? words.dropFirst().joined(separator: " ") : metric
            return "write `show \(first.lowercased())\(isMetric([rest]) ? " of \(rest)" : "")`"
        }
        if let first = words.first?.lowercased(),
            Self.sampleFields.contains(first) || Profile(phrase: first) != nil
        {
            return "`\(first)` belongs to samples: write a condition on it after `where`"
        }
        if let first = words.first, words.count == 1 || isMetric(words.dropFirst()), WorkoutActivityType.named(first) == nil,
            let stage = Suggestion.best(for: first, among: StageWord.openers).flatMap(StageWord.init(opener:))
        {
            return "the stage `\(stage.phrase)` follows a query, as in `\(stage.definition.example)`"
        }
        guard let activity = words.first(where: { WorkoutActivityType.named($0) != nil }) else { return nil }
        return "`\(activity)` is an activity: write `duration workouts where activity is \(activity)`"
    }

    /// No metric has a longer name. A longer text is a file that isn't a script.
    private static let mostBytesOfMetric = 10_000

    /// No metric has more words. A longer text, such as a line of prose, isn't compared with metrics.
    private static let mostWordsOfMetric = 16

    /// Returns an edit that corrects `name` to the name of a metric, or its first or last word to a word of the language.
    private func suggestion(for name: Name, measuredIn unit: HealthUnit?) -> Diagnostic.Edit? {
        let words = name.text.split(separator: " ").map(String.init)
        guard words.count <= Self.mostWordsOfMetric else { return nil }
        if !name.isQuoted, words.count > 1, let first = words.first, let last = words.last {
            if isMetric(words.dropFirst()), let aggregate = Suggestion.best(for: first, among: Aggregate.all.map(\.name)) {
                return Diagnostic.Edit(SourceRange(name.range.start, name.range.start + first.utf8.count), aggregate)
            }
            let openers = ["today", "yesterday", "last", "this"] + Grammar.clauseOpeners
            if isMetric(words.dropLast()), let opener = Suggestion.best(for: last, among: openers) {
                return Diagnostic.Edit(SourceRange(name.range.end - last.utf8.count, name.range.end), opener)
            }
        }
        return nearestMetric(to: name, measuredIn: unit).map { Diagnostic.Edit(name.range, $0) }
    }

    /// Returns the name of a metric, or a name from `let`, that was probably meant by `name`.
    func nearestMetric(to name: Name, measuredIn unit: HealthUnit? = nil) -> String? {
        let words = name.text.split(separator: " ")
        let written = if case .unlisted(let id) = MetricCatalog.resolve(name: name.text) { id.shortName } else { words.joined() }
        let given = context.names.entries.values.map(\.name)
        let most = Double(context.contents.metrics.values.map(\.count).max() ?? 1)
        let spellings = Self.spellings.filter { spelling in unit.map { Self.units[spelling.id]?.isCompatible(with: $0) == true } ?? true }
        let defined = unit == nil ? context.contents.metricNames.all : []
        return Suggestion.best(for: written, among: spellings.map(\.text) + defined.map(\.name) + given) { spelling in
            guard let id = Self.metrics[spelling] else { return 1 }
            // Metrics in the store come first, ordered by their number of samples.
            return context.contents.metrics[id].map { 0.5 + 0.5 * Double($0.count) / most } ?? 0
        }
    }

    /// The names of all metrics and the metric of each, sorted by name.
    private static let spellings = (MetricCatalog.all + MetricCatalog.parts)
        .flatMap { metric in ([metric.name] + metric.aliases).map { (text: $0, id: metric.id) } }
        .sorted { $0.text < $1.text }

    private static let metrics = Dictionary(spellings.map { ($0.text, $0.id) }) { first, _ in first }

    private static let units = Dictionary(
        MetricCatalog.all.compactMap { metric in metric.storageUnit.map { (metric.id, $0) } }, uniquingKeysWith: { first, _ in first })

    private func isMetric(_ words: ArraySlice<String>) -> Bool {
        if case .unknown = MetricCatalog.resolve(name: words.joined(separator: " ")) { return false }
        return true
    }

    /// Returns the unit `written` for `metric`.
    /// Returns the unit in which samples are listed: the written one, or else the one in which the metric is shown.
    func unit(ofListed metric: MetricInfo, in written: UnitText?) throws(Reported) -> HealthUnit? {
        guard let written else { return metric.id == .labs ? nil : displayUnit(of: metric) }
        guard metric.storageUnit != nil else {
            throw report(
                .incompatibleUnit, "the values of \(metric.shortName) are names, so they do not have a unit", at: written.range,
                help: "remove `in \(written.text)`")
        }
        return try unit(written, for: MeasuredMetric(info: metric))
    }

    /// - Parameter isShown: true for the unit of a column. Another unit shows the same amounts, so a fix can choose one.
    func unit(
        _ written: UnitText, for metric: MeasuredMetric, asDuration: Bool = false, isShown: Bool = false
    ) throws(Reported) -> HealthUnit {
        try unit(written.name, for: metric, asDuration: asDuration, isShown: isShown)
    }

    func unit(
        _ text: Name, for metric: MeasuredMetric, asDuration: Bool = false, isShown: Bool = false
    ) throws(Reported) -> HealthUnit {
        if context.names[text] != nil {
            return try value(of: text, wanted: "unit") { (value) throws(Reported) -> HealthUnit? in
                let inner: Name
                switch value {
                case .unit(let unit): inner = unit.name
                case .query(let query):
                    guard let name = query.aliasedName else { return nil }
                    inner = name
                case .literal(.texts(let texts)) where texts.count == 1: inner = Name(texts[0].value, range: text.range)
                // `hour` is both a unit and a duration.
                case .literal(.duration(let amount)) where amount.count == nil: inner = Name(amount.unit.name, range: text.range)
                default: return nil
                }
                return try unit(inner, for: metric, asDuration: asDuration, isShown: isShown)
            }
        }
        if metric.info.id == .labs, !asDuration {
            throw report(
                .unitOfLabs, "laboratory results aren't converted: each has the unit of its clinic", at: text.range,
                help: "choose results with `where unit = \"\(text.text)\"`, and write numbers without a unit")
        }
        let wanted = asDuration ? HealthUnit.second : displayUnit(of: metric)
        let units = wanted.map(HealthUnit.compatibleUnits) ?? []
        // The unit of a metric of one's own can be any word.
        if let wanted, OwnMetric(metric.info.id) != nil, wanted.symbol == text.text || wanted.symbol == text.text + "s" { return wanted }
        switch HealthUnit.parseForPeople(text.text, for: metric.info) {
        case .failure(let error):
            // A suggestion must fit the metric.
            let meant =
                Self.meant(by: text.text, wanted)
                ?? error.suggestion.flatMap { symbol in
                    wanted.map { HealthUnit(symbol)?.isCompatible(with: $0) ?? false } ?? true ? symbol : nil
                }
            throw report(
                .unknownUnit, error.message, at: text.range,
                help: wanted.map(Self.compatible) ?? "see `show units`",
                fix: meant.map { .init(text.range, $0, help: "write `\($0)`") }
                    ?? .spelling(Self.nearest(text.text, among: units), at: text.range))
        case .success(let unit):
            guard let wanted else {
                throw report(.incompatibleUnit, "\(metric.name) has no unit", at: text.range, help: "remove `in \(text.text)`")
            }
            guard unit.isCompatible(with: wanted) else {
                let what = asDuration ? "a duration" : metric.name
                throw report(
                    .incompatibleUnit, "can't convert \(what) to \(unit.symbol)", at: text.range, help: Self.compatible(wanted),
                    note: asDuration ? nil : "\(metric.name) is measured in \(wanted.symbol)",
                    fix: Self.meant(by: text.text, wanted).map { .init(text.range, $0, help: "write `\($0)`") }
                        ?? (isShown ? .init(text.range, wanted.symbol, keepsQuestion: false, help: Self.compatible(wanted)) : nil))
            }
            return unit
        }
    }

    /// Returns the unit that people mean by a short word for another unit, if it fits: degrees by `C`, and fluid ounces by `oz`.
    private static func meant(by text: String, _ wanted: HealthUnit?) -> String? {
        let symbol: String? =
            switch text.lowercased() {
            case "c", "°", "deg", "degc": "degC"
            case "f", "degf": "degF"
            case "oz", "ounce", "ounces": "fl_oz_us"
            default: nil
            }
        guard let symbol, let wanted, HealthUnit(symbol)?.isCompatible(with: wanted) ?? false else { return nil }
        return symbol
    }

    /// Returns the unit that was probably meant, by a symbol or by a common name: `mi` for `mlies`.
    private static func nearest(_ written: String, among units: [HealthUnit]) -> String? {
        if let symbol = Suggestion.best(for: written, among: units.map(\.symbol)) { return symbol }
        let symbols = units.flatMap { unit in unit.commonNames.map { (name: $0, symbol: unit.symbol) } }
        let best = Suggestion.best(for: written, among: symbols.map(\.name))
        return symbols.first { $0.name == best }?.symbol
    }

    private static func compatible(_ unit: HealthUnit) -> String {
        let symbols = HealthUnit.namesOfCompatibleUnits(with: unit)
        return symbols.count == 1
            ? "leave out the unit, or use `\(symbols[0])`" : "use one of these units: " + symbols.joined(separator: ", ")
    }

    /// The unit in which values of `metric` are shown; nil if they aren't quantities.
    func displayUnit(of metric: MetricInfo) -> HealthUnit? {
        guard case .quantity(let type) = metric.kind else { return nil }
        return type.displayUnit(context.units)
    }

    /// Reports that the store has no samples of `metric`. An app does not learn whether there are none, or none that it may read (S10.4).
    func noteMissing(_ metric: MetricInfo, at range: SourceRange) {
        guard context.contents.metrics[metric.id] == nil, context.actor == nil else { return }
        if context.contents.metrics.isEmpty {
            let help = "import your data with `tally import export.zip`, or try `tally demo`"
            report(.metricWithoutSamples, "the store is empty, so it has no \(metric.shortName) samples", at: range, help: help)
        } else {
            var help = "`show metrics` lists the metrics that have samples"
            let note = otherMetric(metric.id)
            func isKnown(_ name: String) -> Bool { context.contents.metrics[MetricID(MetricID.quantityPrefix + name)] != nil }
            if metric.shortName == "heartRateVariabilityRMSSD", isKnown("HeartRateVariabilitySDNN") {
                help = "if the export of the iPhone has heartbeats, `rmssd heartRateVariability` is this measure"
            }
            report(.metricWithoutSamples, "the store has no \(metric.shortName) samples", at: range, help: help, note: note)
        }
    }

    /// Returns the metrics that a platform of the store has instead of `metric` (S15.15); nil if there are none.
    private func otherMetric(_ metric: MetricID) -> String? {
        let contents = context.contents
        for difference in PlatformDifference.all {
            for platform in Platform.allCases where contents.platforms.contains(platform) {
                let found = difference.metrics(of: platform).filter { $0 != metric && contents.metrics[$0] != nil }
                // A distance of one activity does not help somebody who wants that of another one.
                if difference.isWider, platform == .apple { continue }
                let isOther = Platform.allCases.contains { $0 != platform && difference.metrics(of: $0).contains(metric) }
                guard isOther, !found.isEmpty else { continue }
                return "\(platform.phone) has \(found.map(\.shortName).listed(with: "and")): \(difference.meaning)"
            }
        }
        return nil
    }
}
