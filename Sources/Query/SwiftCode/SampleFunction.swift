import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Writes the body of a function that computes rows from samples, for queries that HealthKit's statistics cannot answer.
struct SampleFunction {
    private let function: MetricFunction
    private var plan: Plan { function.plan }
    private var kind: SampleKind { function.kind }

    init(_ function: MetricFunction) { self.function = function }

    private var aggregates: [Aggregate] { function.measures.map(\.aggregate) }
    private var sums: Bool { function.measures.contains { $0.aggregate == .sum && !$0.countsActiveTime } }
    private var isMerged: Bool { sums && plan.sourceRule == .merged && kind.isQuantity }
    /// The condition on samples that count if others only affect merging; nil if all samples count.
    private var counting: Predicate? { function.exclusiveValues.flatMap { _ in plan.predicate(for: function.measures.first?.part) } }
    private var findsMoments: Bool { aggregates.contains { $0.definition.result == .clock } }
    private var measuresCoverage: Bool { aggregates.contains(where: \.countsQuarters) }
    private var needsUnion: Bool { isMerged || function.measures.contains { $0.aggregate == .duration && !$0.countsActiveTime } }
    /// True if the range includes its last moment and samples are clipped there.
    private var cutsAtMoment: Bool { plan.range.includesEnd && plan.edges == .clip }
    private var isWeighted: Bool {
        function.measures.contains { $0.aggregate == .average && $0.style != .discreteArithmetic && $0.style != nil }
    }

    /// Returns the condition that a moment is not after the last moment of the range.
    private func includesLast(_ moment: String) -> String { cutsAtMoment ? " && \(moment) <= lastMoment" : "" }

    func write(_ code: inout SwiftWriter) {
        if function.form == .async {
            code.add("let query = HKSampleQueryDescriptor(")
            code.add("    predicates: [\(kind.samplePredicate)], sortDescriptors: [])")
            return writeBody(samples: "try await query.result(for: store)\(kind.conversion)", &code)
        }
        code.add("let query = HKSampleQuery(")
        code.block(
            "    sampleType: \(kind.type), predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: nil\n) { _, results, error in"
        ) {
            $0.add("guard let results else { return completion(nil, error) }")
            writeBody(samples: "results.compactMap { $0 as? \(kind.sampleClass) }", &$0)
        }
        code.add("store.execute(query)")
    }

    /// Writes the computation of rows from `samples`, an expression.
    private func writeBody(samples: String, _ code: inout SwiftWriter) {
        ProfileCode.declareWeeks(plan, filters: function.predicate.filters, &code)
        if cutsAtMoment {
            code.add("// Time after that moment is outside the range.")
            code.add("let lastMoment = \(HealthKitPredicate.date(plan.range.end))")
        }
        let zones = SampleZoneCode(plan)
        zones?.declare(needsNow: plan.grid.schedule != nil || measuresCoverage, &code)
        code.add("let samples = \(samples)")
        if let zones, plan.edges != .clip { code.add("    .filter { \(zones.isInRange) }") }
        for filter in function.predicate.filters { code.add("    .filter { sample in \(filter) }") }
        if cutsAtMoment, !plan.usesSampleZones {
            code.add("    .filter { $0.startDate < lastMoment || $0.startDate == $0.endDate }")
        }
        code.add("    .sorted { ($0.startDate, $0.endDate) < ($1.startDate, $1.endDate) }")
        code.add("typealias Part = (sample: \(kind.sampleClass), interval: DateInterval)")
        code.add("")
        writeTimes(&code)
        writeComputations(&code)
        writeRows(&code)
        FillCode(function)?.write(&code)
        code.add(function.form.handOver(function.answer))
    }

    // MARK: Parts of samples

    private func writeTimes(_ code: inout SwiftWriter) {
        let start = plan.usesSampleZones ? "wall(sample.startDate, sample)" : "sample.startDate"
        let end = plan.usesSampleZones ? "wall(sample.endDate, sample)" : "sample.endDate"
        guard !countsWhole else {
            code.add("/// The whole sample: every sample that matches counts in full.")
            code.block("func part(_ sample: \(kind.sampleClass), in interval: DateInterval) -> Part? {") {
                $0.add("(sample, DateInterval(start: sample.startDate, end: max(sample.startDate, sample.endDate)))")
            }
            return
        }
        code.add("/// The part of a sample in a half-open interval, or nil if they don't overlap.")
        code.block("func part(_ sample: \(kind.sampleClass), in interval: DateInterval) -> Part? {") {
            $0.add("let lower = max(\(start), interval.start)")
            $0.add("let upper = min(\(end), interval.end\(cutsAtMoment ? ", lastMoment" : ""))")
            $0.add("let isInstant = \(start) == \(end)")
            $0.add("guard lower < upper || (isInstant && lower == upper && lower < interval.end) else { return nil }")
            switch plan.assignment {
            case .share: $0.add("return (sample, \(real("lower", "upper")))")
            case .start, .end:
                let isStart = plan.assignment == .start
                let clips = plan.edges == .clip
                $0.add("// The part of a sample in the range belongs to the interval that it \(isStart ? "starts" : "ends") in.")
                $0.add("let first = \(clips ? "max(\(start), start)" : start)")
                $0.add("let last = \(clips ? "min(\(end), \(cutsAtMoment ? "lastMoment" : "end"))" : end)")
                $0.add("guard \(isStart ? "lower == first" : "upper == last") else { return nil }")
                $0.add("return (sample, \(real("first", "max(first, last)")))")
            }
        }
    }

    /// Returns an expression for the interval of two times of `part`, which are local if samples have zones.
    private func real(_ start: String, _ end: String) -> String {
        guard plan.usesSampleZones else { return "DateInterval(start: \(start), end: \(end))" }
        let back = "sample.startDate.timeIntervalSince(wall(sample.startDate, sample))"
        return "DateInterval(start: \(start).addingTimeInterval(\(back)), end: \(end).addingTimeInterval(\(back)))"
    }

    /// True if samples count in full: without `by`, under every edge rule except the default.
    private var countsWhole: Bool { plan.edges != .clip && plan.grid.intervalText == nil && plan.grid.profiles.isEmpty }

    // MARK: Computations

    private func writeComputations(_ code: inout SwiftWriter) {
        var declared: Set<String> = []
        if function.measures.contains(where: \.countsActiveTime) { WorkoutTimeCode.write(&code) }
        for measure in function.measures where measure.aggregate.keepsUnit {
            guard !measure.countsActiveTime else { continue }
            let (name, expression) = value(of: measure)
            guard declared.insert(name).inserted else { continue }
            code.block("func \(name)(_ part: Part) -> Double\(measure.workoutField == nil ? "" : "?") {") { $0.add(expression) }
        }
        if needsUnion {
            code.add("/// The seconds that at least one interval covers.")
            code.block("func covered(_ intervals: [DateInterval]) -> TimeInterval {") {
                $0.add("var seconds = 0.0")
                $0.add("var reached = Date.distantPast")
                $0.block("for interval in intervals.sorted() where interval.end > reached {") {
                    $0.add("seconds += interval.end.timeIntervalSince(max(interval.start, reached))")
                    $0.add("reached = interval.end")
                }
                $0.add("return seconds")
            }
        }
        if findsMoments {
            code.block("func isInside(_ moment: Date, _ interval: DateInterval) -> Bool {") {
                $0.add("interval.start <= moment && moment < interval.end\(includesLast("moment"))")
            }
            code.add("/// An end on the edge of two intervals belongs to the earlier one, an instant to the later one.")
            code.block("func endsInside(_ span: DateInterval, _ interval: DateInterval) -> Bool {") {
                $0.add("if span.duration == 0 { return isInside(span.end, interval) }")
                $0.add("return interval.start < span.end && span.end <= interval.end\(cutsAtMoment ? " && span.end <= lastMoment" : "")")
            }
        }
        if measuresCoverage { writeCoverage(&code) }
        if sums { writeShare(&code) }
        if let values = function.exclusiveValues { writeDecision(between: values, &code) }
        if isWeighted {
            let weight = plan.rules.weighting == .equal ? "1.0" : "max(1, part.interval.duration)"
            if plan.rules.weighting == .hold { code.add("// Tally's `weighting = hold` extends instants. Here they weigh one second.") }
            code.block("func weight(_ part: Part) -> Double {") { $0.add(weight) }
        }
        let helpers = aggregates.compactMap(\.swiftHelper)
        if helpers.contains(.quantile) {
            writeQuantile(&code)
        }
        if helpers.contains(.deviation) {
            code.block("func deviation(_ values: [Double]) -> Double? {") {
                $0.add("guard values.count > 1 else { return nil }")
                $0.add("let mean = values.reduce(0, +) / Double(values.count)")
                $0.add("let squares = values.map { ($0 - mean) * ($0 - mean) }")
                $0.add("return (squares.reduce(0, +) / Double(values.count - 1)).squareRoot()")
            }
        }
    }

    /// Writes the function for percentiles. Ranks are whole numbers as long as possible, because 0.28 · 25 is more than 7 in binary.
    private func writeQuantile(_ code: inout SwiftWriter) {
        let isNearest = plan.rules.percentile == .nearest
        code.add(
            isNearest
                ? "/// The nearest rank: the smallest value that at least `part` of `whole` values don't exceed."
                : "/// The value at the rank `part` of `whole`, interpolated between its neighbors.")
        code.block("func quantile(_ part: Int, in whole: Int, of values: [Double]) -> Double? {") {
            $0.add("let sorted = values.sorted()")
            $0.add("guard let \(isNearest ? "_" : "last") = sorted.last else { return nil }")
            if isNearest {
                $0.add("return sorted[max((part * sorted.count + whole - 1) / whole - 1, 0)]")
                return
            }
            $0.add("let place = part * (sorted.count - 1)")
            $0.add("let below = place / whole")
            $0.add("guard below + 1 < sorted.count else { return last }")
            $0.add("return sorted[below] + (sorted[below + 1] - sorted[below]) * Double(place % whole) / Double(whole)")
        }
    }

    /// Marks samples that the user entered by hand, because they have a separate rank.
    private static let byHand = ", by hand"

    private func writeRank(_ code: inout SwiftWriter) {
        let order = function.ranks.map { $0.source.lowercased() + ($0.isHandEntered ? Self.byHand : "") }
        code.add("let order = \(SwiftText.literal(order))")
        code.block("func rank(_ sample: HKObject) -> Int {") {
            $0.add("let isHandEntered = sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true")
            $0.add("let name = sample.sourceRevision.source.name.lowercased() + (isHandEntered ? \"\(Self.byHand)\" : \"\")")
            $0.add("return order.firstIndex(of: name) ?? order.count")
        }
    }

    /// Writes the function that returns the time in which a part of a sample decides between values that exclude each other (S6.6).
    private func writeDecision(between values: ExclusiveValues, _ code: inout SwiftWriter) {
        code.comment(
            "These values exclude each other, so one sample decides at each moment, even if it doesn't count itself: that of the best "
                + "source, then a stage or awake before plain asleep before in bed, then the one that starts later. Other sources leave "
                + "the time in bed alone. HealthKit does not expose its order of sources, so this code uses Tally's.")
        writeRank(&code)
        let all = "\(values.background)...\(values.decided.upperBound)"
        code.add("let deciding = samples.filter { (\(all)).contains($0.value) && $0.startDate < $0.endDate }")
        code.block("func exactness(_ sample: HKCategorySample) -> [Double] {") {
            let exactness = "sample.value == \(values.background) ? 0.0 : sample.value == \(values.inexact) ? 1 : 2"
            $0.add("let exactness = \(exactness)")
            $0.add("let (start, end) = (sample.startDate.timeIntervalSince1970, sample.endDate.timeIntervalSince1970)")
            $0.add("return [-exactness, -start, end, -Double(sample.value)]")
        }
        let both = "$0.value != \(values.background) && part.sample.value != \(values.background)"
        let between = plan.mergesSources ? "\(both) && rank($0) < rank(part.sample)" : "false"
        code.block("func decided(_ part: Part) -> [DateInterval] {") {
            $0.add("guard (\(all)).contains(part.sample.value) else { return [part.interval] }")
            $0.add("let (own, place) = (part.sample.sourceRevision.source.name, exactness(part.sample))")
            $0.block("let better = deciding.filter {", closing: "}") {
                $0.add("$0.sourceRevision.source.name == own ? exactness($0).lexicographicallyPrecedes(place) : \(between)")
            }
            $0.block("if part.interval.duration == 0 {") {
                $0.add("let moment = part.interval.start")
                $0.add("return better.contains { $0.startDate <= moment && moment < $0.endDate } ? [] : [part.interval]")
            }
            $0.add("var left = [part.interval]")
            $0.block("for other in better {") {
                $0.block("left = left.flatMap { interval in", closing: "}") {
                    $0.block("[", closing: "].filter { $0.duration > 0 }") {
                        $0.add(
                            "DateInterval(start: interval.start, end: max(interval.start, min(interval.end, other.startDate))),")
                        $0.add("DateInterval(start: min(interval.end, max(interval.start, other.endDate)), end: interval.end),")
                    }
                }
            }
            $0.add("return left")
        }
    }

    /// Writes the function that returns the share of quarter hours with samples (S2.7).
    private func writeCoverage(_ code: inout SwiftWriter) {
        code.add("/// The quarter hours, numbered from 1970, that an interval meets.")
        code.block("func quarters(_ interval: DateInterval) -> ClosedRange<Int> {") {
            $0.add("let first = Int((interval.start.timeIntervalSince1970 / 900).rounded(.down))")
            $0.add("return first...max(first, Int((interval.end.timeIntervalSince1970 / 900).rounded(.up)) - 1)")
        }
        code.add("/// The share of quarter hours that hold a sample, among those that have begun.")
        code.block("func coverage(of spans: [DateInterval], in own: [DateInterval]) -> Double? {") {
            $0.add("let begun = \(function.buckets.now).timeIntervalSince1970 / 900")
            $0.add("let all = Set(own.flatMap(quarters)).filter { Double($0) < begun }")
            $0.block("let held = spans.flatMap { span in", closing: "}") { inner in
                inner.block("own.compactMap { interval -> DateInterval? in", closing: "}") {
                    $0.add("let lower = max(span.start, interval.start)")
                    $0.add("let upper = min(span.end, interval.end\(cutsAtMoment ? ", lastMoment" : ""))")
                    $0.add("let isInstant = span.duration == 0 && lower == upper && lower < interval.end")
                    $0.add("return lower < upper || isInstant ? DateInterval(start: lower, end: upper) : nil")
                }
            }
            $0.add("return all.isEmpty ? nil : Double(all.intersection(held.flatMap(quarters)).count) / Double(all.count)")
        }
    }

    /// Writes the function that returns the share of a sample's value that counts for one of its parts.
    private func writeShare(_ code: inout SwiftWriter) {
        if isMerged {
            code.comment(
                "At each moment, the best source with a sample counts. HealthKit does not expose its order of sources, so this code uses "
                    + "Tally's.")
            writeRank(&code)
        }
        code.block("func share(_ part: Part) -> Double {") {
            $0.add("let length = part.sample.endDate.timeIntervalSince(part.sample.startDate)")
            guard isMerged else {
                $0.add("return length > 0 ? part.interval.duration / length : 1")
                return
            }
            $0.add("let better = samples.filter { rank($0) < rank(part.sample) }")
            $0.block("guard length > 0 else {") {
                $0.add("let moment = part.sample.startDate")
                $0.add("return better.contains { $0.startDate <= moment && moment < $0.endDate } ? 0 : 1")
            }
            $0.add("let taken = better.compactMap { part.interval.intersection(with: DateInterval(start: $0.startDate, end: $0.endDate)) }")
            $0.add("return (part.interval.duration - covered(taken)) / length")
        }
        code.add("/// The total of parts, or nil if none of them counts.")
        code.block("func total(_ parts: [Part], of value: (Part) -> Double) -> Double? {") {
            if isMerged, !plan.splits.isEmpty || plan.choices.assignment != .share {
                $0.comment("If better sources leave nothing of a part, it counts as 0, because they may count in other rows.")
                $0.add("let counted = parts.filter { $0.interval.duration > 0 || share($0) > 0 }")
                $0.add("let amounts = counted.map { value($0) * share($0) }")
            } else {
                $0.add("let amounts = parts.map { (value($0), share($0)) }.filter { $0.1 > 0 }.map { $0.0 * $0.1 }")
            }
            $0.add("return amounts.isEmpty ? nil : amounts.reduce(0, +)")
        }
    }

    /// Returns the name and body of the function for the value of a part, in storage units. Workout fields may be nil.
    private func value(of measure: Measure) -> (name: String, expression: String) {
        switch measure.workoutField {
        case nil: ("value", kind.value(of: "part.sample"))
        case .activeDuration?: ("activeDuration", kind.workout(.activeDuration, of: "part.sample"))
        case .distance?: ("distance", kind.workout(.distance, of: "part.sample"))
        case .climb(let climb)?: (climb.name, kind.workout(.climb(climb), of: "part.sample"))
        case .statistic(let metric)?: (SwiftText.identifier(metric.shortName), kind.workout(.statistic(metric), of: "part.sample"))
        case .reading(let metric, let reading)?:
            (
                SwiftText.identifier(reading.name + metric.shortName.prefix(1).uppercased() + metric.shortName.dropFirst()),
                kind.workout(.reading(metric, reading), of: "part.sample")
            )
        }
    }

    /// Returns an expression of type `Double?` over `parts`, in storage units.
    private func expression(_ measure: Measure) -> String {
        if measure.countsActiveTime {
            return WorkoutTimeCode.seconds(addsAll: measure.aggregate == .sum || plan.rules.duration == .sum)
        }
        let name = value(of: measure).name
        let value = measure.workoutField == nil ? "\(name)($0)" : "(\(name)($0) ?? 0)"
        let values = measure.workoutField == nil ? "parts.map(\(name))" : "parts.compactMap(\(name))"
        return measure.aggregate.swift(
            SwiftParts(
                value: value, values: values, style: measure.style, areDecided: function.exclusiveValues != nil,
                addsDurations: plan.rules.duration == .sum))
    }

    /// Returns the expression, converted to the unit of the column.
    private func converted(_ measure: Measure) -> String {
        let expression = expression(measure)
        let storage: String
        switch (measure.aggregate, kind) {
        case (.duration, _): storage = "s"
        case (let aggregate, _) where !aggregate.keepsUnit: return expression
        case (_, .quantity(_, let unit)): storage = unit
        default:
            switch measure.workoutField {
            case .activeDuration?: storage = "s"
            case .distance?: storage = "km"
            case .statistic?, .reading?, .climb?, nil: storage = measure.storageUnit?.symbol ?? ""
            }
        }
        guard let unit = measure.unit, let from = HealthUnit(storage), from != unit else { return expression }
        if measure.aggregate.definition.result == .difference, let conversion = from.interval.conversion(to: unit.interval) {
            return "(\(expression)).map { $0 * \(SwiftText.number(conversion(1))) }"
        }
        return "(\(expression)).map { HKQuantity(unit: \(HealthKitPredicate.unit(storage)), doubleValue: $0)"
            + ".doubleValue(for: \(HealthKitPredicate.unit(unit.symbol))) }"
    }

    // MARK: Rows

    /// An expression for the samples that count.
    private var counted: String {
        "samples" + (counting.map { ".filter { sample in \(function.predicate.condition($0)) }" } ?? "")
    }

    private func writeRows(_ code: inout SwiftWriter) {
        code.add("")
        if let schedule = plan.grid.schedule { function.buckets.declareBuckets(of: schedule, counted: counted, &code) }
        let profiles = plan.grid.profiles
        if !profiles.isEmpty { function.buckets.declarePieces(&code) }
        function.buckets.dropRunningRange(function.form, &code)
        code.add("var rows: [\(function.rowType)] = []")
        if plan.edges == .clip, plan.grid.schedule != nil, profiles.isEmpty {
            code.add("let limits = DateInterval(start: start, end: end)")
        }
        writeLoops(&code)
    }

    private func writeLoops(_ code: inout SwiftWriter) {
        var loops: [String] = []
        var arguments: [String] = []
        if plan.grid.schedule != nil {
            loops.append("for bucket in buckets {")
            arguments += ["start: bucket.start", "end: bucket.end"]
        } else if plan.grid.profiles.isEmpty {
            arguments += ["start: start", "end: end"]
        } else if plan.grid.hasTimeKey {
            arguments += ["start: start", "end: end"]
        }
        for profile in plan.grid.profiles {
            loops.append("for \(profile.rawValue) in 0..<\(profile.slotCount) {")
            let number = profile.firstNumber == 1 && profile != .weekday ? " + 1" : ""
            arguments.append("\(profile.rawValue): \(profile.rawValue)\(number)")
        }
        for split in function.splits {
            split.declare(&code)
            loops.append(split.loop)
            arguments += split.arguments
        }
        write(loops[...], &code) { body in
            writeParts(&body)
            for (measure, field) in zip(function.measures, function.fields) {
                let result = converted(measure)
                arguments.append(
                    "\(field): "
                        + (function.fallback.isEmpty || [.count, .firstStart, .lastEnd].contains(measure.aggregate)
                            ? result : "(\(result))\(function.fallback)"))
            }
            if plan.partial == .drop, plan.grid.schedule != nil {
                body.add("guard bucket.start >= start, bucket.end <= min(end, \(function.buckets.now)) else { continue }")
            }
            body.block("rows.append(\(function.rowType)(", closing: "))") { $0.add(arguments.joined(separator: ",\n")) }
        }
    }

    private func write(_ loops: ArraySlice<String>, _ code: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
        guard let first = loops.first else { return code.block("do {", body) }
        code.block(first) { inner in
            if loops.count == 1 { body(&inner) } else { write(loops.dropFirst(), &inner, body) }
        }
    }

    private func writeParts(_ code: inout SwiftWriter) {
        let clips = plan.edges == .clip
        var interval = plan.grid.schedule == nil ? "DateInterval(start: start, end: end)" : "bucket"
        if plan.grid.schedule != nil, clips { interval = "bucket.intersection(with: limits)" }
        let isOptional = interval.contains("intersection")
        if plan.grid.profiles.isEmpty {
            code.add(isOptional ? "let own = [\(interval)].compactMap { $0 }" : "let own = [\(interval)]")
        } else {
            let tests = plan.grid.profiles.map {
                "\(ProfileCode(profile: $0, dayParts: plan.dayParts).slot(of: "piece.start")) == \($0.rawValue)"
            }
            code.add("let own = pieces.filter { piece in \(tests.joined(separator: " && ")) }")
            if plan.grid.schedule != nil { code.add("    .compactMap { $0.intersection(with: bucket) }.filter { $0.duration > 0 }") }
        }
        let filters = function.splits.map(\.filter)
        let own = counted + (filters.isEmpty ? "" : ".filter { sample in \(filters.joined(separator: " && ")) }")
        let needsParts = aggregates.contains { $0.definition.result != .clock && !$0.countsQuarters }
        if needsParts { code.add("let parts = \(own).flatMap { sample in own.compactMap { part(sample, in: $0) } }") }
        if needsParts, function.exclusiveValues != nil { code.add("let decidedParts = parts.flatMap(decided)") }
        guard findsMoments || measuresCoverage else { return }
        let zoned = plan.usesSampleZones
        let (start, end) = zoned ? ("wall($0.startDate, $0)", "wall($0.endDate, $0)") : ("$0.startDate", "$0.endDate")
        let isDecided = function.exclusiveValues != nil && findsMoments
        if measuresCoverage || !isDecided {
            code.add("// Whole samples.")
            code.add("let spans = \(own).map { DateInterval(start: \(start), end: max(\(start), \(end))) }")
        }
        guard isDecided else { return }
        code.add("// Whole samples, as far as they decide.")
        code.block("let decidedSpans = \(own).flatMap { sample in", closing: "}") {
            let spans = "decided((sample, DateInterval(start: sample.startDate, end: max(sample.startDate, sample.endDate))))"
            $0.add(zoned ? spans + ".map { DateInterval(start: wall($0.start, sample), end: wall($0.end, sample)) }" : spans)
        }
    }
}
