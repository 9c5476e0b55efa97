import QueryDiagnostics
import Scripts
import StoreCommands
import Testing
import Workbench

@Suite("The progress of a query")
struct QueryMeterTests {
    @Test("is not shown in the first 0.3 s")
    func short() {
        let lines = Lines()
        let meter = QueryMeter(lines, since: .now)
        meter.tell(500) { 1000 }
        meter.remove()
        #expect(lines.drawn == [])
    }

    @Test("shows the share, the remaining time and the samples read, and is removed at the end")
    func line() {
        let lines = Lines()
        let meter = QueryMeter(lines, since: .now - .seconds(10))
        meter.tell(500_000) { 1_000_000 }
        meter.remove()
        meter.remove()
        #expect(lines.drawn.count == 2)
        let drawn = lines.drawn.first ?? ""
        // Half of the samples took ten seconds, plus the time of this test.
        #expect(
            ["50 %  11 s left  500,000 of 1,000,000 samples read", "50 %  10 s left  500,000 of 1,000,000 samples read"].contains(drawn))
        #expect(lines.drawn.last == "")
    }

    @Test("also shows rows that are written")
    func writing() {
        let lines = Lines()
        let meter = QueryMeter(lines, since: .now - .seconds(10))
        meter.tell(250, "rows written") { 1000 }
        #expect(lines.drawn.first?.hasPrefix("25 %") == true)
        #expect(lines.drawn.first?.hasSuffix("250 of 1,000 rows written") == true)
    }

    @Test("is drawn at most ten times a second, and gets the total only once")
    func often() {
        let lines = Lines()
        let meter = QueryMeter(lines, since: .now - .seconds(1))
        var asked = 0
        for count in 1...1000 {
            meter.tell(count) {
                asked += 1
                return 1000
            }
        }
        #expect(lines.drawn.count < 10)
        #expect(asked == 1)
    }

    @Test("continues counting if a stage reads its own samples")
    func stages() {
        let lines = Lines()
        let meter = QueryMeter(lines, since: .now - .seconds(1))
        meter.tell(600) { 1000 }
        meter.tell(100) { 1000 }
        while lines.drawn.count < 2 { meter.tell(100) { 1000 } }
        #expect(lines.drawn.last?.contains("700 of 1,000") == true)
    }

    @Test("shows that the query is computing after everything is read")
    func computing() {
        let lines = Lines()
        let meter = QueryMeter(lines, since: .now - .seconds(1))
        meter.tell(1000) { 1000 }
        #expect(lines.drawn == ["1,000 samples read, computing"])
    }

    private final class Lines: SessionOutput {
        var drawn: [String] = []
        func write(_ text: String) {}
        func report(_ finding: Finding) {}
        func progress(_ line: String) { drawn.append(line) }
    }
}
