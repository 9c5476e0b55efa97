import CalendarIntervals
import Foundation
import HealthModel
import RandomTesting
import Testing

@Suite("ISO 8601 text")
struct ISO8601Tests {
    @Test(
        "Times print with their zone's offset, and with milliseconds only if they are not 0",
        arguments: [
            ("2024-03-10T07:00:00Z", "America/New_York", "2024-03-10T03:00:00-04:00"),
            ("2024-03-10T07:00:00.250Z", "Asia/Kathmandu", "2024-03-10T12:45:00.250+05:45"),
            ("2024-03-10T07:00:00Z", "UTC", "2024-03-10T07:00:00Z"),
            ("2024-01-10T07:00:00Z", "Europe/London", "2024-01-10T07:00:00Z"),
            ("1890-01-01T00:00:00Z", "Europe/Berlin", "1890-01-01T00:53:28+00:53:28"),
            ("0001-01-01T00:00:00Z", "UTC", "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999Z", "UTC", "9999-12-31T23:59:59.999Z"),
        ])
    func printing(time: String, zoneName: String, text: String) throws {
        #expect(ISO8601.text(of: try instant(time, "UTC"), in: try zone(zoneName)) == text)
    }

    @Test("Years outside four digits still print")
    func farYears() {
        #expect(ISO8601.text(of: Instant(seconds: -62_167_219_201), in: .utc) == "-0001-12-31T23:59:59Z")
        #expect(ISO8601.text(of: Instant(seconds: 253_402_300_800), in: .utc) == "10000-01-01T00:00:00Z")
        #expect(ISO8601.text(of: Instant(milliseconds: .min), in: .utc) == "-292275055-05-16T16:47:04.192Z")
        #expect(ISO8601.text(of: Instant(milliseconds: .max), in: .utc) == "292278994-08-17T07:12:55.807Z")
    }

    @Test(
        "All common notations of an instant are read correctly",
        arguments: [
            "2024-03-10T03:00:00-04:00", "2024-03-10 03:00:00 -0400", "2024-03-10T07:00:00Z", "2024-03-10t07:00:00z", "2024-03-10T07:00Z",
            "2024-03-10T12:45+05:45", "2024-03-10T03:00-04", "2024-03-10T07:00:00.000Z", "2024-03-10T07:00:00.0009Z",
            "2024-03-10T07:53:28+00:53:28",
        ])
    func reading(text: String) throws {
        let reading = try #require(ISO8601.read(text))
        #expect(reading.instant(in: try zone("Asia/Tokyo")) == Instant(seconds: 1_710_054_000))
    }

    @Test("A time without an offset is read in the zone, and a date without a time as midnight")
    func withoutOffset() throws {
        let newYork = try zone("America/New_York")
        let time = try #require(ISO8601.read("2024-03-10T03:00"))
        #expect(time.offsetSeconds == nil)
        #expect(time.instant(in: newYork) == Instant(seconds: 1_710_054_000))
        let date = try #require(ISO8601.read("2024-03-10"))
        #expect(date.millisecondOfDay == nil)
        #expect(date.instant(in: newYork) == Instant(seconds: 1_710_046_800))
        #expect(ISO8601.read("2024-03-10T00:00")?.millisecondOfDay == 0)
    }

    @Test(
        "Everything else is rejected",
        arguments: [
            "", "2023-02-29", "2024-13-01", "0000-01-01", "24-03-10", "2024-3-10", "2024-03-10T", "2024-03-10T24:00", "2024-03-10T23:60",
            "2024-03-10T23:59:60Z", "2024-03-10T03", "2024-03-10T03:00:", "2024-03-10T03:00:00.", "2024-03-10T03:00:00.Z",
            "2024-03-10T03:00:00-04:0", "2024-03-10T03:00:00-24:00", "2024-03-10T03:00:00-04:00x", "2024-03-10T03:00:00Zx",
            "2024-03-10T03:00:00 ",
            "2024-03-10 ", "2024/03/10", "x2024-03-10", "2024-03-1०", "+024-03-10",
        ])
    func refused(text: String) {
        #expect(ISO8601.read(text) == nil)
    }

    @Test("Printed times can be read back in every zone")
    func roundTrip() throws {
        var random = SplitMix64(standardSeed: 8601)
        for name in Zone.knownIdentifiers {
            let zone = try zone(name)
            let instant = Instant(milliseconds: .random(in: -60_000_000_000_000..<250_000_000_000_000, using: &random))
            let text = ISO8601.text(of: instant, in: zone)
            #expect(ISO8601.read(text)?.instant(in: .utc) == instant, "\(name) \(text)")
        }
    }

    @Test("Foundation's parser reads printed times as the same instant")
    func oracle() throws {
        var random = SplitMix64(standardSeed: 2024)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for name in ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"] {
            for _ in 0..<50 {
                let whole = Int64.random(in: 0..<4_000_000_000, using: &random) * 1000
                let instant = Instant(milliseconds: whole + .random(in: 1..<1000, using: &random))
                let text = ISO8601.text(of: instant, in: try zone(name))
                let seconds = try style.parse(text).timeIntervalSince1970
                #expect(Int64((seconds * 1000).rounded()) == instant.milliseconds, "\(text)")
            }
        }
    }
}
