import Foundation
import TallyKit
import Testing

/// Beats of samples in the library (S2.15).
@Suite("Beats of samples")
struct HeartbeatTests {
    private static func sample(_ beats: String?, _ start: String, seconds: Double = 60) throws -> HealthSample {
        let start = try Date(start, strategy: .iso8601)
        return HealthSample(
            .heartRateVariabilitySDNN, from: start, to: start + seconds, value: 40, source: "Watch",
            metadata: beats.map { ["HKHeartRateVariabilityBeats": $0] } ?? [:])
    }

    private static func times(_ beats: String?, _ start: String, seconds: Double = 60) throws -> [Double] {
        try sample(beats, start, seconds: seconds).heartbeats.map(\.secondsFromStart)
    }

    @Test(
        "S2.15 Beats count from the start of their sample in every time zone",
        arguments: ["9:59:59.25 60@10:00:00.50", "3:44:59.25 60@3:45:00.50", "6:29:59.25 60@6:30:00.50", "21.59.59,25 60@22.00.00,5"])
    func zones(list: String) throws {
        // UTC, and zones with +05:45, -03:30 and +12:00.
        #expect(try Self.times("60@" + list, "2026-03-02T09:59:40Z") == [19.25, 20.5])
    }

    @Test("S2.15 A list across noon or midnight goes on, and its order does not matter")
    func midnight() throws {
        #expect(try Self.times("60@12:00:00.40AM 60@11:59:59.50PM", "2026-03-02T23:59:30Z") == [29.5, 30.4])
        #expect(try Self.times("60@11:59:59.50AM 60@12:00:00.40PM", "1969-12-31T11:59:30Z") == [29.5, 30.4])
    }

    @Test("S2.15 A beat after a missing one has a gap before it")
    func gaps() throws {
        let beats = try Self.sample("60@8:00:01.00 60@8:00:02.00 60@8:00:04.00 60@8:00:05.00", "2026-03-02T08:00:00Z").heartbeats
        #expect(beats.map(\.isAfterGap) == [false, false, true, false] && beats.map(\.secondsFromStart) == [1, 2, 4, 5])
    }

    @Test("S2.15 A list whose times are not in its sample begins with it")
    func elsewhere() throws {
        #expect(try Self.times("60@8:05:01.00 60@8:05:02.00", "2026-03-02T08:00:00Z") == [0, 1])
        #expect(try Self.times("60@8:00:01.00 60@8:00:02.00", "2026-03-02T08:00:00Z", seconds: 0) == [0, 1])
        // An export leaves out the fraction of the end.
        #expect(try Self.times("60@8:00:59.50 60@8:01:00.90", "2026-03-02T08:00:00Z") == [59.5, 60.9])
    }

    @Test("S2.15 A sample without a list, or with one without times, has no beats")
    func nothing() throws {
        #expect(try Self.times(nil, "2026-03-02T08:00:00Z").isEmpty)
        #expect(try Self.times("60@ 60@8:00 x", "2026-03-02T08:00:00Z").isEmpty)
    }
}
