import CalendarIntervals
import HealthModel

/// An electrocardiogram of a made-up life, as Apple writes it: the same beat again and again, a few seconds with noise.
///
/// The lines have the labels and the order of exports in English. The name and the date of birth are made up, as in real files.
struct LifeElectrocardiogram {
    /// The path in the folder of the export.
    let path: String
    /// The start in seconds since 1970.
    let start: Int
    private let day: Int
    private let seed: UInt64
    private let offsetMinutes: Int

    private static let rate = 512
    private static let seconds = 30
    /// A life has an electrocardiogram on every day whose number since 1970 is a multiple of this.
    private static let interval = 15

    /// The start, the end and the peak of each wave of a beat, in microvolts. The parts are in thousandths of the beat.
    private static let waves: [(from: Int, to: Int, peak: Double)] = [
        (120, 200, 110), (245, 255, -90), (255, 285, 1_050), (285, 300, -210), (460, 620, 240),
    ]

    /// Returns the electrocardiograms of a life, in order.
    static func all(of life: LifeGenerator) -> [LifeElectrocardiogram] {
        guard let last = life.dayNumbers.last else { return [] }
        return life.dayNumbers.filter { $0.isMultiple(of: interval) && $0 < last }.map { LifeElectrocardiogram(day: $0, life) }
    }

    private init(day: Int, _ life: LifeGenerator) {
        var random = LifeRandom(seed: life.seed, day: day, salt: 0xEC6)
        let date = CivilDate(dayNumber: day)
        let clock = Int64(day) * 86_400 + Int64(8 * 3600 + random.below(7200))
        start = Int(life.zone.instant(ofLocalMilliseconds: clock * 1000).milliseconds / 1000)
        offsetMinutes = life.zone.offsetSeconds(at: Instant(milliseconds: Int64(start) * 1000)) / 60
        path = "electrocardiograms/ecg_\(ISO8601.text(of: date)).csv"
        self.day = day
        seed = life.seed
    }

    /// The file as CSV.
    var text: String {
        var random = LifeRandom(seed: seed, day: day, salt: 0xEC7)
        let beat = Double(Self.rate) * 60 / random.between(58, 74)
        var lines = [
            "Name,Alex Example", "Date of Birth,\"Jan 1, 1980\"", "Recorded Date,\(recordedDate)", "Classification,Sinus Rhythm",
            "Symptoms,", "Software Version,1.90", "Device,\"Watch7,2\"", "Sample Rate,\(Self.rate) hertz", "", "", "Lead,Lead I",
            "Unit,µV", "",
        ]
        lines.reserveCapacity(lines.count + Self.rate * Self.seconds)
        for index in 0..<Self.rate * Self.seconds {
            let part = (Double(index) / beat).truncatingRemainder(dividingBy: 1) * 1000
            var value = 12 * random.deviate()
            for wave in Self.waves where part >= Double(wave.from) && part < Double(wave.to) {
                // A parabola, because sines of C libraries differ between machines.
                let place = (part - Double(wave.from)) / Double(wave.to - wave.from)
                value += wave.peak * 4 * place * (1 - place)
            }
            lines.append("\((value * 1000).rounded() / 1000)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var recordedDate: String {
        let local = start + offsetMinutes * 60
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        var text: [UInt8] = []
        text.append(CivilDate(dayNumber: day))
        text.append(" ")
        text.append(clock: local - day * 86_400)
        let (hours, minutes) = (abs(offsetMinutes) / 60, abs(offsetMinutes) % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return String(decoding: text, as: UTF8.self) + " " + (offsetMinutes < 0 ? "-" : "+") + two(hours) + two(minutes)
    }
}
