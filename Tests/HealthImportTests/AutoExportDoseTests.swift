import HealthImport
import HealthModel
import Testing

/// Doses of medications in documents of Health Auto Export.
@Suite("Doses of Health Auto Export")
struct AutoExportDoseTests {
    private func imported(_ doses: String) throws -> Imported {
        try importBytes(Array(#"{"data":{"medications":[\#(doses)]}}"#.utf8))
    }

    private func facts(_ imported: Imported) -> [[String: String]] { imported.rows.map(\.metadata) }

    @Test("A dose that was taken has the medication, its schedule, its amount and its codes")
    func taken() throws {
        let found = try imported(
            #"""
            {"displayText":"A 500 mg","nickname":"Blue","start":"2026-03-02 08:05:10 +0100","end":"2026-03-02 08:05:10 +0100",
             "scheduledDate":"2026-03-02 08:00:00 +0100","form":"Tablet","status":"Taken","isArchived":true,"dosage":1.5,
             "codings":[{"code":"1","system":"s"},{"code":"2"}]}
            """#)
        #expect(found.issues.isEmpty)
        let row = try #require(found.rows.first)
        // 2026-03-02 08:05:10 +0100 is 07:05:10 in UTC.
        #expect(row.metric == "medicationDoses" && row.value == 4 && row.start == 1_772_435_110_000 && row.end == row.start)
        #expect(
            facts(found) == [
                [
                    "medication": "A 500 mg", "scheduledDate": "2026-03-02T07:00:00Z", "scheduleType": "schedule", "doseQuantity": "1.5",
                    "generalForm": "tablet", "relatedCodings": "s 1, 2",
                ]
            ])
    }

    @Test("A dose without a scheduled date, or with an empty one, is one as needed", arguments: ["", #""scheduledDate":"","#])
    func asNeeded(scheduled: String) throws {
        let found = try imported(#"{"displayText":"B",\#(scheduled)"start":"2026-03-02 08:05:10 +0100","status":"Taken","dosage":2}"#)
        #expect(facts(found) == [["medication": "B", "scheduleType": "asNeeded", "doseQuantity": "2"]])
    }

    @Test(
        "Each status has Apple's number",
        arguments: [
            ("Not Interacted", 1.0), ("Notification Not Sent", 2), ("Snoozed", 3), ("Taken", 4), ("Skipped", 5), ("Not Logged", 6),
        ])
    func statuses(status: String, raw: Double) throws {
        let found = try imported(#"{"displayText":"B","start":"2026-03-02 08:05:10 +0100","status":"\#(status)"}"#)
        #expect(found.rows.map(\.value) == [raw] && found.issues.isEmpty)
    }

    @Test("An unknown status is kept with its name")
    func unknownStatus() throws {
        let found = try imported(#"{"displayText":"B","start":"2026-03-02 08:05:10 +0100","status":"Un Specified"}"#)
        #expect(found.rows.map(\.value) == [-1] && found.issues == [.unknownCategoryValue: [1]])
        #expect(facts(found)[0]["HKCategoryValueName"] == "HKMedicationDoseEventLogStatusUnSpecified")
    }

    @Test("The amount of a dose that was not taken is not an amount that was taken", arguments: ["Skipped", "Snoozed", "Not Logged"])
    func otherAmounts(status: String) throws {
        let found = try imported(
            #"{"displayText":"B","start":"2026-03-02 08:05:10 +0100","scheduledDate":"2026-03-02 08:00:00 +0100","status":"\#(status)","dosage":1}"#
        )
        #expect(facts(found)[0]["doseQuantity"] == nil && found.rows.count == 1)
    }

    @Test("A dose without a start has that of its schedule")
    func withoutStart() throws {
        let found = try imported(#"{"displayText":"B","scheduledDate":"2026-03-02 08:00:00 +0100","status":"Not Interacted"}"#)
        #expect(found.rows.map(\.start) == [1_772_434_800_000])
    }

    @Test("A later export with a new nickname, or after the medication is archived, adds nothing")
    func laterExports() throws {
        func document(_ nickname: String, _ isArchived: Bool) -> [UInt8] {
            Array(
                #"{"data":{"medications":[{"displayText":"B","nickname":"\#(nickname)","start":"2026-03-02 08:05:10 +0100","status":"Taken","isArchived":\#(isArchived)}]}}"#
                    .utf8)
        }
        var store = RecordingImport()
        #expect(try store.add(document("x", false)).added == 1)
        #expect(try store.add(document("y", true)).added == 0)
    }

    @Test("Damaged doses are skipped and counted")
    func damaged() throws {
        let found = try imported(
            #"""
            {"displayText":"A","status":"Taken"},
            {"displayText":"A","start":"yesterday","status":"Taken"},
            {"displayText":"A","start":"2026-03-02 08:00:00 +0100","scheduledDate":"8 am","status":"Taken"},
            {"displayText":"A","start":"2026-03-02 08:00:00 +0100"},
            {"displayText":"A","start":"2026-03-02 08:00:00 +0100","end":"2026-03-01 08:00:00 +0100","status":"Taken"},
            7, "x", null, [],
            {"status":"Taken","start":"2026-03-02 08:00:00 +0100","codings":7,"form":[],"dosage":"many"}
            """#)
        #expect(found.rows.count == 1)
        #expect(facts(found) == [["scheduleType": "asNeeded"]])
        #expect(found.issues == [.missingDate: [1, 6], .badDate: [2, 3], .missingValue: [4], .endBeforeStart: [5]])
    }
}
