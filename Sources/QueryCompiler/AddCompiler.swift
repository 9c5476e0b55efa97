import CalendarIntervals
package import Diagnostics
package import HealthModel
package import QuerySyntax

/// Resolves `add 500 count steps from "Watch" at 08:00 for 10min` to one sample.
package struct AddCompiler: Sendable {
    package struct Sample: Sendable {
        package var metric: MetricID
        package var start: Instant
        package var end: Instant
        /// In the storage unit; the raw value of a category.
        package var value: Double
        package var source: String
        package var metadata: [MetadataSet.Entry]
    }

    /// The source of samples that name none.
    package static let defaultSource = "Tally"

    let context: CompilationContext

    package init(context: CompilationContext) { self.context = context }

    /// Returns the sample, or what is wrong with the statement.
    package func compile(_ statement: AddStatement) -> (sample: Sample?, diagnostics: [Diagnostic]) {
        var binder = Binder(context: context)
        let sample = sample(statement, &binder)
        return (binder.diagnostics.contains { $0.severity == .error } ? nil : sample, binder.diagnostics)
    }

    private func sample(_ statement: AddStatement, _ binder: inout Binder) -> Sample? {
        guard let number = binder.number(statement.amount), let (metric, unit) = target(statement, &binder) else { return nil }
        let value: Double
        switch metric.kind {
        case .quantity(let type):
            let given = unit?.amount(saidAs: number) ?? number
            value = HealthUnit.convert(given, from: unit ?? type.displayUnit(context.units), to: type.storageUnit) ?? given
        case .category, .workouts: value = number
        }
        let calendar = PeriodCalendar(zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart))
        let times = TimeResolver(calendar: calendar)
        var start = context.now
        if let when = statement.start {
            guard let time = times.resolve(when, &binder) else { return nil }
            start = time.start
        }
        var end = start
        switch statement.extent {
        case .duration(let phrase)?:
            guard let amount = binder.amount(phrase), let interval = times.interval(amount, &binder) else { return nil }
            end = context.zone.moving(start, by: interval.count, interval.period)
        case .end(let when)?:
            guard let time = times.resolve(when, &binder) else { return nil }
            end = time.start
            guard start <= end else {
                binder.report(.emptyRange, "the sample ends before it starts", at: when.range, help: "swap the two times")
                return nil
            }
        case nil: break
        }
        var source = Self.defaultSource
        if let operand = statement.source {
            guard let text = binder.text(operand) else { return nil }
            source = text
        }
        let metadata = statement.metadata.map { MetadataSet.Entry(key: $0.key.value, value: Self.text(of: $0.value)) }
        return Sample(metric: metric.id, start: start, end: end, value: value, source: source, metadata: metadata)
    }

    /// In `add 70 kg body mass` the words after the number are a unit and a metric, or a metric alone.
    private func target(_ statement: AddStatement, _ binder: inout Binder) -> (MetricInfo, HealthUnit?)? {
        if statement.unit == nil, case .name(let name) = statement.metric, !name.isQuoted,
            case .unknown = MetricCatalog.resolve(name: name.text),
            let space = name.text.firstIndex(of: " ")
        {
            let unitText = String(name.text[..<space])
            let rest = String(name.text[name.text.index(after: space)...])
            if case .known(let metric) = MetricCatalog.resolve(name: rest),
                case .success(let unit) = HealthUnit.parseForPeople(unitText, for: metric),
                binder.displayUnit(of: metric)?.isCompatible(with: unit) == true
            {
                return (metric, unit)
            }
        }
        guard let metric = binder.metric(statement.metric) else { return nil }
        guard let text = statement.unit else { return (metric, nil) }
        guard let unit = binder.unit(text, for: metric) else { return nil }
        return (metric, unit)
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
