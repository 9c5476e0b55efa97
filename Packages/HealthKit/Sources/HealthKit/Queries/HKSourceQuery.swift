public import Foundation
import TallyKit

/// Finds the sources of the samples of a type that a predicate chooses.
public final class HKSourceQuery: HKQuery, @unchecked Sendable {
    private let reading: SourceReading
    private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

    /// Creates the query. The handler gets the sources, or an error.
    public init(
        sampleType: HKSampleType, samplePredicate objectPredicate: NSPredicate?,
        completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) {
        reading = SourceReading(selection: Selection(sampleType, objectPredicate))
        handler = completionHandler
        super.init(sampleType, objectPredicate)
    }

    override func run(in store: HKHealthStore) {
        let reading = reading
        store.report(store.result { try reading.sources(in: $0) }, of: self) { self.handler(self, $0, $1) }
    }
}

// Sendable: predicates do not change.
/// Finds the sources of samples.
struct SourceReading: @unchecked Sendable {
    let selection: Selection

    func sources(in reader: ObjectReader) throws -> Set<HKSource> {
        if let wholes = try reader.wholes(selection.type) {
            return Set(wholes.lazy.map(\.object).filter(selection.accepts).map(\.source))
        }
        if selection.isEverything {
            let summary = try reader.view.metricSummary(of: selection.metric)
            return Set((summary?.sources ?? []).map { reader.source($0.source) })
        }
        var ids: Set<Int32> = []
        try selection.read(in: reader, columns: .sources) { batch in
            ids.formUnion(batch.sources)
            return true
        }
        return Set(ids.map { reader.source($0) })
    }
}
