import HealthModel
import Testing

/// The metadata of audiograms and prescriptions.
@Suite("Metadata of recordings") struct RecordingMetadataTests {
    @Test("A point of an audiogram is the same after its metadata")
    func points() {
        var low = AudiogramPoint(hertz: 500)
        low.levels[.left] = .init(decibels: -7.5)
        var high = AudiogramPoint(hertz: 1500.5)
        high.levels[.left] = .init(decibels: 15)
        high.levels[.left]?.isMasked = true
        high.levels[.right] = .init(decibels: 85)
        high.levels[.right]?.from = -10
        high.levels[.right]?.through = 85
        let facts = MetadataSet(
            (high.entries + low.entries).shuffled() + [.init(key: "left 7 Hz", value: "x"), .init(key: "a", value: "1")])
        #expect(facts["left 500 Hz"] == "-7.5 dBHL" && facts["left 1500.5 Hz masked"] == "1")
        #expect(facts["right 1500.5 Hz from"] == "-10 dBHL" && facts["right 1500.5 Hz through"] == "85 dBHL")
        #expect(AudiogramPoint.all(in: facts) == [low, high])
    }

    @Test("Details without their level, and keys of other things, are not points")
    func otherKeys() {
        let keys = ["left 500 Hz masked", "left 500 kHz", "middle 500 Hz", "left nan Hz", "left", "left 500 Hz through the wall"]
        #expect(AudiogramPoint.all(in: MetadataSet(keys.map { .init(key: $0, value: "1 dBHL") })).isEmpty)
    }

    @Test("The average of pure tones needs four frequencies")
    func average() {
        let points = [(500.0, 10.0), (1000, 20), (2000, 30), (4000, 45), (8000, 90)].map { hertz, decibels in
            var point = AudiogramPoint(hertz: hertz)
            point.levels[.left] = .init(decibels: decibels)
            return point
        }
        // (10 + 20 + 30 + 45) / 4
        #expect(AudiogramPoint.average(of: .left, in: points) == 26.25)
        #expect(AudiogramPoint.average(of: .right, in: points) == nil)
        #expect(AudiogramPoint.average(of: .left, in: Array(points.dropFirst())) == nil)
    }

    @Test("Each number of a lens is the same after its metadata")
    func lens() {
        var lens = Lens()
        for (index, field) in Lens.Field.allCases.enumerated() { lens.values[field] = Double(index) - 2.25 }
        let entries = Lens.Field.allCases.map { field in
            MetadataSet.Entry(key: Lens.key(field, of: .right), value: Lens.text(lens.values[field] ?? 0, of: field))
        }
        let facts = MetadataSet(entries)
        #expect(Lens.of(.right, in: facts) == lens && Lens.of(.left, in: facts) == nil)
        #expect(facts["right sphere"] == "-2.25 D" && facts["right axis"] == "-0.25 deg" && facts["right prismAmount"] == "2.75 pD")
    }

    @Test("Units of lenses and angles: half a turn is 180 degrees, and prism diopters are not diopters")
    func units() throws {
        let (degree, radian) = (try #require(HealthUnit("deg")), try #require(HealthUnit("rad")))
        let degrees = try #require(HealthUnit.convert(3.141592653589793, from: radian, to: degree))
        #expect(abs(degrees - 180) < 1e-12)
        #expect(HealthUnit("D")?.isCompatible(with: try #require(HealthUnit("pD"))) == false)
        for field in Lens.Field.allCases { #expect(HealthUnit(field.unit) != nil) }
    }
}
