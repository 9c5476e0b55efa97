import HealthModel
import Testing

@Suite("Metrics that people define (S1.6)")
struct OwnMetricTests {
    @Test(
        "The identifier is the definition in one form, and reading it gives the metric again",
        arguments: [
            (OwnMetric(name: "mood", scale: 1...10), "own:mood from 1 to 10"),
            (OwnMetric(name: "coffee", unit: HealthUnit("cup_us")!, isCumulative: true), "own:coffee in cup_us cumulative"),
            (OwnMetric(name: "balance", scale: -2.5...2.5), "own:balance from -2.5 to 2.5"),
            (OwnMetric(name: "aspirin", unit: HealthUnit(unreadable: "pills"), isCumulative: true), "own:aspirin in pills cumulative"),
            (OwnMetric(name: "plain"), "own:plain"),
        ])
    func roundTrip(_ metric: OwnMetric, _ identifier: String) {
        #expect(metric.id == MetricID(identifier))
        #expect(OwnMetric(metric.id) == metric)
        #expect(metric.id.shortName == metric.name)
        #expect(MetricCatalog.metric(metric.id) == metric.info)
    }

    @Test(
        "Other texts are not definitions",
        arguments: [
            "own:", "own:two words", "own:mood from 10 to 1", "own:mood from 1.0 to 10", "own:mood  from 1 to 10", "own:mood in",
            "own:mood cumulative in kg", "own:1st", "mood from 1 to 10", "own:mood from 1 to 10 ", "own:mood in count",
            "own:mood from nan to 10",
        ])
    func otherTexts(_ identifier: String) {
        #expect(OwnMetric(MetricID(identifier)) == nil)
    }

    @Test("A name has its definition, and two definitions of one name are both known")
    func names() {
        let (first, second) = (OwnMetric(name: "mood", scale: 1...10), OwnMetric(name: "mood", scale: 1...5))
        var names = MetricNames([first])
        #expect(names.resolve(name: "Mood") == .known(first.info))
        #expect(names.resolve(name: "steps") == MetricCatalog.resolve(name: "steps"))
        #expect(names.resolve(name: "tea") == .unknown)
        names.add(second)
        #expect(names.own(named: "mood") == [first, second].sorted { $0.definition < $1.definition })
    }
}
