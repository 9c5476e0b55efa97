public import Foundation
import Synchronization

/// Reads the quantities of samples in ascending order of start.
///
/// A store keeps each quantity of a series as a sample, so each sample has one quantity, with the time of the sample.
public final class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
    /// A handler of a quantity: its time, its sample if ``includeSample`` is true, and whether it is the last. If there are none, it is
    /// called once, with nil and true.
    public typealias Handler =
        @Sendable (HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?) -> Void

    private let flags = Mutex((includesSample: false, isBySample: false))
    private let reading: SampleReading
    private let handler: Handler

    /// True if the handler also gets the sample of each quantity. Set it before the query is executed.
    public var includeSample: Bool {
        get { flags.withLock(\.includesSample) }
        set { flags.withLock { $0.includesSample = newValue } }
    }

    /// True if quantities come sample by sample, in the order of the starts of samples. As each sample has one quantity, this is the usual
    /// order.
    public var orderByQuantitySampleStartDate: Bool {
        get { flags.withLock(\.isBySample) }
        set { flags.withLock { $0.isBySample = newValue } }
    }

    /// Creates a query of the quantities of samples of a type that a predicate chooses.
    public init(quantityType: HKQuantityType, predicate: NSPredicate?, quantityHandler: @escaping Handler) {
        handler = quantityHandler
        reading = .quantities(quantityType, predicate)
        super.init(quantityType, predicate)
    }

    /// Creates a query of the quantities of a sample. The handler gets the start of each.
    public convenience init(
        sample quantitySample: HKQuantitySample,
        quantityHandler: @escaping @Sendable (HKQuantitySeriesSampleQuery, HKQuantity?, Date?, Bool, (any Error)?) -> Void
    ) {
        self.init(
            quantityType: quantitySample.quantityType, predicate: HKQuery.predicateForObject(with: quantitySample.storedUUID)
        ) { query, quantity, interval, _, isDone, error in quantityHandler(query, quantity, interval?.start, isDone, error) }
    }

    override func run(in store: HKHealthStore) {
        let (reading, includesSample) = (reading, includeSample)
        store.report(store.result { try reading.quantitySamples(in: $0) }, of: self) { samples, error in
            guard let samples, !samples.isEmpty else { return self.handler(self, nil, nil, nil, true, error) }
            for (place, sample) in samples.enumerated() {
                guard self.isRunning else { return }
                let isLast = place == samples.count - 1
                self.handler(self, sample.quantity, sample.dateInterval, includesSample ? sample : nil, isLast, nil)
            }
        }
    }
}

extension SampleReading {
    /// The quantity samples that a predicate chooses, in order of start.
    static func quantities(_ type: HKSampleType, _ predicate: NSPredicate?) -> SampleReading {
        let order = SampleOrder([NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true)])
        return SampleReading([(type, predicate)], limit: HKObjectQueryNoLimit, order: order)
    }

    func quantitySamples(in reader: ObjectReader) throws -> [HKQuantitySample] {
        try samples(in: reader).compactMap { $0 as? HKQuantitySample }
    }
}

extension HKQuantitySample {
    /// The time of the only quantity.
    var dateInterval: DateInterval { DateInterval(start: startDate, end: endDate) }
}
