public import Foundation
import TallyKit

/// Reads the samples of a type that a predicate chooses.
public final class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// The greatest number of samples; `HKObjectQueryNoLimit` for all.
    public let limit: Int
    /// The order of the samples.
    public let sortDescriptors: [NSSortDescriptor]?

    private let reading: SampleReading
    private let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - sortDescriptors: the order, by `startDate`, `endDate` or `quantity`. Without it, samples come in the order in which they were
    ///     saved.
    ///   - resultsHandler: gets the samples, or an error: 6 if the device is locked.
    public convenience init(
        sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.init([(sampleType, predicate)], limit, sortDescriptors, resultsHandler)
    }

    /// Creates a query of several types.
    public convenience init(
        queryDescriptors: [HKQueryDescriptor], limit: Int,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.init(queryDescriptors.map { ($0.sampleType, $0.predicate) }, limit, nil, resultsHandler)
    }

    /// Creates a query of several types with an order.
    public convenience init(
        queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.init(queryDescriptors.map { ($0.sampleType, $0.predicate) }, limit, sortDescriptors, resultsHandler)
    }

    private init(
        _ chosen: [(HKSampleType, NSPredicate?)], _ limit: Int, _ sortDescriptors: [NSSortDescriptor]?,
        _ handler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        self.handler = handler
        reading = SampleReading(chosen, limit: limit, order: SampleOrder(sortDescriptors ?? []))
        super.init(chosen.count == 1 ? chosen[0].0 : nil, chosen.count == 1 ? chosen[0].1 : nil)
    }

    override func run(in store: HKHealthStore) {
        let reading = reading
        store.report(store.result { try reading.samples(in: $0) }, of: self) { self.handler(self, $0, $1) }
    }
}

// Sendable: predicates do not change.
/// A type of samples with a predicate.
public final class HKQueryDescriptor: NSObject, NSCopying, @unchecked Sendable {
    /// The type.
    public let sampleType: HKSampleType
    /// The condition; nil for all samples.
    public let predicate: NSPredicate?

    /// Creates a descriptor.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
    }

    /// Returns the descriptor itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

// Sendable: predicates do not change.
/// Reads samples as objects.
struct SampleReading: @unchecked Sendable {
    private let selections: [Selection]
    private let limit: Int
    private let order: SampleOrder

    init(_ chosen: [(HKSampleType, NSPredicate?)], limit: Int, order: SampleOrder) {
        selections = chosen.map { Selection($0.0, $0.1) }
        self.limit = limit
        self.order = order
    }

    /// Returns the chosen samples in order, at most as many as the limit.
    func samples(in reader: ObjectReader) throws -> [HKSample] {
        var found: [(number: Int64, sample: HKSample)] = []
        for selection in selections {
            if let wholes = try reader.wholes(selection.type) {
                found += wholes.filter { selection.accepts($0.object) }.map { ($0.number, $0.object) }
                continue
            }
            try selection.read(in: reader, columns: .all) { batch in
                for row in 0..<batch.count {
                    if let sample = try reader.sample(selection.type, batch, row) { found.append((batch.numbers[row], sample)) }
                }
                return true
            }
        }
        found.sort { $0.number < $1.number }
        let samples = order.sorted(found.map(\.sample))
        return limit == HKObjectQueryNoLimit || samples.count <= limit ? samples : Array(samples.prefix(limit))
    }
}
