import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("show gad7 and show phq9") struct QuestionnaireTests {
    private func output(_ statements: String, format: String = "csv") -> RecordingOutput {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_773_000_000))), named: "test")
        let output = RecordingOutput()
        let text = """
            set zone = UTC; set format = \(format)
            add 12 gad7 at 2026-03-02 08:00 from "Health" with "answer 1" = "severalDays", "answer 2" = "moreThanHalfTheDays", \
            "answer 3" = "nearlyEveryDay", "answer 4" = "notAtAll", "answer 5" = "nearlyEveryDay", "answer 6" = "severalDays", \
            "answer 7" = "moreThanHalfTheDays"
            add 4 gad7 at 2026-03-03 08:00 from "Health"
            add 20 phq9 at 2026-03-04 08:00 from "Health" with "answer 1" = "nearlyEveryDay", "answer 9" = "preferNotToAnswer"
            \(statements)
            """
        #expect(session.run(SourceText(text), output: output) == .fine, "\(output.findings)")
        return output
    }

    @Test("The list of scores has Apple's names of risks")
    func list() {
        #expect(
            output("show gad7").text.hasSuffix(
                "number,start,score,risk,source\n1,2026-03-02T08:00,12,moderate,Health\n2,2026-03-03T08:00,4,noneToMinimal,Health\n"))
        #expect(output("show phq9").text.hasSuffix("1,2026-03-04T08:00,20,severe,Health\n"))
    }

    @Test("A number shows the answers with Apple's words and their points, and says that it is not a diagnosis")
    func answers() {
        // 1 + 2 + 3 + 0 + 3 + 1 + 2 = 12
        let shown = output("show gad7 1")
        #expect(shown.text.contains("question,answer,points\n1,Several days,1\n2,More than half the days,2\n3,Nearly every day,3\n"))
        #expect(shown.text.contains("\n4,Not at all,0\n"))
        let notes = shown.notes.joined(separator: "\n")
        #expect(notes.contains("score 12 of 21, moderate") && notes.contains("not a diagnosis") && !notes.contains("add up"))
        #expect(output("show gad7 1 as csv").text.contains("question,answer,points\n1,severalDays,1\n"))
    }

    @Test("A score without answers says so, and so does one that is not their sum")
    func missingAnswers() {
        #expect(output("show gad7 2").notes.joined().contains("the store does not have the answers"))
        let shown = output("show phq9 1")
        #expect(shown.text.contains("1,Nearly every day,3\n2,·,\n") && shown.text.contains("9,Prefer not to answer,\n"))
        #expect(shown.notes.joined().contains("the answers add up to 3, not to the score"))
    }
}
