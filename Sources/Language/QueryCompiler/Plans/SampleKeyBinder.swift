import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import TerminalText

/// Binds the keys of `by` that depend on samples: sources, fields, conditions and ranges of values.
struct SampleKeyBinder {
    let binder: Binder
    let columns: [BoundColumn]
    let predicates: PredicateBinder
    /// The unit of numbers without one.
    let unit: HealthUnit?

    /// Binds all keys. Skips a key after reporting an error.
    func bind(_ keys: [GroupingKey]) -> [SplitKey] {
        var splits: [SplitKey] = []
        for key in keys {
            guard let split = binder.collect(try bind(key)).value else { continue }
            if split.isOfRanges, splits.contains(where: { $0.isOfRanges && $0 != split }) {
                binder.report(
                    .duplicateKey, "a query divides values only once", at: key.range, help: "keep either this key or the one before it")
            } else if splits.contains(where: { $0 == split || !Set($0.names).isDisjoint(with: split.names) }) {
                binder.reportTwice(key)
            } else {
                splits.append(split)
            }
        }
        return splits
    }

    private func bind(_ key: GroupingKey) throws(Reported) -> SplitKey {
        switch key.kind {
        case .source: return .source
        case .device: return .device
        case .product: return .product
        case .metadata(let operand): return .metadata(try binder.text(operand))
        case .value: return try value(at: key.range)
        case .condition(let predicate, let name): return try condition(predicate, called: name)
        case .bins(let width): return try bins(width, at: key.range)
        case .bands(let limits): return try bands(limits, at: key.range)
        case .interval(.name(let name), _):
            if binder.context.names[name] != nil { return try condition(.name(name), called: nil) }
            if let field = try binder.personField(name) { return .person(field) }
            if binder.isSampleField(name) { return try name.key == "stage" ? stage(at: key.range) : field(name) }
            return try activity(at: key.range)
        case .interval, .profile, .edge, .each, .splits, .parts:
            throw binder.report(
                .unknownField, "samples have no `\(QueryFormatter.text(of: key))`", at: key.range, help: "use `by bins of 10` first")
        }
    }

    // MARK: Fields

    /// Returns the only metric of the query.
    private func metric(_ what: String, at range: SourceRange) throws(Reported) -> MetricInfo {
        guard let first = columns.first?.metric, columns.allSatisfy({ $0.metric.id == first.id }) else {
            throw binder.report(
                .ambiguousValue, "\(what) is ambiguous in a query for several metrics", at: range, help: "query one metric at a time")
        }
        return first
    }

    private func value(at range: SourceRange) throws(Reported) -> SplitKey {
        let metric = try metric("`value`", at: range)
        switch metric.kind {
        case .category(let type): return .category(type)
        case .workouts: return .activity
        case .quantity: return .value(metric.storageUnit.flatMap { conversion(from: $0, to: unit) }, unit: unit?.symbol)
        }
    }

    /// Returns the key for the stages of sleep, which are its values.
    private func stage(at range: SourceRange) throws(Reported) -> SplitKey {
        guard case .category(let type) = try metric("`stage`", at: range).kind, type.exclusiveValues != nil else {
            throw binder.report(
                .unknownField, "only sleep has stages, but this query asks for \(columns.first?.metric.name ?? "something else")",
                at: range,
                help: "write `by value` for a row for each value", fix: Diagnostic.Fix(range, "value", keepsQuestion: false))
        }
        return .category(type)
    }

    /// Returns the key for a field that only some metrics have.
    private func field(_ name: Name) throws(Reported) -> SplitKey {
        let metric = try metric("`\(name.text)`", at: name.range)
        if let field = metric.fields.first(where: { $0.name == name.key }) { return .field(field) }
        let owners = MetricCatalog.all.filter { $0.fields.contains { $0.name == name.key } }.map(\.name)
        throw binder.report(
            .unknownField, "samples of \(metric.name) have no \(name.key); those of \(owners.listed(with: "and")) have one", at: name.range,
            help: name.key == SampleField.zone.name
                ? "to divide its values, write `by bands 120, 140`; for the time in zones of workouts, write `sum heartRateZones by zone`"
                : "use `value`, `source`, `device`, `product` or `metadata \"KEY\"`")
    }

    private func activity(at range: SourceRange) throws(Reported) -> SplitKey {
        if let other = columns.first(where: { $0.metric.kind != .workouts }) {
            throw binder.report(
                .unknownField, "only workouts have an activity, but this query also asks for \(other.metric.name)", at: range,
                help: columns.count == 1
                    ? "use `value`, `source`, `device`, `product` or `metadata \"KEY\"`"
                    : "write two queries: one for workouts and one for \(other.metric.name)")
        }
        return .activity
    }

    private func condition(_ predicate: QuerySyntax.Predicate, called name: Name?) throws(Reported) -> SplitKey {
        let bound = try predicates.bind(predicate)
        let name = name?.text ?? QueryFormatter.text(of: predicate)
        guard !MeasureBinder.takenNames.contains(name) else {
            throw binder.report(
                .duplicateColumn, "every row has a column named `\(name)`", at: predicate.range, help: "choose another name after `called`")
        }
        return .condition(bound, name: name)
    }

    // MARK: Ranges of values

    /// Returns the unit of the values, and that of the edges.
    private func units(_ edges: [Literal], at range: SourceRange) throws(Reported) -> (
        metric: MetricInfo, stored: HealthUnit?, shown: HealthUnit?
    ) {
        let metric = try metric("the value", at: range)
        let fields = Set(columns.map(\.measure.workoutField))
        guard metric.storageUnit != nil || fields.count == 1 && !fields.contains(nil) else {
            let isCategory = if case .category = metric.kind { true } else { false }
            throw binder.report(
                .unknownField, "\(metric.name) has no numbers to divide into ranges", at: range,
                help: isCategory
                    ? "write `by value` for a row for each value"
                    : "write `by activity`, or measure a number of workouts, as in `sum workout energy by bins of 100 kcal`")
        }
        let written = try binder.collect(each: edges) { (edge) throws(Reported) in try unit(of: edge, metric) }.compactMap { $0 }.first
        return (metric, columns[0].measure.storageUnit, written ?? unit)
    }

    /// Returns the unit that is written after a number.
    private func unit(of edge: Literal, _ metric: MetricInfo) throws(Reported) -> HealthUnit? {
        try binder.resolving(edge) { (edge) throws(Reported) in
            guard case .number(_, let text?) = edge else { return nil }
            guard metric.storageUnit != nil else {
                if case .success(let unit) = HealthUnit.parseForPeople(text.text) { return unit }
                return nil
            }
            return try binder.unit(text, for: MeasuredMetric(info: metric))
        }
    }

    /// Returns numbers in the unit of the edges.
    private func amounts(_ edges: [Literal], _ metric: MetricInfo, in unit: ColumnUnit) throws(Reported) -> [Double] {
        try binder.collect(each: edges) { (edge) throws(Reported) in
            try binder.resolving(edge) { (edge) throws(Reported) in
                try binder.amount(of: edge, of: metric, in: unit, named: metric.name)
            }
        }
    }

    private func conversion(from stored: HealthUnit, to shown: HealthUnit?) -> UnitConversion? {
        guard let conversion = shown.flatMap({ stored.conversion(to: $0) }), !conversion.isIdentity else { return nil }
        return conversion
    }

    private func bins(_ width: Literal, at range: SourceRange) throws(Reported) -> SplitKey {
        let (metric, stored, shown) = try units([width], at: range)
        // The rows show the width of the bins, so a wrong one is obvious.
        let isSurelyPercent = binder.isSurelyPercent
        binder.isSurelyPercent = true
        defer { binder.isSurelyPercent = isSurelyPercent }
        let amount = try amounts([width], metric, in: ColumnUnit(shown).difference)[0]
        guard amount > 0, amount.isFinite else {
            throw binder.report(
                .edgesOfRanges, "the width of bins must be more than 0", at: width.range, help: "write for example `bins of 10`")
        }
        return .ranges(
            ValueRanges(.bins(width: amount), conversion: stored.flatMap { conversion(from: $0, to: shown) }, unit: shown?.symbol))
    }

    private func bands(_ edges: [Literal], at range: SourceRange) throws(Reported) -> SplitKey {
        let (metric, stored, shown) = try units(edges, at: range)
        let amounts = try amounts(edges, metric, in: ColumnUnit(shown))
        let sorted = amounts.indices.sorted { amounts[$0] < amounts[$1] }
        let distinct = sorted.enumerated().filter { $0.offset == 0 || amounts[$0.element] != amounts[sorted[$0.offset - 1]] }.map(\.element)
        guard distinct == Array(amounts.indices) else {
            let texts = distinct.map { QueryFormatter.cell(edges[$0]) }
            let whole = edges.dropFirst().reduce(edges[0].range) { $0.union($1.range) }
            throw binder.report(
                .edgesOfRanges, "the edges of bands must ascend", at: whole, help: "write `bands \(texts.joined(separator: ", "))`",
                fix: [.init(whole, texts.joined(separator: ", "))])
        }
        return .ranges(ValueRanges(.bands(amounts), conversion: stored.flatMap { conversion(from: $0, to: shown) }, unit: shown?.symbol))
    }
}
