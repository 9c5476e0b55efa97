package import HealthModel
package import QueryCompiler
import StorageModel

extension StoreContents {
    /// Reads the contents of a store. The cost depends on the number of metrics and sources, not on the number of samples.
    package init(reading store: any SampleSource) throws {
        self.init()
        for summary in try store.metricSummaries() { metrics[summary.metric] = summary }
        definedMetrics = try store.definedMetrics()
        platforms = try store.platforms()
        sources = try store.sources()
        if platforms.contains(.android) { keysOfAndroid = try store.sourcesOfAndroid() }
        if platforms.count > 1 {
            sourcesOfAndroid = keysOfAndroid
            knowsSourcesOfAndroid = !sourcesOfAndroid.isEmpty
            if !knowsSourcesOfAndroid { sourcesOfAndroid = sourcesOfMetricsOfAndroid }
        }
        persons = try store.persons()
        knownPersons = persons.map(\.id)
        attributeKinds = try store.knownAttributes()
    }

    /// The keys of the sources with samples of metrics that only Android has. Older stores have no list of the sources of Android.
    private var sourcesOfMetricsOfAndroid: Set<String> {
        let own = PlatformDifference.all.flatMap(\.android).filter { OwnMetric($0) != nil }
        return Set(own.flatMap { metrics[$0]?.sources ?? [] }.compactMap { sources[$0.source]?.key })
    }
}
