public import Foundation
public import HealthModel

/// A sample that an app adds to a store.
///
/// ```swift
/// let walk = HealthSample(.stepCount, from: start, to: end, value: 600, source: "My app")
/// let result = try await store.add([walk])
/// print(result.added)  // 1, or 0 if the store already had it
/// ```
public struct HealthSample: Sendable, Hashable {
    /// The metric that was measured.
    public var metric: MetricID
    /// The start of the measurement.
    public var start: Date
    /// The end of the measurement, at or after the start. It equals the start for a reading at a single time.
    public var end: Date
    /// The value in `unit`. For a category such as sleep, the raw value of HealthKit.
    public var value: Double
    /// The unit as HealthKit writes it, such as `count/min` or `kcal`. Nil for the metric unit that the Health app displays.
    public var unit: String?
    /// The name of the app or device that recorded the sample.
    public var source: String
    /// The name of the device. Nil if it is unknown.
    public var device: String?
    /// Metadata by HealthKit's keys, such as `HKTimeZone` and `HKWasUserEntered`.
    public var metadata: [String: String]

    /// Creates a sample. Without an end, it is a reading at a single time.
    public init(
        _ metric: MetricID, from start: Date, to end: Date? = nil, value: Double, unit: String? = nil, source: String,
        device: String? = nil, metadata: [String: String] = [:]
    ) {
        self.metric = metric
        self.start = start
        self.end = end ?? start
        self.value = value
        self.unit = unit
        self.source = source
        self.device = device
        self.metadata = metadata
    }
}

/// The result of adding samples.
public struct AddedSamples: Sendable, Hashable {
    /// The number of new samples.
    public var added = 0
    /// The number of samples that arrive when the device is unlocked, because an app wrote them while it was locked.
    public var kept = 0
    /// The number of samples that the store already had: those with the same metric, source, start, end and value.
    public var alreadyThere = 0

    /// Creates a result with these counts.
    public init(added: Int = 0, alreadyThere: Int = 0, kept: Int = 0) {
        self.added = added
        self.kept = kept
        self.alreadyThere = alreadyThere
    }
}
