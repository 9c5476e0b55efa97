import HealthModel

/// The view that the passes of a query read, what they share, and how many samples they have read.
final class ReadContext {
    let source: any SampleSource
    let metadata: MetadataCache
    let options: EngineOptions
    /// The keys of the samples, which can need fields of workouts; nil for listings.
    var keys: KeyTable?
    /// The conditions of shares, which can need fields of workouts, too.
    var tests: [PredicateFilter] = []
    /// The number of samples read so far, including those that do not count.
    private(set) var readCount = 0

    /// - Parameters:
    ///   - metadataKeys: The metadata keys whose values are needed.
    ///   - readsBeats: True if the variability of heartbeats is needed.
    init(_ source: any SampleSource, metadataKeys: Set<String>, readsBeats: Bool = false, options: EngineOptions) {
        (self.source, self.options) = (source, options)
        metadata = MetadataCache(source, keys: metadataKeys, readsBeats: readsBeats)
    }

    /// Counts samples that were read. Throws if the query is cancelled.
    func checkpoint(_ count: Int) throws {
        if options.isCancelled() { throw EngineError.cancelled }
        readCount += count
        options.progress?(readCount)
    }
}
