import CalendarIntervals
import HealthModel
import Testing

@Suite("Zones at another time")
struct ShiftedZoneTests {
    @Test("Clocks show the same times of day later, also after the zone is read back from its name", arguments: [-20, -1, 3])
    func clocks(weeks: Int64) throws {
        let zone = try #require(Zone.named("Europe/Berlin until 2025-08-01, America/New_York"))
        let shift = weeks * 7 * 86_400_000
        // 2025, which has two clock changes and a move.
        let (start, end): (Int64, Int64) = (1_735_689_600_000, 1_767_225_600_000)
        let shifted = zone.shifted(by: shift, during: Instant(milliseconds: start)...Instant(milliseconds: end))
        #expect(!shifted.identifier.contains("/"))
        let read = try #require(Zone.named(shifted.identifier))
        #expect(read.identifier == shifted.identifier)
        for instant in stride(from: start, through: end, by: 1_800_000) {
            let offset = zone.offsetSeconds(at: Instant(milliseconds: instant))
            #expect(shifted.offsetSeconds(at: Instant(milliseconds: instant + shift)) == offset)
            #expect(read.offsetSeconds(at: Instant(milliseconds: instant + shift)) == offset)
        }
    }

    @Test("A zone with one offset has a name that every zone of this offset has")
    func fixed() throws {
        let zone = try #require(Zone.named("Asia/Tokyo"))
        #expect(zone.shifted(by: 5, during: Instant(milliseconds: 0)...Instant(milliseconds: 1)).identifier == "+09:00")
        #expect(Zone.utc.shifted(by: 5, during: Instant(milliseconds: 0)...Instant(milliseconds: 0)).identifier == "UTC")
    }

    @Test(
        "Texts that don't list offsets with increasing instants are not zones",
        arguments: [
            "+01:00 until 2025-03-30T01:00:00Z", "+01:00 until 2025-03-30T01:00:00, +02:00", "+01:00 until soon, +02:00",
            "+01:00 until 2025-03-30T01:00:00Z, +02:00 until 2025-03-30T01:00:00Z, +01:00", "+01:00 until 2025-03-30T01:00:00Z, ",
        ])
    func wrong(text: String) { #expect(Zone.named(text) == nil) }
}
