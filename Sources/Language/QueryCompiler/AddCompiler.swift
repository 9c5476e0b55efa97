import CalendarIntervals
package import QueryDiagnostics
package import HealthModel
package import QuerySyntax

/// Resolves `add 500 count steps from "Watch" at 08:00 for 10min` to one sample, and `load` to a series.
package struct AddCompiler: Sendable {
    package struct Sample: Sendable {
        package var metric: MetricID
        package var start: Instant
        package var end: Instant
        /// In the storage unit; the raw value of a category.
        package var value: Double
        package var source: String
        package var device: String?
        package var metadata: [MetadataSet.Entry]
    }

    let context: CompilationContext
    private let times: TimeResolver

    package init(context: CompilationContext) {
        self.context = context
        times = TimeResolver(
            calendar: PeriodCalendar(zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart)))
    }

    /// Returns the sample, or what is wrong with the statement.
    package func compile(_ statement: AddStatement) -> (samples: [Sample]?, diagnostics: [Diagnostic]) {
        var binder = Binder(context: context)
        let sample = sample(statement, &binder)
        return (binder.hasErrors ? nil : sample.map { [$0] }, binder.diagnostics)
    }

    /// Returns the samples in the order written, or what is wrong with the statement.
    package func compile(_ statement: LoadStatement) -> (samples: [Sample]?, diagnostics: [Diagnostic]) {
        var binder = Binder(context: context)
        let samples = samples(statement, &binder)
        return (binder.hasErrors ? nil : samples, binder.diagnostics)
    }

    private func sample(_ statement: AddStatement, _ binder: inout Binder) -> Sample? {
        guard let (metric, unit) = target(statement, &binder), let number = value(statement.amount, of: metric, statement, &binder) else {
            return nil
        }
        var start = context.now
        if let when = statement.start {
            guard let time = times.resolve(when, &binder) else { return nil }
            start = time.start
        }
        var end = start
        switch statement.extent {
        case .duration(let phrase)?:
            guard let length = times.distance(phrase, &binder) else { return nil }
            end = context.zone.moving(start, by: length.count, length.period)
        case .end(let when)?:
            guard let time = times.resolve(when, &binder) else { return nil }
            end = time.start
            guard start <= end else {
                binder.report(.emptyRange, "the sample ends before it starts", at: when.range, help: "swap the two times")
                return nil
            }
        case nil: break
        }
        guard let source = source(statement.source, &binder) else { return nil }
        let metadata = statement.metadata.compactMap { item in
            binder.resolving(item.value) { MetadataSet.Entry(key: item.key.value, value: Self.text(of: $1)) }
        }
        return Sample(
            metric: metric.id, start: start, end: end, value: stored(number, unit, metric), source: source, device: context.device,
            metadata: metadata)
    }

    /// Returns the number of `add 500 count steps`, or the raw value of `add core sleep`; nil after a report.
    private func value(
        _ amount: NumberOperand?, of metric: MetricInfo, _ statement: AddStatement, _ binder: inout Binder
    ) -> Double? {
        switch amount {
        case nil:
            reportMissingValue(of: metric, at: statement.metric.range, &binder)
            return nil
        case .name(let name)?:
            guard case .category(let type) = metric.kind, type.rawValues(named: name.text) != nil || context.names[name] == nil else {
                return binder.number(.name(name))
            }
            return categoryValue(name.text, of: metric, at: name.range, &binder)
        case .number(let number)?:
            guard let own = metric.part?.values, !own.map(Double.init).contains(number.value) else { return number.value }
            reportForeignValue(number.text, of: metric, at: number.range, &binder)
            return nil
        }
    }

    private func reportMissingValue(of metric: MetricInfo, at range: SourceRange, _ binder: inout Binder) {
        guard case .category(let type) = metric.kind else {
            binder.report(
                .sampleWithoutValue, "`add` needs the value of the sample before `\(metric.name)`", at: range,
                help: "write it like `add 500 count steps at now`")
            return
        }
        let known = type.values.filter { metric.part?.values?.contains($0.raw) ?? true }.map(\.name)
        // The least that a sample of the part says, and the only value of most types.
        let plain = metric.part != nil ? known.first { $0.hasSuffix("Unspecified") } : known.count == 1 ? known.first : nil
        binder.report(
            .sampleWithoutValue, "`add` needs the value of the sample before `\(metric.name)`", at: range,
            help: known.isEmpty ? "its values are numbers" : "values are \(known.joined(separator: ", "))",
            fix: plain.map { [Diagnostic.Edit(SourceRange(at: range.start), $0 + " ")] } ?? [])
    }

    private func reportForeignValue(_ value: String, of metric: MetricInfo, at range: SourceRange, _ binder: inout Binder) {
        binder.report(
            .unknownValue, "`\(metric.name)` has no value `\(value)`", at: range,
            help: "\(metric.shortName) has it: write `\(metric.shortName)` in place of `\(metric.name)`")
    }

    private func samples(_ statement: LoadStatement, _ binder: inout Binder) -> [Sample]? {
        guard let metric = binder.metric(statement.metric, isNew: true) else { return nil }
        var unit: HealthUnit?
        if let written = statement.unit {
            guard let bound = binder.unit(written, for: MeasuredMetric(info: metric)) else { return nil }
            unit = bound
        }
        guard let source = source(statement.source, &binder), let start = times.resolve(statement.start, &binder)?.start,
            let step = times.distance(statement.interval, &binder),
            let length = statement.length.map({ times.distance($0, &binder) }) ?? step
        else { return nil }
        var samples: [Sample] = []
        var slot = 0
        for item in statement.items {
            var first = item.first.map { ($0, unit) }
            if let own = metric.part?.values, let written = item.first,
                let foreign = (0..<item.count).map({ written + Double($0) * item.step }).first(where: { !own.map(Double.init).contains($0) }
                )
            {
                reportForeignValue("\(Int(exactly: foreign).map(String.init) ?? "\(foreign)")", of: metric, at: item.range, &binder)
                return nil
            }
            if let name = item.name {
                guard let raw = categoryValue(name, of: metric, at: item.range, &binder) else { return nil }
                first = (raw, nil)
            }
            for index in 0..<item.count {
                if let (first, unit) = first {
                    // From the start of the series, so that months from the 31st do not drift.
                    let from = context.zone.moving(start, by: slot * step.count, step.period)
                    samples.append(
                        Sample(
                            metric: metric.id, start: from, end: context.zone.moving(from, by: length.count, length.period),
                            value: stored(first + Double(index) * item.step, unit, metric), source: source,
                            device: context.device, metadata: []))
                }
                slot += 1
            }
        }
        return samples
    }

    /// Returns the raw value that a word stands for; nil after a report.
    private func categoryValue(_ name: String, of metric: MetricInfo, at range: SourceRange, _ binder: inout Binder) -> Double? {
        guard case .category(let type) = metric.kind else {
            binder.report(
                .numberExpected, "values of \(metric.shortName) are numbers, and `\(name)` is none", at: range, help: "write `100`")
            return nil
        }
        // `asleep` means any stage of sleep, and a sample has one.
        let own = metric.part?.values
        if let raws = type.rawValues(named: name), raws.count == 1 {
            if own?.contains(raws[0]) ?? true { return Double(raws[0]) }
            reportForeignValue(name, of: metric, at: range, &binder)
            return nil
        }
        let known = type.values.filter { own?.contains($0.raw) ?? true }.map(\.name)
        binder.report(
            .unknownValue, "`\(metric.name)` has no single value `\(name)`", at: range,
            help: known.isEmpty ? "its values are numbers" : "values are \(known.joined(separator: ", "))",
            fix: .spelling(Suggestion.best(for: name, among: known), at: range))
        return nil
    }

    private func source(_ operand: TextOperand?, _ binder: inout Binder) -> String? {
        guard let operand else { return context.app }
        return binder.text(operand)
    }

    /// Returns `number` in the storage unit; the raw value of a category as it is.
    private func stored(_ number: Double, _ unit: HealthUnit?, _ metric: MetricInfo) -> Double {
        guard case .quantity(let type) = metric.kind else { return number }
        let given = unit?.amount(saidAs: number) ?? number
        return HealthUnit.convert(given, from: unit ?? type.displayUnit(context.units), to: type.storageUnit) ?? given
    }

    /// In `add 70 kg body mass` the words after the number are a unit and a metric, or a metric alone.
    private func target(_ statement: AddStatement, _ binder: inout Binder) -> (MetricInfo, HealthUnit?)? {
        if statement.unit == nil, case .name(let name) = statement.metric, !name.isQuoted,
            case .unknown = MetricCatalog.resolve(name: name.text), let space = name.text.firstIndex(of: " ")
        {
            let word = String(name.text[..<space])
            if case .known(let metric) = MetricCatalog.resolve(name: String(name.text[space...].dropFirst())),
                case .success = HealthUnit.parseForPeople(word, for: metric)
            {
                let written = Name(word, range: SourceRange(name.range.start, name.range.start + word.utf8.count))
                return binder.unit(written, for: MeasuredMetric(info: metric)).map { (metric, $0) }
            }
        }
        guard let metric = binder.metric(statement.metric, isNew: true) else { return nil }
        guard let text = statement.unit else { return (metric, nil) }
        guard let unit = binder.unit(text, for: MeasuredMetric(info: metric)) else { return nil }
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
