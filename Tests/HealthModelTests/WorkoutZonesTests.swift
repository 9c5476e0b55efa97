import HealthModel
import Testing

/// Sets of zones. Apple's rules are those of `HKWorkoutZoneConfiguration`: three to nine zones that meet, open at both ends.
@Suite("Zones of workouts")
struct WorkoutZonesTests {
    private typealias Zone = WorkoutZones.Zone

    private func set(_ borders: [Double], _ seconds: [Double], _ metric: MetricID = .zonesOfHeartRate) -> WorkoutZones {
        WorkoutZones(
            metric, maker: "user",
            zones: seconds.indices.map { index in
                Zone(
                    minimum: index > 0 ? borders[index - 1] : nil, maximum: index < borders.count ? borders[index] : nil,
                    seconds: seconds[index])
            })
    }

    @Test("S7.7 The metadata of a zone has its number, the number of zones, its limits and who made the set")
    func metadata() {
        let zones = set([118, 130.5], [60, 120, 0])
        #expect(
            (0..<3).map { MetadataSet(zones.metadata(ofZoneAt: $0)) } == [
                MetadataSet([
                    .init(key: "zone", value: "1 of 3"), .init(key: "limits", value: "to 118 count/min"),
                    .init(key: "zoneSource", value: "user"),
                ]),
                MetadataSet([
                    .init(key: "zone", value: "2 of 3"), .init(key: "limits", value: "118 to 130.5 count/min"),
                    .init(key: "zoneSource", value: "user"),
                ]),
                MetadataSet([
                    .init(key: "zone", value: "3 of 3"), .init(key: "limits", value: "from 130.5 count/min"),
                    .init(key: "zoneSource", value: "user"),
                ]),
            ])
        #expect(set([150, 200], [1, 1, 1], .zonesOfCyclingPower).metadata(ofZoneAt: 1)[1].value == "150 to 200 W")
    }

    @Test("S7.7 A zone is read from its metadata as it was written")
    func places() throws {
        let zones = set([118, 130.5, 150], [0, 0, 0, 0])
        let read = (0..<4).map { WorkoutZones.Place(MetadataSet(zones.metadata(ofZoneAt: $0))) }
        #expect(read.map { $0?.number } == [1, 2, 3, 4] && read.allSatisfy { $0?.count == 4 })
        #expect(read.map { $0?.minimum } == [nil, 118, 130.5, 150] && read.map { $0?.maximum } == [118, 130.5, 150, nil])
        for text in ["", "2", "2 of", "0 of 5", "6 of 5", "2 of 10", "1 of 2", "two of five"] {
            #expect(WorkoutZones.Place(MetadataSet([.init(key: "zone", value: text)])) == nil)
        }
    }

    @Test("S7.7 Sets that can't be are refused with a reason")
    func flaws() {
        #expect(set([118, 130], [60, 120, 0]).flaw(in: 180) == nil)
        #expect(set([118], [60, 120]).flaw(in: 180) == "2 zones instead of 3 to 9")
        #expect(set([1, 2, 3, 4, 5, 6, 7, 8, 9], Array(repeating: 0, count: 10)).flaw(in: 180) == "10 zones instead of 3 to 9")
        #expect(set([1, 2, 3, 4, 5, 6, 7, 8], Array(repeating: 0, count: 9)).flaw(in: 180) == nil)
        #expect(set([130, 118], [60, 60, 60]).flaw(in: 180) == "limits out of order")
        #expect(set([118, 118], [60, 60, 60]).flaw(in: 180) == "limits out of order")
        #expect(set([118, 130], [60, -1, 60]).flaw(in: 180) == "a negative duration")
        #expect(set([118, 130], [60, .infinity, 60]).flaw(in: 180) == "a negative duration")
        #expect(set([118, 130], [60, 120, 6]).flaw(in: 180) == "more time than the workout has")
        #expect(set([118, 130], [60, 120, 4]).flaw(in: 180) == nil)
        var open = set([118, 130], [60, 60, 60])
        open.zones[1].minimum = nil
        #expect(open.flaw(in: 180) == "a limit is missing")
        open.zones[1].minimum = 119
        #expect(open.flaw(in: 180) == "zones that don't meet")
        open = set([118, 130], [60, 60, 60])
        open.zones[0].minimum = 0
        #expect(open.flaw(in: 180) == nil)
        open.zones[0].minimum = 118
        #expect(open.flaw(in: 180) == "limits out of order")
    }

    @Test("Sets of three to nine zones have 42 zones, in the order of sets and numbers")
    func values() {
        let values = SampleField.zone.values
        #expect(values.count == 3 + 4 + 5 + 6 + 7 + 8 + 9 && values.first == "1 of 3" && values[3] == "1 of 4" && values.last == "9 of 9")
    }
}
