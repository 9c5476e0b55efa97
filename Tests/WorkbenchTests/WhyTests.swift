import CalendarIntervals
import HealthModel
import QueryDiagnostics
import SessionTesting
import TallyKit
import Testing
import Workbench

@Suite("why")
struct WhyTests {
    private func said(_ script: String) -> RecordingOutput {
        let output = RecordingOutput()
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "test")
        _ = session.run(SourceText(script), output: output)
        return output
    }

    private let data = """
        set now = 2025-06-15T12:00Z
        load steps from "Watch" at 2025-06-13 every 1h: 10x48

        """

    @Test("A time of day is that of the result's own day")
    func timeOfDay() {
        let output = said(data + "sum steps by hour on 2025-06-13\nwhy 08:00")
        #expect(output.codes == [])
        #expect(output.text.contains("2025-06-13 08:00"))
        #expect(output.text.contains("contribution"))
        #expect(output.text.contains("\nrow 9: 2025-06-13 08:00 · sum (count) 10\n"))
    }

    @Test(
        "A time of day in several rows or in none is an error",
        arguments: ["sum steps by hour last 3 days", "sum steps by hour on 2025-06-13 where hour of day < 3 | limit 3"])
    func notOne(query: String) {
        #expect(said(data + query + "\nwhy 08:00").codes == ["E313"])
    }
}
