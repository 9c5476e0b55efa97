import HealthModel
import Testing

@Suite("Tables of quantity and category types")
struct MetricTableTests {
    @Test("There are 120 quantity types and 70 category types, each once")
    func counts() {
        let quantities = Set(QuantityType.all.map(\.id))
        let categories = Set(CategoryType.all.map(\.id))
        #expect(QuantityType.all.count == 120)
        #expect(quantities.count == 120)
        #expect(CategoryType.all.count == 70)
        #expect(categories.count == 70)
    }

    @Test("A folded name stands for one metric")
    func namesAreUnique() {
        var owners: [String: MetricID] = [:]
        for metric in MetricCatalog.all {
            for name in Set(([metric.id.identifier, metric.shortName] + metric.aliases).map(foldedName)) {
                let other = owners.updateValue(metric.id, forKey: name)
                #expect(other == nil, "\(name) names \(metric.id.identifier) too")
            }
        }
        #expect(owners.count > 450)
    }
}
