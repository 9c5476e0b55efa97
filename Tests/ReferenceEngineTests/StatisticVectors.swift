import ReferenceEngine
import Testing

@Suite("Styles and statistics (S2)")
struct StatisticVectors {
    private let day = (start: at("00:00"), end: at("00:00", day: 1))

    private func value(
        _ style: ReferenceStyle, _ aggregate: ReferenceAggregate, _ samples: [ReferenceSample], rules: ReferenceRules = .init()
    ) -> Double? {
        rounded(query(style, day.start, day.end).with { $0.rules = rules }.values(aggregate, samples))[0]
    }

    @Test("S2.3: a heart rate is weighted by its seconds")
    func weighted() {
        let rates = [sample("10:00", "10:09", 60), sample("10:09", "10:10", 120)]
        #expect(value(.discreteTemporallyWeighted, .average, rates) == 66)
        #expect(value(.discreteArithmetic, .average, rates) == 90)
        var equal = ReferenceRules()
        equal.weighting = .equal
        #expect(value(.discreteTemporallyWeighted, .average, rates, rules: equal) == 90)
    }

    @Test("S2.3: sound levels are averaged by energy")
    func levels() {
        #expect(
            value(.discreteEquivalentContinuousLevel, .average, [sample("10:00", "10:01", 80), sample("11:00", "11:01", 60)]) == 77.033)
        #expect(
            value(.discreteEquivalentContinuousLevel, .average, [sample("10:00", "10:01", 80), sample("11:00", "11:09", 60)]) == 70.374)
    }

    @Test("S2.2: an instant weighs one second, or with hold the time to the next sample")
    func hold() {
        let rates = [sample("10:00", "10:00", 60), sample("10:03", "10:03", 100), sample("10:04", "10:04", 200)]
        #expect(value(.discreteTemporallyWeighted, .average, rates) == 120)
        var hold = ReferenceRules()
        hold.weighting = .hold
        // 60 for 180 s, 100 for 60 s, 200 with the minimum weight of 1 s.
        #expect(value(.discreteTemporallyWeighted, .average, rates, rules: hold) == rounded([(60 * 180 + 100 * 60 + 200) / 241.0])[0])
    }

    @Test("S2.5: percentiles interpolate at rank p·(n − 1), stddev is the sample deviation, and an empty count is 0")
    func orderStatistics() {
        let weights = [4.0, 1, 3, 2].map { sample("10:00", "10:00", $0) }
        #expect(value(.discreteArithmetic, .median, weights) == 2.5)
        #expect(value(.discreteArithmetic, .percentile(0.9), weights) == 3.7)
        #expect(value(.discreteArithmetic, .stddev, weights) == 1.291)
        #expect(value(.discreteArithmetic, .stddev, [weights[0]]) == nil)
        #expect(value(.discreteArithmetic, .min, weights) == 1)
        #expect(value(.discreteArithmetic, .max, weights) == 4)
        #expect(value(.discreteArithmetic, .count, weights) == 4)
        #expect(value(.discreteArithmetic, .count, []) == 0)
        #expect(value(.discreteArithmetic, .median, []) == nil)
    }
}

@Suite("Range, edges and division (S3.4, S3.9, S4, S5)")
struct SharingVectors {
    private let samples = [sample("13:57", "14:02", 100), sample("14:30", "14:42", 200), sample("14:55", "15:07", 120)]

    @Test(
        "S4.1 and S4.2: the five edge rules, by hour and without by",
        arguments: [
            (ReferenceEdges.clip, 290.0, 290.0), (.overlap, 290, 420), (.strictStart, 250, 320), (.strictEnd, 240, 300),
            (.strict, 200, 200),
        ])
    func edges(rule: ReferenceEdges, hourly: Double, single: Double) {
        #expect(query(.cumulative, at("14:00"), at("15:00"), by: hours(14, 15), edges: rule).values(.sum, samples) == [hourly])
        #expect(query(.cumulative, at("14:00"), at("15:00"), edges: rule).values(.sum, samples) == [single])
    }

    @Test("S5.1: a sample that crosses an edge is divided by time")
    func shares() {
        #expect(query(.cumulative, 0, at("00:00", day: 2), by: days(2)).values(.sum, [sample("23:50", "00:10", 100)]) == [50, 50])
        let long = query(.cumulative, 0, at("00:00", day: 2), by: hours(22, 28)).values(.sum, [sample("22:00", "04:00", 600)])
        #expect(long == [100, 100, 100, 100, 100, 100])
        #expect(query(.cumulative, 0, at("12:00"), by: hours(9, 11)).values(.sum, [sample("10:00", "10:00", 7)]) == [nil, 7])
    }

    @Test("S5.2: a discrete sample counts with its full value in every bucket that it overlaps for more than 0 s")
    func discrete() {
        let three = query(.discreteArithmetic, 0, at("13:00"), by: hours(9, 12))
        let samples = [sample("09:30", "11:00", 80), sample("11:00", "11:00", 90)]
        #expect(three.values(.average, samples) == [80, 80, 90])
        #expect(three.with { $0.rules.span = .start }.values(.average, samples) == [80, nil, 90])
    }

    @Test("S3.9: start and end count a sample in full in one bucket")
    func assignment() {
        let samples = [
            sample("23:50", "00:10", 100), sample("23:00", "00:00", 10),
            ReferenceSample(start: at("00:00", day: 1), end: at("00:00", day: 1), value: 1),
        ]
        let daily = query(.cumulative, 0, at("00:00", day: 2), by: days(2))
        #expect(daily.with { $0.assignment = .start }.values(.sum, samples) == [110, 1])
        #expect(daily.with { $0.assignment = .end }.values(.sum, samples) == [10, 101])
        #expect(daily.with { $0.assignment = .end }.values(.duration, samples) == [3600, 1200])
        // Clipped at 23:55, a quarter of the sample is lost.
        let clipped = query(.cumulative, at("23:55"), at("00:00", day: 2), by: days(2)).with { $0.assignment = .start }
        #expect(clipped.values(.sum, [samples[0]]) == [75, nil])
    }

    @Test("S4.4: without a range, an instant at the very end is included")
    func veryEnd() {
        let instant = [sample("10:00", "10:00", 5)]
        #expect(query(.cumulative, at("09:00"), at("10:00")).values(.sum, instant) == [nil])
        let open = query(.cumulative, at("09:00"), at("10:00")).with { $0.window.includesEnd = true }
        #expect(open.values(.sum, instant) == [5])
        #expect(open.with { $0.buckets = hours(9, 10) }.values(.sum, instant) == [5])
        #expect(open.with { $0.buckets = hours(9, 11) }.values(.sum, instant) == [nil, 5])
    }

    @Test("S5.3: latest by start, end and insertion; duration is a union; instants add 0")
    func latestAndDuration() {
        let samples = [
            sample("10:00", "10:40", 1, number: 0), sample("10:20", "10:30", 2, number: 1), sample("10:20", "10:30", 3, number: 2),
            sample("10:20", "10:25", 4, number: 3),
        ]
        let hour = query(.discreteArithmetic, at("10:00"), at("11:00"), by: hours(10, 11))
        #expect(hour.values(.latest, samples) == [3])
        #expect(hour.values(.first, samples) == [1])
        #expect(hour.values(.duration, samples) == [2400])
        #expect(hour.with { $0.rules.duration = .sum }.values(.duration, samples) == [3900])
        #expect(hour.values(.duration, [sample("10:20", "10:20", 1)]) == [0])
    }
}

@Suite("Merging sources (S6)")
struct MergingVectors {
    private let walk = [sample("08:00", "09:00", 600, "Watch"), sample("08:30", "09:30", 400, "iPhone")]

    private func sums(_ samples: [ReferenceSample], ranked: [String] = ["Watch", "iPhone"], by buckets: [ReferenceBucket]? = nil)
        -> [Double?]
    {
        query(.cumulative, at("00:00"), at("12:00"), by: buckets, ranked: ranked).values(.sum, samples)
    }

    @Test("S6.2: the test vectors")
    func vectors() {
        #expect(sums(walk) == [800])
        #expect(sums(walk, by: hours(8, 10)) == [600, 200])
        #expect(sums(walk, ranked: ["iPhone", "Watch"]) == [700])
        #expect(sums(walk, ranked: ["iPhone", "Watch"], by: hours(8, 10)) == [500, 200])
        #expect(rounded(sums([sample("08:00", "08:10", 5, "Watch"), sample("08:00", "09:00", 600, "iPhone")])) == [505])
        #expect(sums([sample("08:00", "09:00", 100), sample("08:30", "09:30", 100)]) == [200])
    }

    @Test("S6.1: a lower-ranked instant is dropped inside a better sample and at its start, but not at its end or in its own source")
    func instants() {
        func total(_ clock: String, _ source: String) -> [Double?] { sums([walk[0], sample(clock, clock, 7, source)]) }
        #expect(total("08:30", "iPhone") == [600])
        #expect(total("08:00", "iPhone") == [600])
        #expect(total("09:00", "iPhone") == [607])
        #expect(total("08:30", "Watch") == [607])
        #expect(sums([walk[1], sample("09:00", "09:00", 7, "Watch")]) == [407])
    }

    @Test("S6.4: raw adds all samples, separate has a row per source, and a filter applies before merging")
    func sourceRules() {
        let hourly = query(.cumulative, at("00:00"), at("12:00"), by: hours(8, 10))
        #expect(hourly.with { $0.sources = .raw }.values(.sum, walk) == [800, 200])
        let separate = hourly.with { $0.sources = .separate }.rows(.sum, of: walk)
        #expect(
            separate == [
                ReferenceRow(key: "Watch", bucket: 0, value: 600), ReferenceRow(key: "Watch", bucket: 1, value: nil),
                ReferenceRow(key: "iPhone", bucket: 0, value: 200), ReferenceRow(key: "iPhone", bucket: 1, value: 200),
            ])
        #expect(hourly.values(.sum, [walk[1]]) == [200, 200])
    }

    @Test("S4.4: a sample that does not count suppresses nothing")
    func outside() {
        // The watch's sample starts before the window, so `strict start` excludes it and the phone's sample counts in full.
        let strict = query(.cumulative, at("08:15"), at("12:00"), edges: .strictStart)
        #expect(strict.values(.sum, walk) == [400])
    }

    @Test("S6.5: count, latest and discrete statistics use all samples by default")
    func unmerged() {
        let hourly = query(.cumulative, at("00:00"), at("12:00"), by: hours(8, 10))
        #expect(hourly.values(.count, walk) == [2, 1])
        #expect(hourly.values(.latest, walk) == [400, 400])
        #expect(hourly.values(.duration, walk) == [3600, 1800])
        let rates = query(.discreteTemporallyWeighted, at("00:00"), at("12:00"), by: hours(8, 10))
        #expect(rates.values(.max, walk) == [600, 400])
        #expect(rounded(rates.values(.average, walk)) == rounded([(600 * 3600 + 400 * 1800) / 5400.0, 400]))
        #expect(rates.with { $0.rules.discreteMerge = .priority }.values(.average, walk) == [600, 400])
    }

    @Test("S6.3: hand-entered, watch, phone and tablet, others, with the newest first")
    func priority() {
        let samples = [
            ReferenceSample(start: 0, end: 1, value: 1, source: "Scale"),
            ReferenceSample(start: 1, end: 2, value: 1, source: "Ring"),
            ReferenceSample(start: 2, end: 3, value: 1, source: "My iPad"),
            ReferenceSample(start: 1, end: 3, value: 1, source: "My iPhone"),
            ReferenceSample(start: 0, end: 3, value: 1, source: "Health", device: "Apple Watch Series 9"),
            ReferenceSample(start: 9, end: 9, value: 1, source: "Scale"),
        ]
        #expect(ReferencePriority(of: samples).ranked == ["Health", "My iPad", "My iPhone", "Ring", "Scale"])
        #expect(ReferencePriority(of: samples, preferred: ["Scale"]).ranked == ["Scale", "Health", "My iPad", "My iPhone", "Ring"])
        var typed = sample("08:00", "09:00", 50, "iPhone")
        typed.isHandEntered = true
        let merged = query(.cumulative, at("00:00"), at("12:00")).with { $0.priority = ReferencePriority(of: [walk[0], typed]) }
        #expect(merged.values(.sum, [walk[0], typed]) == [50])
    }

    @Test("S1.2: importing a sample again changes nothing, unless both have metadata that differs")
    func identity() {
        let plain = sample("08:00", "09:00", 50)
        var (berlin, paris, elsewhere) = (plain, plain, plain)
        (berlin.zone, paris.zone, elsewhere.device) = ("Europe/Berlin", "Europe/Paris", "Watch6,2")
        #expect([plain, plain, elsewhere].imported() == [plain])
        #expect([plain, berlin].imported() == [berlin])
        #expect([berlin, plain].imported() == [berlin])
        #expect([berlin, paris, paris].imported().map(\.zone) == ["Europe/Berlin", "Europe/Paris"])
        #expect([plain, berlin, paris].imported().map(\.zone) == ["Europe/Berlin", "Europe/Paris"])
    }
}
