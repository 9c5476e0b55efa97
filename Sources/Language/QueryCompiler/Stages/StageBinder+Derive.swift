import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `derive`: arithmetic with columns and their units.
extension StageBinder {
    mutating func derive(
        _ name: Name, in unit: UnitText?, _ expression: QuerySyntax.Expression
    ) throws(Reported) -> PlanStage.Kind {
        let key = name.key
        if let taken = shape.keys.map(\.name).first(where: { Name.key(of: $0) == key })
            ?? MeasureBinder.takenNames.first(where: { $0 == key })
        {
            throw binder.report(
                .takenColumnName, "`\(taken)` is already a field of the rows", at: name.range, help: "choose another name")
        }
        let derivation = Derivation(binder: binder, shape: shape, frame: frame, clockDay: rows.pipeline.plan.clockDay)
        let term = try derivation.converted(derivation.bind(expression), to: unit)
        let place = shape.columns.firstIndex { Name.key(of: $0.name) == key } ?? shape.columns.count
        if place < shape.columns.count, shape.columns[place].isText {
            throw binder.report(
                .takenColumnName, "can't replace `\(shape.columns[place].name)`, which contains text", at: name.range,
                help: "choose another name")
        }
        let isFlag = term.expression.isCondition
        let metrics = Set(term.columns.map { shape.columns[$0].info.metric })
        var column = RowShape.Column(
            info: ColumnInfo(
                name: place < shape.columns.count ? shape.columns[place].name : name.text,
                metric: metrics.count == 1 && !isFlag ? metrics.first ?? "" : "",
                aggregate: ColumnInfo.derived, unit: term.unit.unit?.unit?.symbol, isAdditive: term.isAdditive,
                accumulates: !isFlag && term.columns.contains { shape.columns[$0].info.accumulates }))
        column.info.clock = term.unit.clock
        column.info.isInHundredths = term.unit.unit?.isInHundredths ?? false
        column.info.isDifference = term.unit.unit?.isDifference ?? false
        column.info.isFlag = isFlag
        column.info.isAboutAmounts = isFlag && isAboutAmounts(term.expression)
        if place < shape.columns.count { shape.columns[place] = column } else { shape.columns.append(column) }
        return .derive(term.expression, column: place)
    }
}

extension StageBinder {
    /// Binds the condition of a stage. As in `derive`, it has no answer where it depends on a null.
    func answer(to predicate: QuerySyntax.Predicate) throws(Reported) -> RowExpression {
        try Derivation(binder: binder, shape: shape, frame: frame, clockDay: rows.pipeline.plan.clockDay).test(predicate)
    }
}

/// Binds a calculation and computes its unit.
private struct Derivation {
    let binder: Binder
    let shape: RowShape
    let frame: QueryFrame
    let clockDay: ClockDay
    /// True inside a calculation that is added to a temperature or subtracted from one: written temperatures are differences (S8.4).
    var readsDifferences = false

    /// The unit of a term.
    enum Measurement {
        /// A literal number, which gets the unit of the other operand.
        case literal
        case unit(ColumnUnit)
        /// Times, and the unit of lengths of time between them.
        case clock(ClockTime, lengths: HealthUnit)

        var unit: ColumnUnit? { if case .unit(let unit) = self { unit } else { nil } }
        var clock: ClockTime? { if case .clock(let clock, _) = self { clock } else { nil } }
    }

    struct Term {
        var expression: RowExpression
        var unit: Measurement
        /// True if the sum of rows makes sense.
        var isAdditive = false
        var columns: Set<Int> = []
    }

    func bind(_ expression: QuerySyntax.Expression) throws(Reported) -> Term {
        switch expression {
        case .number(let number): return Term(expression: .number(number.value), unit: .literal)
        case .quantity(let literal): return try quantity(literal)
        case .column(let column): return try term(column)
        case .test(let predicate): return Term(expression: try test(predicate), unit: .unit(.none), columns: [])
        case .negate(let inner, _):
            var term = try number(inner)
            try refuseTimes([term], at: expression.range)
            term.expression = .negate(term.expression)
            return term
        case .not(let inner, _): return answer(.not(try condition(inner).expression), of: [])
        case .and(let left, let right):
            let parts = try binder.collect(each: [left, right]) { (part) throws(Reported) in try condition(part) }
            return answer(.and(parts[0].expression, parts[1].expression), of: parts)
        case .or(let left, let right):
            let parts = try binder.collect(each: [left, right]) { (part) throws(Reported) in try condition(part) }
            return answer(.or(parts[0].expression, parts[1].expression), of: parts)
        case .comparison(let sign, let left, let right): return try comparison(sign, left, right)
        case .binary(let symbol, let left, let right):
            let isSum = symbol == .add || symbol == .subtract
            let (first, second) = try isSum ? alike(left, right, in: symbol) : factors(left, right, in: symbol)
            var result =
                switch symbol {
                case .add, .subtract: try sum(first, symbol, second, at: expression.range)
                case .multiply: try product(first, second, at: expression.range)
                case .divide: try quotient(first, second, at: expression.range)
                }
            result.columns = first.columns.union(second.columns)
            return result
        }
    }

    // MARK: Operands

    /// Binds a number. Reports a condition in its place.
    private func number(_ expression: QuerySyntax.Expression) throws(Reported) -> Term {
        let term = try bind(expression)
        guard term.expression.isCondition else { return term }
        throw binder.report(
            .columnHasNoNumbers, "can't calculate with this, because it is yes or no", at: expression.range,
            help: "join conditions with `and`, `or` and `not`")
    }

    /// Binds a condition. Reports a number in its place.
    private func condition(_ expression: QuerySyntax.Expression) throws(Reported) -> Term {
        let term = try bind(expression)
        if term.expression.isCondition { return term }
        throw binder.report(
            .conditionExpected, "this is a number, not a condition", at: expression.range, help: "compare it, as in `sum > 100`")
    }

    private func answer(_ expression: RowExpression, of parts: [Term]) -> Term {
        Term(expression: expression, unit: .unit(.none), columns: parts.reduce(into: []) { $0.formUnion($1.columns) })
    }

    /// Binds two numbers.
    private func operands(_ left: QuerySyntax.Expression, _ right: QuerySyntax.Expression) throws(Reported) -> (Term, Term) {
        let terms = try binder.collect(each: [left, right]) { (part) throws(Reported) in try number(part) }
        return (terms[0], terms[1])
    }

    /// Binds two numbers that are multiplied or divided.
    ///
    /// A written temperature times a column is a difference. So is one that divides a difference, and one that is divided by another kind
    /// of number (S8.4).
    private func factors(
        _ left: QuerySyntax.Expression, _ right: QuerySyntax.Expression, in symbol: QuerySyntax.Expression.Operator
    ) throws(Reported) -> (Term, Term) {
        let (writtenLeft, writtenRight) = (isWritten(left), isWritten(right))
        if writtenLeft == writtenRight { return try operands(left, right) }
        let other = try number(writtenLeft ? right : left)
        let isDifference =
            if symbol == .multiply {
                true
            } else if writtenLeft {
                other.unit.isDifference || other.unit.unit?.isTemperature != true
            } else {
                other.unit.isDifference
            }
        let amount = try (isDifference ? readingDifferences : self).number(writtenLeft ? left : right)
        return writtenLeft ? (amount, other) : (other, amount)
    }

    /// The same calculation, with written temperatures as differences.
    private var readingDifferences: Derivation {
        var copy = self
        copy.readsDifferences = true
        return copy
    }

    /// Returns true for a calculation with written numbers only, such as `0.2 degC * 2`.
    private func isWritten(_ expression: QuerySyntax.Expression) -> Bool {
        switch expression {
        case .number, .quantity, .column: written(expression) != nil
        case .negate(let inner, _): isWritten(inner)
        case .binary(_, let left, let right): isWritten(left) && isWritten(right)
        default: false
        }
    }

    /// Returns true if a calculation contains a written temperature that is too high to be a difference.
    private func holdsTemperature(_ expression: QuerySyntax.Expression) throws(Reported) -> Bool {
        switch expression {
        case .negate(let inner, _): return try holdsTemperature(inner)
        case .binary(_, let left, let right):
            if try holdsTemperature(left) { return true }
            return try holdsTemperature(right)
        default:
            guard let literal = written(expression) else { return false }
            return try binder.resolving(literal) { (literal) throws(Reported) in isTemperature(literal, shownIn: nil) }
        }
    }

    /// Returns true for a written temperature that is too high to be a difference (S8.4).
    ///
    /// - Parameter unit: the unit of a number without one.
    private func isTemperature(_ literal: Literal, shownIn unit: HealthUnit?) -> Bool {
        guard case .number(let number, let text) = literal else { return false }
        let written: HealthUnit? =
            if let text { if case .success(let unit) = HealthUnit.parseForPeople(text.text) { unit } else { nil } } else { unit }
        guard let written, let celsius = HealthUnit("degC").flatMap({ written.conversion(to: $0) }) else { return false }
        return celsius(number.value) >= ColumnUnit.leastTemperatureNotDifference
    }

    /// Binds a number that is added to another one or subtracted from it.
    private func summand(_ expression: QuerySyntax.Expression, asDifference: Bool) throws(Reported) -> Term {
        guard asDifference, isWritten(expression) else { return try number(expression) }
        return try holdsTemperature(expression) ? number(expression) : readingDifferences.number(expression)
    }

    /// Binds two numbers that are added or compared. A written number is converted to the unit of the other one, if that is known.
    ///
    /// A temperature that is added or subtracted is a difference: `average + 0.2 degC`. One of 30 °C or more is a temperature.
    ///
    /// - Parameter symbol: nil for a comparison.
    private func alike(
        _ left: QuerySyntax.Expression, _ right: QuerySyntax.Expression, in symbol: QuerySyntax.Expression.Operator?
    ) throws(Reported) -> (Term, Term) {
        if let literal = written(right) {
            let first = try number(left)
            return (first, try quantity(literal, besides: first, asDifference: symbol != nil))
        }
        if let literal = written(left) {
            let second = try number(right)
            return (try quantity(literal, besides: second, asDifference: symbol == .add), second)
        }
        let terms = try binder.collect(each: [(left, symbol == .add), (right, symbol != nil)]) { (part) throws(Reported) in
            try summand(part.0, asDifference: part.1)
        }
        var (first, second) = (terms[0], terms[1])
        // A calculation with plain numbers, such as `(90 + 5) - average`.
        if case .literal = first.unit, case .unit(let unit) = second.unit { first.expression = shown(first.expression, in: unit) }
        if case .literal = second.unit, case .unit(let unit) = first.unit { second.expression = shown(second.expression, in: unit) }
        return (first, second)
    }

    /// Returns a calculation with plain numbers in the stored unit.
    private func shown(_ expression: RowExpression, in unit: ColumnUnit) -> RowExpression {
        guard unit.isFraction else { return expression }
        return .divide(expression, .number(100))
    }

    /// Returns the written number, duration or `let` with one; nil for any other expression.
    private func written(_ expression: QuerySyntax.Expression) -> Literal? {
        switch expression {
        case .quantity(let literal): return literal
        case .number(let number): return .number(number, nil)
        case .column(.name(let name)):
            guard !shape.columns.contains(where: { Name.key(of: $0.name) == name.key }), let entry = binder.context.names[name] else {
                return nil
            }
            if case .literal(let literal) = entry.value, literal.isAmount { return .name(name) }
            return nil
        default: return nil
        }
    }

    /// Returns a written number in the unit of the other operand, if that is known.
    private func quantity(_ literal: Literal, besides other: Term, asDifference: Bool) throws(Reported) -> Term {
        try binder.resolving(literal) { (literal) throws(Reported) -> Term in
            guard case .unit(let unit) = other.unit else {
                if case .number(let number, nil) = literal { return Term(expression: .number(number.value), unit: .literal) }
                return try quantity(literal)
            }
            var column: RowShape.Column?
            if case .column(let index) = other.expression { column = shape.columns[index] }
            let own = asDifference && !isTemperature(literal, shownIn: unit.unit) ? unit.difference : unit
            let amount = try binder.amount(
                of: literal, of: column?.metric, in: own.unit == nil ? ColumnUnit(.count) : own,
                named: column?.warningName ?? "the other number")
            return Term(expression: .number(amount), unit: .unit(own))
        }
    }

    /// Returns a number with its own unit.
    private func quantity(_ literal: Literal) throws(Reported) -> Term {
        guard case .number(let number, let text?) = literal else {
            let seconds = ColumnUnit(.second)
            return Term(expression: .number(try binder.amount(of: literal, of: nil, in: seconds, named: nil)), unit: .unit(seconds))
        }
        guard case .success(let unit) = HealthUnit.parseForPeople(text.text) else {
            throw binder.report(.unknownUnit, "`\(text.text)` is not a unit", at: text.range, help: "write the number without a unit")
        }
        let own = ColumnUnit(unit)
        let isDifference = readsDifferences && own.isTemperature
        return Term(expression: .number(unit.amount(written: number.value)), unit: .unit(isDifference ? own.difference : own))
    }

    private func term(_ column: QuerySyntax.Column) throws(Reported) -> Term {
        if case .name(let name) = column, let entry = binder.context.names[name],
            !shape.columns.contains(where: { Name.key(of: $0.name) == name.key })
        {
            if case .predicate = entry.value { return Term(expression: try test(.name(name)), unit: .unit(.none)) }
            if case .literal(let literal) = entry.value, literal.isAmount, !literal.isPlainNumber {
                return try binder.resolving(.name(name)) { (literal) throws(Reported) in try quantity(literal) }
            }
            return Term(expression: .number(try binder.number(.name(name))), unit: .literal)
        }
        let bound = try ColumnLookup(binder: binder, shape: shape).bind(column)
        if case .key(let index) = bound, case .numbers(let unit) = shape.keys[index].content, shape.keys[index].profile == nil {
            return Term(expression: .key(index), unit: .unit(ColumnUnit(unit)))
        }
        switch bound {
        case .value(let index) where shape.columns[index].isFlag:
            return Term(expression: .test(.number(bound, .equal, 1), of: bound), unit: .unit(.none), columns: [index])
        case .key(let index) where shape.keys[index].content == .flags:
            return Term(expression: .test(.text(bound, .equals([String(true)])), of: bound), unit: .unit(.none))
        case .value(let index) where !shape.columns[index].isText:
            let info = shape.columns[index].info
            if let clock = info.clock {
                let lengths = shape.columns[index].metric.map { MeasuredMetric(info: $0).durationUnit } ?? .minute
                return Term(expression: .column(index), unit: .clock(clock, lengths: lengths), columns: [index])
            }
            return Term(
                expression: .column(index), unit: .unit(shape.columns[index].columnUnit), isAdditive: info.isAdditive, columns: [index])
        default:
            let numbers = shape.numbers.map { "`\(shape.columns[$0].name)`" }
            throw binder.report(
                .columnHasNoNumbers, "can't calculate with this column, because it has no numbers", at: column.range,
                help: numbers.isEmpty ? nil : "use \(numbers.joined(separator: ", "))")
        }
    }

    // MARK: Conditions

    /// Binds a test that has words. Unlike `where`, it has no answer where its column is null.
    func test(_ predicate: QuerySyntax.Predicate) throws(Reported) -> RowExpression {
        switch predicate {
        case .and(let parts): return try join(parts) { .and($0, $1) }
        case .or(let parts): return try join(parts) { .or($0, $1) }
        case .not(let inner, _): return .not(try test(inner))
        case .name(let name) where name.key != "partial" || binder.context.names[name] != nil:
            let isColumn = shape.columns.contains { Name.key(of: $0.name) == name.key } || shape.keys.contains { $0.isNamed(name.key) }
            if isColumn { return try condition(.column(.name(name))).expression }
            return try binder.value(of: name, wanted: "condition") { (value) throws(Reported) in
                if case .predicate(let inner) = value { try test(inner) } else { nil }
            }
        default:
            let bound = try RowPredicateBinder(binder: binder, shape: shape, frame: frame, clockDay: clockDay).bind(predicate)
            return .test(bound, of: predicate.hasAnswerForMissing ? nil : bound.column)
        }
    }

    private func join(
        _ parts: [QuerySyntax.Predicate], _ joined: (RowExpression, RowExpression) -> RowExpression
    ) throws(Reported) -> RowExpression {
        let bound = try binder.collect(each: parts) { (part) throws(Reported) in try test(part) }
        return bound.dropFirst().reduce(bound[0], joined)
    }

    private func comparison(
        _ sign: Comparison, _ left: QuerySyntax.Expression, _ right: QuerySyntax.Expression
    ) throws(Reported) -> Term {
        let (first, second) = try alike(left, right, in: nil)
        var other = second.expression
        if first.unit.clock != second.unit.clock { throw reportTimes(at: left.range.union(right.range)) }
        if case .unit(let unit) = first.unit, case .unit(let otherUnit) = second.unit {
            guard let converted = convert(second.expression, from: otherUnit, to: unit) else {
                throw binder.report(
                    .incompatibleUnit, "can't compare \(unit.symbol) with \(otherUnit.symbol)",
                    at: left.range.union(right.range), help: "compare columns with compatible units")
            }
            other = converted
        }
        return answer(.compare(sign, first.expression, other), of: [first, second])
    }

    // MARK: Arithmetic

    /// Returns a sum or difference. Both sides must have the same dimension; the right one is converted to the unit of the left.
    private func sum(
        _ left: Term, _ symbol: QuerySyntax.Expression.Operator, _ right: Term, at range: SourceRange
    ) throws(Reported) -> Term {
        let unit: Measurement
        var second = right.expression
        if left.unit.clock != nil || right.unit.clock != nil { return try times(left, symbol, right, at: range) }
        switch (left.unit, right.unit) {
        case (.literal, let other), (let other, .literal): unit = other
        case (.clock, _), (_, .clock): throw reportTimes(at: range)
        case (.unit(let first), .unit(let other)):
            guard let converted = convert(second, from: other, to: first) else {
                throw binder.report(
                    .incompatibleUnit, "can't add \(first.symbol) and \(other.symbol)", at: range,
                    help: "add columns with compatible units, or use `*` or `/`")
            }
            second = converted
            unit = .unit(ColumnUnit(first.unit, isInHundredths: first.isInHundredths, isDifference: first.isDifference(symbol, other)))
        }
        return Term(
            expression: symbol == .add ? .add(left.expression, second) : .subtract(left.expression, second), unit: unit,
            isAdditive: left.isAdditive && right.isAdditive)
    }

    /// Returns the length between two times, or a time moved by a length.
    private func times(
        _ left: Term, _ symbol: QuerySyntax.Expression.Operator, _ right: Term, at range: SourceRange
    ) throws(Reported) -> Term {
        switch (left.unit, right.unit) {
        case (.clock(let first, let unit), .clock(let second, _)) where symbol == .subtract && first == second:
            guard let conversion = HealthUnit("ms")?.conversion(to: unit) else { break }
            return Term(
                expression: .converted(.subtract(left.expression, right.expression), conversion), unit: .unit(ColumnUnit(unit)))
        case (.clock, .unit(let lengths)):
            guard let unit = lengths.unit, let conversion = HealthUnit("ms").flatMap({ unit.conversion(to: $0) }) else { break }
            let length = RowExpression.converted(right.expression, conversion)
            return Term(
                expression: symbol == .add ? .add(left.expression, length) : .subtract(left.expression, length), unit: left.unit)
        default: break
        }
        throw reportTimes(at: range)
    }

    private func refuseTimes(_ terms: [Term], at range: SourceRange) throws(Reported) {
        if terms.contains(where: { $0.unit.clock != nil }) { throw reportTimes(at: range) }
    }

    private func reportTimes(at range: SourceRange) -> Reported {
        binder.report(
            .timesAreNotAmounts, "can't calculate this with times", at: range,
            help: "subtract one time from another, or add a length of time, as in `lastEnd - firstStart` or `lastEnd - duration`")
    }

    private func product(_ left: Term, _ right: Term, at range: SourceRange) throws(Reported) -> Term {
        try refuseTimes([left, right], at: range)
        let (left, right) = asFactors(left, right)
        let expression = RowExpression.multiply(left.expression, right.expression)
        switch (left.unit.factor, right.unit.factor) {
        case (let factor, nil):
            return Term(expression: expression, unit: .product(left.unit, right.unit, factor), isAdditive: left.scales(by: right))
        case (nil, let factor):
            return Term(expression: expression, unit: .product(left.unit, right.unit, factor), isAdditive: right.scales(by: left))
        case (let first?, let second?):
            let unit = ColumnUnit(
                try compound(first, "·", second, at: range), isDifference: left.unit.isDifference || right.unit.isDifference)
            return Term(expression: expression, unit: .unit(unit))
        }
    }

    private func quotient(_ left: Term, _ right: Term, at range: SourceRange) throws(Reported) -> Term {
        try refuseTimes([left, right], at: range)
        let (left, right) = asFactors(left, right)
        let expression = RowExpression.divide(left.expression, right.expression)
        guard let divisor = right.unit.factor else {
            return Term(expression: expression, unit: left.unit, isAdditive: left.scales(by: right))
        }
        let dividend = left.unit.factor ?? .count
        let own = ColumnUnit(divisor, isDifference: right.unit.unit?.isDifference ?? false)
        if let converted = convert(right.expression, from: own, to: ColumnUnit(dividend)) {
            return Term(expression: .divide(left.expression, converted), unit: .unit(.none))
        }
        let unit = ColumnUnit(try compound(dividend, "/", divisor, at: range), isDifference: left.unit.isDifference)
        return Term(expression: expression, unit: .unit(unit))
    }

    /// Returns the unit of a product or quotient in Apple's notation.
    private func compound(
        _ left: HealthUnit, _ symbol: String, _ right: HealthUnit, at range: SourceRange
    ) throws(Reported) -> HealthUnit {
        // Apple's notation allows only one `/`, so the divisor becomes a negative power.
        func product(_ unit: HealthUnit) -> String {
            let parts = unit.symbol.split(separator: "/")
            return parts.count == 2 ? "\(parts[0])·(\(parts[1]))^-1" : unit.symbol
        }
        let text = symbol == "/" ? "\(product(left))·(\(product(right)))^-1" : "\(product(left))·\(product(right))"
        if let unit = HealthUnit(text) { return unit }
        throw binder.report(
            .incompatibleUnit, "\(left.symbol) \(symbol == "/" ? "per" : "times") \(right.symbol) is not a supported unit", at: range,
            help: "use other columns")
    }
}

extension Derivation {
    /// Returns a term in the written unit. A plain number is a fraction, so 0.25 is 25 %.
    fileprivate func converted(_ term: Term, to written: UnitText?) throws(Reported) -> Term {
        guard let written else { return term }
        // Only of glucose, `mmol/L` is a mass.
        let glucose = MetricCatalog.metric(MetricID("HKQuantityTypeIdentifierBloodGlucose"))
        guard case .success(let unit) = HealthUnit.parseForPeople(written.text, for: glucose) else {
            throw binder.report(
                .unknownUnit, "unknown unit `\(written.text)`", at: written.range, help: "write for example `in %` or `in kcal`")
        }
        let target = ColumnUnit(unit)
        let own = term.unit.unit.flatMap { $0.unit == nil ? nil : $0 } ?? ColumnUnit(.count)
        guard term.unit.clock == nil, !term.expression.isCondition, let expression = convert(term.expression, from: own, to: target) else {
            throw binder.report(
                .incompatibleUnit, "this calculation can't be shown in \(written.text)", at: written.range,
                help: "remove `in \(written.text)`, or use a unit of the same kind as that of the result")
        }
        var term = term
        (term.expression, term.unit) = (expression, .unit(ColumnUnit(unit, isDifference: own.isDifference)))
        return term
    }

    /// Returns numbers in the unit of another column; nil if the units have different dimensions.
    private func convert(_ expression: RowExpression, from unit: ColumnUnit, to target: ColumnUnit) -> RowExpression? {
        guard let conversion = target.conversion(from: unit) else { return nil }
        let converted = conversion.isIdentity ? expression : .converted(expression, conversion)
        if unit.isInHundredths == target.isInHundredths { return converted }
        return unit.isInHundredths ? .divide(converted, .number(100)) : .multiply(converted, .number(100))
    }

    /// Returns the factors of a product. Percentages that are stored as hundredths become fractions, unless the other factor is a plain
    /// number.
    private func asFactors(_ left: Term, _ right: Term) -> (Term, Term) {
        guard case .unit = left.unit, case .unit = right.unit else { return (left, right) }
        func fraction(_ term: Term) -> Term {
            guard let unit = term.unit.unit, unit.isInHundredths else { return term }
            var term = term
            term.expression = .divide(term.expression, .number(100))
            term.unit = .unit(ColumnUnit(unit.unit, isDifference: unit.isDifference))
            return term
        }
        return (fraction(left), fraction(right))
    }
}

extension ColumnUnit {
    /// The lowest temperature in `degC` that can't be meant as a difference: bodies and rooms don't differ by 30 °C, nor by 86 °F.
    fileprivate static let leastTemperatureNotDifference = 30.0

    fileprivate var isTemperature: Bool { HealthUnit("degC").map { unit?.isCompatible(with: $0) == true } ?? false }

    fileprivate var symbol: String { (unit ?? .count).symbol }

    /// Returns true if a sum or difference with `other` is a difference: of two temperatures, or of two differences.
    fileprivate func isDifference(_ symbol: QuerySyntax.Expression.Operator, _ other: ColumnUnit) -> Bool {
        isDifference == other.isDifference && (isDifference || symbol == .subtract)
    }
}

extension Literal {
    /// True for a number, with or without a unit, and for a duration.
    fileprivate var isAmount: Bool {
        switch self {
        case .number, .duration: true
        default: false
        }
    }

    fileprivate var isPlainNumber: Bool { if case .number(_, nil) = self { true } else { false } }
}

extension Derivation.Measurement {
    fileprivate var isDifference: Bool { unit?.isDifference ?? false }

    /// The factor in the unit of a product; nil for plain numbers and percentages.
    fileprivate var factor: HealthUnit? {
        guard let unit = unit?.unit, unit.symbol != HealthUnit.percent.symbol else { return nil }
        return unit
    }

    /// Returns the unit of a product if at most one side has a unit.
    fileprivate static func product(_ left: Self, _ right: Self, _ factor: HealthUnit?) -> Self {
        if let factor { return .unit(ColumnUnit(factor, isDifference: left.isDifference || right.isDifference)) }
        // A percentage times a literal number is still a percentage.
        switch (left, right) {
        case (.literal, let other), (let other, .literal): return other
        case (.unit, .unit), (.clock, _), (_, .clock): return .unit(.none)
        }
    }
}

extension Derivation.Term {
    /// Returns true if rows can still be summed after multiplying or dividing each one by a literal number.
    fileprivate func scales(by other: Self) -> Bool {
        if case .literal = other.unit { isAdditive } else { false }
    }
}

extension QuerySyntax.Predicate {
    /// True if the test has an answer for every row.
    fileprivate var hasAnswerForMissing: Bool {
        switch self {
        case .isMissing, .name: true
        default: false
        }
    }
}

extension RowPredicate {
    /// The column that a test of one column reads; nil if it reads only the time of the row.
    fileprivate var column: RowColumn? {
        switch self {
        case .all(let parts), .any(let parts): parts.lazy.compactMap(\.column).first
        case .not(let inner): inner.column
        case .number(let column, _, _), .numberIn(let column, _), .text(let column, _), .missing(let column): column
        case .profile, .timeOfDay: .start
        case .isPartial, .constant: nil
        }
    }
}
