import TerminalText

extension ChartAccount {
    /// Up to this number, a sentence lists all values.
    private static let listed = 3
    /// The number of parts that have a sentence each, and the number that have at least their extremes.
    private static let (described, named) = (3, 8)

    /// The description: about four sentences in one line, without control characters.
    public var text: String {
        var sentences = [heading]
        let shown = parts.filter { !$0.values.isEmpty }
        sentences += details + (shown.count > Self.described ? short(shown) : shown.map(sentence))
        sentences += parts.filter { $0.values.isEmpty && !$0.name.isEmpty && hasMarks }.prefix(Self.named).map { "\($0.name): no values" }
        if let completeness { sentences.append(completeness) }
        if !lines.isEmpty {
            sentences.append("\(lines.count == 1 ? "Line" : "Lines"): " + lines.prefix(Self.named).joined(separator: ", "))
        }
        return ScreenText.visible(sentences.map(Self.ended).joined(separator: " ") + remarks.map { " " + Self.ended($0) }.joined())
    }

    /// The first sentence.
    var heading: String {
        let subject = (title.isEmpty ? "" : " of \(title)") + (reach.isEmpty ? "" : ", \(reach)")
        return Self.ended((kind.isEmpty || !hasMarks ? "An empty chart" : kind) + subject)
    }

    private var hasMarks: Bool { !details.isEmpty || parts.contains { !$0.values.isEmpty } || !lines.isEmpty }

    private static func ended(_ sentence: String) -> String {
        sentence.last.map { ".!?…".contains($0) } == true ? sentence : sentence + "."
    }

    // MARK: Parts

    /// Returns one sentence with the extremes of each part.
    private func short(_ parts: [Part]) -> [String] {
        let all = parts.map { part in
            let (low, high) = (part.least?.low ?? 0, part.greatest?.high ?? 0)
            return (part.name.isEmpty ? "" : part.name + " ") + (low == high ? amount(low) : "\(amount(low)) to \(amount(high))")
        }
        let more = all.count > Self.named ? ", and \(all.count - Self.named) more" : ""
        let count = "\(all.count) series of up to \(Self.counted(parts.map(\.values.count).max() ?? 0, "value"))"
        return ["\(count)\(inUnit), lowest to highest: " + all.prefix(Self.named).joined(separator: ", ") + more]
    }

    private var inUnit: String { unit.isEmpty ? "" : " in \(unit == "%" ? "percent" : unit)" }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(DecimalText.text(Double(count))) \(noun)\(count == 1 ? "" : "s")"
    }

    private func sentence(of part: Part) -> String {
        let start = part.name.isEmpty ? "" : part.name + ": "
        let missing = part.missing > 0 ? " (\(DecimalText.text(Double(part.missing))) missing)" : ""
        let count = start + Self.counted(part.values.count, part.areRanges ? "range" : "value") + missing
        guard part.values.count > Self.listed else { return "\(count)\(inUnit): " + part.values.map(item).joined(separator: ", ") }
        guard let least = part.least, let greatest = part.greatest else { return count }
        if least.low == greatest.high { return "\(count), all \(amount(least.low))\(unitAfterNumber)" }
        let (low, high) = part.areRanges ? ("lowest end", "highest end") : ("lowest", "highest")
        var facts = [
            "\(low) \(extreme(least, least.low, part.values.count { $0.low == least.low }, part))",
            "\(high) \(extreme(greatest, greatest.high, part.values.count { $0.high == greatest.high }, part))",
        ]
        if part.isOrdered, let first = part.values.first, let last = part.values.last {
            facts.append("first \(ends(of: first)), last \(ends(of: last))")
            if let trend = part.trend { facts.append(trend) }
        }
        return "\(count)\(inUnit): " + facts.joined(separator: ", ")
    }

    var unitAfterNumber: String { unit.isEmpty ? "" : unit == "%" ? " percent" : " \(unit)" }

    private func extreme(_ value: Value, _ number: Double, _ times: Int, _ part: Part) -> String {
        let place = place(value)
        guard times > 1 else {
            return [amount(number), place, sign(of: value)].filter { !$0.isEmpty }.joined(separator: " ")
        }
        return "\(amount(number)) (\(times) times\(part.isOrdered && !place.isEmpty ? ", first \(place)" : ""))"
    }

    private func ends(of value: Value) -> String {
        value.low == value.high ? amount(value.low) : "\(amount(value.low)) to \(amount(value.high))"
    }

    private func item(_ value: Value) -> String {
        [ends(of: value), place(value), sign(of: value)].filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Completeness

    /// The completeness that all values share. Nil if they differ.
    private var common: Completeness? {
        guard let first = parts.lazy.compactMap(\.values.first).first?.completeness else { return nil }
        return parts.allSatisfy { $0.values.allSatisfy { $0.completeness == first } } ? first : nil
    }

    private func sign(of value: Value) -> String {
        switch value.completeness {
        case .whole: ""
        case .partial: common == .partial && count > 1 ? "" : "(partial)"
        case .running: common == .running && count > 1 ? "" : "(so far)"
        }
    }

    private var count: Int { parts.reduce(0) { $0 + $1.values.count } }

    /// The sentence about values that do not cover their buckets. Nil if all do, or if the values are listed.
    private var completeness: String? {
        if let common, common != .whole, count > 1 { return "All values are \(common == .partial ? "partial" : "still in progress")" }
        let counted = parts.filter { $0.values.count > Self.listed || parts.count > Self.described }
        let values = counted.flatMap(\.values).sorted { $0.start < $1.start }
        guard let first = values.first?.start, let last = values.last?.start else { return nil }
        let areOrdered = counted.allSatisfy(\.isOrdered)
        var facts: [String] = []
        for (kind, words) in [(Completeness.partial, "partial"), (.running, "still in progress")] {
            let places = Set(values.filter { $0.completeness == kind }.map(\.start))
            guard !places.isEmpty else { continue }
            let number = values.count { $0.completeness == kind }
            let isPlural = number > 1
            if areOrdered, places.isSubset(of: [first, last]), first < last {
                let names = [places.contains(first) ? "first" : nil, places.contains(last) ? "last" : nil].compactMap { $0 }
                facts.append("the \(names.joined(separator: " and ")) value\(isPlural ? "s are" : " is") \(words)")
            } else {
                facts.append("\(Self.counted(number, "value")) \(isPlural ? "are" : "is") \(words)")
            }
        }
        let text = facts.joined(separator: ", ")
        return text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst()
    }

    // MARK: Periods

    /// Returns a sentence about the periods of a row of a timeline.
    ///
    /// - Parameter spans: starts and ends in milliseconds. Periods that overlap count once.
    public static func periods(
        _ name: String, _ spans: [(start: Double, end: Double)], reach: (Double, Double) -> String
    ) -> String {
        let sorted = spans.sorted { $0.start < $1.start }
        guard let first = sorted.first?.start, let last = sorted.map(\.end).max() else { return "\(name): no periods" }
        var (covered, end) = (0.0, -Double.infinity)
        for span in sorted {
            covered += max(0, span.end - max(span.start, end))
            end = max(end, span.end)
        }
        let start = name.isEmpty ? "" : name + ": "
        guard covered > 0 else { return "\(start)\(counted(spans.count, "sample")), \(reach(first, last))" }
        let total = spans.count == 1 ? duration(covered) : "\(duration(covered)) in total"
        return "\(start)\(counted(spans.count, "period")), \(total), \(reach(first, last))"
    }

    /// Returns a duration such as `3 h 20 min`.
    private static func duration(_ milliseconds: Double) -> String {
        guard milliseconds < 1e15 else { return "very long" }
        if milliseconds < 60_000 { return "\(DecimalText.text((milliseconds / 1000).rounded())) s" }
        let (hours, minutes) = Int((milliseconds / 60_000).rounded()).quotientAndRemainder(dividingBy: 60)
        let parts = [hours > 0 ? "\(DecimalText.text(Double(hours))) h" : "", minutes > 0 ? "\(minutes) min" : ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension ChartAccount.Part {
    fileprivate var least: ChartAccount.Value? { values.min { $0.low < $1.low } }
    fileprivate var greatest: ChartAccount.Value? { values.max { $0.high < $1.high } }

    /// A direction that all whole values follow. Nil if some do not, or if there are fewer than three.
    fileprivate var trend: String? {
        let whole = areRanges ? [] : values.filter { $0.completeness == .whole }.map(\.high)
        guard whole.count >= 3, let first = whole.first, let last = whole.last, first != last else { return nil }
        let steps = zip(whole, whole.dropFirst())
        if steps.allSatisfy({ $0 < $1 }) { return "rising throughout" }
        if steps.allSatisfy({ $0 > $1 }) { return "falling throughout" }
        if steps.allSatisfy({ $0 <= $1 }) { return "never falling" }
        return steps.allSatisfy { $0 >= $1 } ? "never rising" : nil
    }
}
