public import Foundation

/// Samples that belong together, such as the two values of a blood pressure reading.
public final class HKCorrelation: HKSample, @unchecked Sendable {
    /// The type.
    public let correlationType: HKCorrelationType
    /// The samples.
    public let objects: Set<HKSample>

    init(_ type: HKCorrelationType, _ objects: Set<HKSample>, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        precondition(!objects.isEmpty, "HKCorrelation must contain at least one object")
        correlationType = type
        self.objects = objects
        super.init(type, start, end, origin)
    }

    /// Creates a correlation. Traps if it has no samples.
    public convenience init(type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>) {
        self.init(type, objects, start, end, ObjectOrigin())
    }

    /// Creates a correlation with metadata.
    public convenience init(type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>, metadata: [String: Any]?) {
        self.init(type, objects, start, end, ObjectOrigin(metadata: metadata))
    }

    /// Creates a correlation with a device and metadata.
    public convenience init(
        type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(type, objects, start, end, ObjectOrigin(device: device, metadata: metadata))
    }

    /// Returns the samples of one type.
    public func objects(for type: HKObjectType) -> Set<HKSample> { objects.filter { $0.sampleType == type } }
}
