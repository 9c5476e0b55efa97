import CalendarIntervals
package import HealthModel
import QueryDiagnostics
import QueryPlan
package import QuerySyntax
import QueryVocabulary

/// Compiles `add 500 count steps from "Watch" at 08:00 for 10min` to one sample, and `load` to a series of samples.
package struct AddCompiler: Sendable {
    package struct Sample: Sendable {
        package var metric: MetricID
        package var start: Instant
        package var end: Instant
        /// The value in the storage unit; for a category, its raw value.
        package var value: Double
        /// The unit in which the value was written; empty for the storage unit.
        package var unit: String
        package var source: String
        package var device: String?
        package var metadata: [MetadataSet.Entry]

        package init(
            metric: MetricID, start: Instant, end: Instant, value: Double, unit: String = "", source: String, device: String?,
            metadata: [MetadataSet.Entry]
        ) {
            self.metric = metric
            self.start = start
            self.end = end
            self.value = value
            self.unit = unit
            self.source = source
            self.device = device
            self.metadata = metadata
        }
    }

    let context: CompilationContext

    package init(context: CompilationContext) { self.context = context }

    /// Returns the sample, or the errors in the statement.
    package func compile(_ statement: AddStatement) -> Resolved<[Sample]> {
        Binder.outcome(in: context) { (binder) throws(Reported) in [try SampleBinder(binder).sample(statement)] }
    }

    /// Returns the activity summary of a day, or the errors in the statement.
    package func compile(_ statement: AddSummaryStatement) -> Resolved<ActivitySummary> {
        Binder.outcome(in: context) { (binder) throws(Reported) in try SampleBinder(binder).summary(statement) }
    }

    /// Returns the samples in the order written, or the errors in the statement.
    package func compile(_ statement: LoadStatement) -> Resolved<[Sample]> {
        Binder.outcome(in: context) { (binder) throws(Reported) in try SampleBinder(binder).samples(statement) }
    }
}

private struct SampleBinder {
    typealias Sample = AddCompiler.Sample

    private let binder: Binder
    private let times: TimeResolver

    private var context: CompilationContext { binder.context }

    init(_ binder: Binder) {
        self.binder = binder
        let rule = AnchorRule(weekStart: binder.context.weekStart)
        times = TimeResolver(calendar: PeriodCalendar(zone: binder.context.zone, now: binder.context.now, rule: rule))
    }

    func sample(_ statement: AddStatement) throws(Reported) -> Sample {
        let (metric, unit) = try target(statement)
        guard metric.kind != .workouts else { throw reportWorkouts(at: statement.metric.range) }
        let number = try value(statement.amount, of: metric, statement)
        let stored = stored(number, unit, metric)
        let range = statement.amount?.range ?? statement.metric.range
        if let written = statement.amount { noteFraction(of: written, unit, metric) }
        try binder.refuse(stored, of: metric, at: range)
        let start = if let when = statement.start { try times.resolve(when, binder).start } else { context.now }
        var end = start
        switch statement.extent {
        case .duration(let phrase)?:
            let length = try times.distance(phrase, binder)
            end = context.zone.moving(start, by: 1, length)
        case .end(let when)?:
            end = try times.resolve(when, binder).start
            guard start <= end else {
                throw binder.report(.emptyRange, "the sample ends before it starts", at: when.range, help: "swap the times")
            }
        case nil: break
        }
        try refuse(start, end, at: statement.start?.range ?? statement.metric.range)
        let source = try source(statement.source)
        let metadata = try binder.collect(each: statement.metadata) { (item) throws(Reported) in
            try binder.resolving(item.value) { MetadataSet.Entry(key: item.key.value, value: Self.text(of: $0)) }
        }
        return Sample(
            metric: metric.id, start: start, end: end, value: stored, unit: written(unit, metric), source: source,
            device: context.device,
            metadata: metadata)
    }

    /// Returns the number of `add 500 count steps`, or the raw value of `add core sleep`.
    private func value(_ amount: NumberOperand?, of metric: MetricInfo, _ statement: AddStatement) throws(Reported) -> Double {
        switch amount {
        case nil: throw reportMissingValue(of: metric, at: statement.metric.range)
        case .name(let name)?:
            guard case .category(let type) = metric.kind, type.rawValues(named: name.text) != nil || context.names[name] == nil else {
                return try binder.number(.name(name))
            }
            return try categoryValue(name.text, of: metric, at: name.range)
        case .number(let number)?:
            guard let own = metric.part?.values, !own.map(Double.init).contains(number.value) else { return number.value }
            throw reportForeignValue(number.text, of: metric, at: number.range)
        }
    }

    func summary(_ statement: AddSummaryStatement) throws(Reported) -> ActivitySummary {
        let day = try times.resolve(statement.day, binder).start
        var summary = ActivitySummary(day: ISO8601.text(of: times.calendar.date(holding: day)))
        for part in statement.parts {
            let (ring, conversion) = try ring(of: part)
            let amount = try ringAmount(part.amount, conversion)
            summary[ring] = (amount, try part.goal.map { (goal) throws(Reported) in try ringAmount(goal, conversion) })
        }
        return summary
    }

    /// Returns the ring, and the conversion to the unit in which summaries keep it. `move` in minutes is a separate ring.
    private func ring(of part: AddSummaryStatement.Part) throws(Reported) -> (ActivityRing, UnitConversion) {
        let usual = part.ring.unit
        var written = usual
        if let text = part.unit {
            guard case .success(let unit) = HealthUnit.parseForPeople(text.text, for: nil) else {
                throw binder.report(.unknownUnit, "`\(text.text)` is not a unit", at: text.range, help: "use \(usual.symbol)")
            }
            written = unit
        }
        for ring in part.ring == .move ? [.move, .moveTime] : [part.ring] {
            if let conversion = written.conversion(to: ring.unit) { return (ring, conversion) }
        }
        throw binder.report(
            .incompatibleUnit, "`\(part.ring.rawValue)` can't be in \(written.symbol)", at: part.unit?.range ?? part.range,
            help: "use \(usual.symbol)")
    }

    private func ringAmount(_ operand: NumberOperand, _ conversion: UnitConversion) throws(Reported) -> Double {
        let amount = try binder.number(operand)
        guard amount >= 0 else {
            throw binder.report(.numberExpected, "a ring can't be less than 0", at: operand.range, help: "write for example `100`")
        }
        return conversion(amount)
    }

    private func reportMissingValue(of metric: MetricInfo, at range: SourceRange) -> Reported {
        guard case .category(let type) = metric.kind else {
            return binder.report(
                .sampleWithoutValue, "`add` needs a value before `\(metric.name)`", at: range,
                help: "write for example `add 500 count steps at now`")
        }
        let known = type.values.filter { metric.part?.values?.contains($0.raw) ?? true }.map(\.name)
        // The least specific value of the part, or the only value of the type.
        let plain = metric.part != nil ? known.first { $0.hasSuffix("Unspecified") } : known.count == 1 ? known.first : nil
        return binder.report(
            .sampleWithoutValue, "`add` needs a value before `\(metric.name)`", at: range,
            help: known.isEmpty ? "use a number" : "use one of these values: \(known.joined(separator: ", "))",
            fix: plain.map { [Diagnostic.Edit(SourceRange(at: range.start), $0 + " ")] } ?? [])
    }

    private func reportWorkouts(at range: SourceRange) -> Reported {
        binder.report(
            .unknownValue, "`add` and `load` can't write workouts, which have more than a value", at: range,
            help: "import workouts from a file, as in `import \"export.xml\"`")
    }

    private func reportForeignValue(_ value: String, of metric: MetricInfo, at range: SourceRange) -> Reported {
        binder.report(
            .unknownValue, "`\(metric.name)` has no value `\(value)`", at: range,
            help: "use `\(metric.shortName)` instead of `\(metric.name)`")
    }

    func samples(_ statement: LoadStatement) throws(Reported) -> [Sample] {
        let metric = try binder.metric(statement.metric, isNew: true)
        guard metric.kind != .workouts else { throw reportWorkouts(at: statement.metric.range) }
        let unit: HealthUnit? = if let written = statement.unit { try binder.unit(written, for: MeasuredMetric(info: metric)) } else { nil }
        let source = try source(statement.source)
        let start = try times.resolve(statement.start, binder).start
        let step = try times.distance(statement.interval, binder)
        let length = if let length = statement.length { try times.distance(length, binder) } else { step }
        var samples: [Sample] = []
        var slot = 0
        for item in statement.items {
            var first = item.first.map { ($0, unit) }
            if let own = metric.part?.values, let written = item.first,
                let foreign = (0..<item.count).map({ written + Double($0) * item.step }).first(where: { !own.map(Double.init).contains($0) }
                )
            {
                throw reportForeignValue("\(Int(exactly: foreign).map(String.init) ?? "\(foreign)")", of: metric, at: item.range)
            }
            if let name = item.name { first = (try categoryValue(name, of: metric, at: item.range), nil) }
            for index in 0..<item.count {
                if let (first, unit) = first {
                    // Counted from the start of the series, so that months from the 31st don't drift.
                    let from = context.zone.moving(start, by: slot, step)
                    let number = first + Double(index) * item.step
                    let value = stored(number, unit, metric)
                    if index == 0, unit == nil { noteFraction(of: item, metric, in: statement) }
                    try binder.refuse(value, of: metric, at: item.range)
                    let end = context.zone.moving(from, by: 1, length)
                    try refuse(from, end, at: item.range)
                    samples.append(
                        Sample(
                            metric: metric.id, start: from, end: end,
                            value: value, unit: written(unit, metric),
                            source: source,
                            device: context.device, metadata: []))
                }
                slot += 1
            }
        }
        return samples
    }

    /// Reports a sample that no store keeps, because of its times.
    private func refuse(_ start: Instant, _ end: Instant, at range: SourceRange) throws(Reported) {
        guard let outside = [start, end].first(where: { !SampleTimes.range.contains($0.milliseconds) }) else { return }
        let edge = outside.milliseconds < SampleTimes.range.lowerBound ? "starts before 1900" : "ends after 2199"
        throw binder.report(.sampleOutsideTime, "this sample \(edge)", at: range, help: "use times between 1900 and 2199")
    }

    /// Returns the raw value of a named category value.
    private func categoryValue(_ name: String, of metric: MetricInfo, at range: SourceRange) throws(Reported) -> Double {
        guard case .category(let type) = metric.kind else {
            throw binder.report(
                .numberExpected, "values of \(metric.shortName) are numbers, but `\(name)` isn't one", at: range,
                help: "write for example `100`")
        }
        // `asleep` means any stage of sleep, but a sample has exactly one stage.
        let own = metric.part?.values
        if let raws = type.rawValues(named: name), raws.count == 1 {
            if own?.contains(raws[0]) ?? true { return Double(raws[0]) }
            throw reportForeignValue(name, of: metric, at: range)
        }
        let known = type.values.filter { own?.contains($0.raw) ?? true }.map(\.name)
        let single = type.valueNames.filter { name in
            type.rawValues(named: name).map { $0.count == 1 && own?.contains($0[0]) ?? true } ?? false
        }
        throw binder.report(
            .unknownValue, "`\(metric.name)` has no single value `\(name)`", at: range,
            help: known.isEmpty ? "use a number" : "use one of these values: \(known.joined(separator: ", "))",
            fix: .spelling(Suggestion.best(for: name, among: single), at: range))
    }

    private func source(_ operand: TextOperand?) throws(Reported) -> String {
        guard let operand else { return context.actor ?? context.app }
        if let actor = context.actor {
            throw binder.report(
                .sourceOfApp, "\(actor) writes as itself, so it can't write samples from another source", at: operand.range,
                help: "leave out `from`: the app is the source of what it writes")
        }
        return try binder.text(operand)
    }

    /// Returns the unit in which a number is written; empty for the storage unit and for categories.
    private func written(_ unit: HealthUnit?, _ metric: MetricInfo) -> String {
        guard case .quantity(let type) = metric.kind else { return "" }
        let symbol = (unit ?? type.displayUnit(context.units)).symbol
        return symbol == type.storageUnit.symbol ? "" : symbol
    }

    /// Returns `number` in the storage unit. Raw values of categories are unchanged.
    private func stored(_ number: Double, _ unit: HealthUnit?, _ metric: MetricInfo) -> Double {
        guard case .quantity(let type) = metric.kind else { return number }
        return ColumnUnit(type.storageUnit).stored(number, in: unit ?? type.displayUnit(context.units)) ?? number
    }

    /// Warns about a number without a unit that may be meant as a fraction.
    private func noteFraction(of amount: NumberOperand, _ unit: HealthUnit?, _ metric: MetricInfo) {
        guard unit == nil, !metric.hasSmallShares, case .number(let number) = amount else { return }
        let literal = NumberLiteral(value: number.value, text: "\(number.value)", range: number.range)
        binder.noteFraction(.number(literal, nil), in: ColumnUnit(metric.storageUnit), named: metric.name)
    }

    /// Warns about a value of a series that may be meant as a fraction. A series has one unit, so that its numbers have no sign.
    private func noteFraction(of item: LoadStatement.Item, _ metric: MetricInfo, in statement: LoadStatement) {
        guard !metric.hasSmallShares, let first = item.first, ColumnUnit(metric.storageUnit).mayBeFraction(first) else { return }
        let name = QueryFormatter.text(of: statement.metric)
        binder.noteFraction(
            WrittenFraction(
                item.text, at: item.range, asFraction: item.text(scaled: Binder.numberText), asPercent: "`load \(name) in % …`"),
            named: metric.name)
    }

    /// Returns the metric and the unit. In `add 70 kg body mass` the words after the number are a unit and a metric, or only a metric.
    private func target(_ statement: AddStatement) throws(Reported) -> (MetricInfo, HealthUnit?) {
        if statement.unit == nil, case .name(let name) = statement.metric, !name.isQuoted,
            case .unknown = MetricCatalog.resolve(name: name.text), let space = name.text.firstIndex(of: " ")
        {
            let word = String(name.text[..<space])
            // A word before a metric is a unit, also if it is misspelled.
            if case .known(let metric) = context.contents.metricNames.resolve(name: String(name.text[space...].dropFirst())),
                case .quantity = metric.kind
            {
                let written = Name(word, range: SourceRange(name.range.start, name.range.start + word.utf8.count))
                return (metric, try binder.unit(written, for: MeasuredMetric(info: metric)))
            }
            if case .success(let unit) = HealthUnit.parseForPeople(word) {
                let rest = name.text[space...].dropFirst()
                let metric = Name(String(rest), range: SourceRange(name.range.end - rest.utf8.count, name.range.end))
                if case .unknown = MetricCatalog.resolve(name: metric.text), context.names[metric] == nil {
                    throw binder.reportUnknownMetric(metric, measuredIn: unit)
                }
            }
        }
        let metric = try binder.metric(statement.metric, isNew: true)
        guard let text = statement.unit else { return (metric, nil) }
        return (metric, try binder.unit(text, for: MeasuredMetric(info: metric)))
    }

    private static func text(of literal: Literal) -> String {
        switch literal {
        case .texts(let texts): texts.first?.value ?? ""
        case .number(let number, _): number.text
        case .bool(let value, _): value ? "1" : "0"
        case .name(let name): name.text
        default: ""
        }
    }
}

extension LoadStatement.Item {
    /// Returns the text of the item with other numbers.
    fileprivate func text(scaled number: (Double) -> String) -> String {
        let start = first.map(number) ?? text
        if step != 0 { return "\(start)\(step > 0 ? "+" : "")\(number(step))x\(count - 1)" }
        return count == 1 ? start : "\(start)x\(count)"
    }
}
