/// A metric that a person defined: `define metric mood from 1 to 10`.
///
/// The identifier is the definition, as in `own:mood from 1 to 10`. Stores and files that have samples of a metric therefore always know
/// its style, its unit and its scale.
package struct OwnMetric: Hashable, Sendable {
    package var name: String
    /// The unit of values. `count` for plain numbers. A word that is not a known unit converts only to itself.
    package var unit: HealthUnit
    /// True if values are amounts that add up, such as cups of coffee.
    package var isCumulative: Bool
    /// The values that samples may have; nil for all numbers.
    package var scale: ClosedRange<Double>?

    package init(name: String, unit: HealthUnit = .count, isCumulative: Bool = false, scale: ClosedRange<Double>? = nil) {
        (self.name, self.unit, self.isCumulative, self.scale) = (name, unit, isCumulative, scale)
    }

    static let prefix = "own:"

    package var id: MetricID { MetricID(OwnMetric.prefix + definition) }

    /// The definition as it follows `define metric`.
    package var definition: String {
        var words = [name]
        if let scale { words += ["from", OwnMetric.text(of: scale.lowerBound), "to", OwnMetric.text(of: scale.upperBound)] }
        if unit.symbol != HealthUnit.count.symbol { words += ["in", unit.symbol] }
        if isCumulative { words.append("cumulative") }
        return words.joined(separator: " ")
    }

    package static func text(of bound: Double) -> String {
        bound == bound.rounded() && abs(bound) < 1e15 ? "\(Int(bound))" : "\(bound)"
    }

    /// Returns the metric with this identifier; nil if it is not a definition in the standard form.
    package init?(_ id: MetricID) {
        guard id.identifier.hasPrefix(OwnMetric.prefix) else { return nil }
        var words = id.identifier.dropFirst(OwnMetric.prefix.count).split(separator: " ", omittingEmptySubsequences: false)[...]
        guard let name = words.popFirst(), OwnMetric.isName(name) else { return nil }
        self.init(name: String(name))
        if words.count >= 4, words.first == "from", words.dropFirst(2).first == "to" {
            guard let low = Double(words[words.startIndex + 1]), let high = Double(words[words.startIndex + 3]), low < high else {
                return nil
            }
            scale = low...high
            words = words.dropFirst(4)
        }
        if words.count >= 2, words.first == "in" {
            let text = String(words[words.startIndex + 1])
            unit = HealthUnit(text) ?? HealthUnit(unreadable: text)
            words = words.dropFirst(2)
        }
        if words.first == "cumulative" {
            isCumulative = true
            words = words.dropFirst()
        }
        guard words.isEmpty, self.id == id else { return nil }
    }

    /// Returns the metric with this definition in the standard form.
    package init?(definition: String) { self.init(MetricID(OwnMetric.prefix + definition)) }

    /// True for a letter with letters, digits and underscores after it.
    package static func isName(_ text: some StringProtocol) -> Bool {
        text.first?.isLetter == true && text.utf8.count <= 100 && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    package var info: MetricInfo {
        let style: AggregationStyle = isCumulative ? .cumulative : .discreteArithmetic
        return MetricInfo(
            .quantity(
                QuantityType(
                    id: id, style: style, ios18Style: style, usualUnit: unit, usUnit: unit, canonicalUnit: unit, sinceIOS: nil,
                    isWritable: true, aliases: [], scale: scale.map { ValueScale(bounds: $0) })))
    }
}

/// The names of metrics in a store: those of the tables, and those that people defined.
package struct MetricNames: Hashable, Sendable {
    /// By folded name. A store can have two metrics of one name if it has read files with other definitions.
    private var own: [String: Set<MetricID>] = [:]

    package init() {}

    package init(_ metrics: some Sequence<OwnMetric>) {
        for metric in metrics { add(metric) }
    }

    /// All metrics that people defined, in alphabetic order.
    package var all: [OwnMetric] { own.values.joined().compactMap(OwnMetric.init).sorted { $0.definition < $1.definition } }

    package mutating func add(_ metric: OwnMetric) { own[foldedName(metric.name), default: []].insert(metric.id) }

    /// Returns the defined metrics with that name, or else those with that alias. More than one if the store has read files with other
    /// definitions.
    package func own(named name: String) -> [OwnMetric] {
        guard !own.isEmpty else { return [] }
        let key = foldedName(name)
        let found =
            own[key]
            ?? OwnMetric.aliases.first { $0.names.contains { isFolded($0, to: key) } }.flatMap { own[foldedName($0.metric.name)] }
        return (found ?? []).compactMap(OwnMetric.init).sorted { $0.definition < $1.definition }
    }

    /// Returns what a name means, as ``MetricCatalog/resolve(name:)`` does, with the metrics that people defined.
    package func resolve(name: String) -> MetricMatch {
        let match = MetricCatalog.resolve(name: name)
        guard case .unknown = match, let metric = own(named: name).first else { return match }
        return .known(metric.info)
    }
}
