public import HealthModel

extension MetricID {
    /// Returns a metric of one's own, for things that HealthKit has no type for. `define metric` makes the same metric.
    ///
    /// ```swift
    /// guard let mood = MetricID.own("mood", scale: 1...10) else { return }
    /// try await store.add([HealthSample(mood, from: Date(), value: 7, source: "Diary")])
    /// let answer = try await store.answer("average mood by week")
    /// ```
    ///
    /// - Parameters:
    ///   - name: A letter, then letters, digits and underscores. It must not be the name of another metric.
    ///   - scale: The values that samples may have. Nil for all numbers.
    ///   - unit: A unit such as `kg`, or a word of your own such as `pills`. `count` for plain numbers.
    ///   - isCumulative: True for amounts that add up, false for readings.
    /// - Returns: The metric; nil if `name` or `unit` can't be used.
    public static func own(
        _ name: String, scale: ClosedRange<Double>? = nil, unit: String = "count", isCumulative: Bool = false
    ) -> MetricID? {
        guard OwnMetric.isName(name), case .unknown = MetricCatalog.resolve(name: name) else { return nil }
        let unit = HealthUnit(unit) ?? HealthUnit(unreadable: unit)
        let metric = OwnMetric(name: name, unit: unit, isCumulative: isCumulative, scale: scale)
        // A unit with spaces would not be read back.
        return OwnMetric(metric.id) == metric ? metric.id : nil
    }
}
