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
        if platforms.count > 1 { sourcesOfAndroid = try store.sourcesOfAndroid() }
        sources = try store.sources()
        persons = try store.persons()
        knownPersons = persons.map(\.id)
        attributeKinds = try store.knownAttributes()
    }
}
