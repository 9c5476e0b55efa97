import ReferenceEngine
import Testing

@Suite("Derived series (S9)")
struct SeriesVectors {
    @Test("S9.1: an average of rows skips nulls and partial rows, never zeros")
    func average() {
        #expect(ReferenceSeries.average([2, nil, 0, 10], partial: [false, false, false, true]) == 1)
        #expect(ReferenceSeries.average([2, nil, 0, 10], partial: [false, false, false, true], keepsPartial: true) == 4)
        #expect(ReferenceSeries.average([nil], partial: [false]) == nil)
    }

    @Test("S9.2: a running total starts at 0 on a day with a value, continues through nulls, and is null on a day without values")
    func runningTotal() {
        let totals = ReferenceSeries.runningTotal([nil, 2, nil, 3, nil, nil, 4], days: [1, 1, 1, 1, 2, 2, 3])
        #expect(totals == [0, 2, 2, 5, nil, nil, 4])
    }

    @Test("A rolling window uses the available rows, or is null if there are too few")
    func rolling() {
        let sum = { (values: [Double]) in values.reduce(0, +) }
        #expect(ReferenceSeries.rolling([1, 2, nil, 4], length: 2, aggregate: sum) == [1, 3, 2, 4])
        #expect(ReferenceSeries.rolling([1, 2, nil, 4], length: 2, atLeast: 2, aggregate: sum) == [nil, 3, nil, nil])
    }

    @Test("S9.3: a missing hour has the previous total; a repeated hour counts at its last occurrence")
    func typicalDay() {
        func row(_ day: Int, _ slot: Int, _ total: Double?) -> ReferenceSeries.HourRow { .init(day: day, slot: slot, total: total) }
        let rows = [
            row(1, 0, 1), row(1, 1, 2), row(1, 2, 3),  // an ordinary day of three hours
            row(2, 0, 10), row(2, 2, 30),  // hour 1 does not occur
            row(3, 0, 100), row(3, 1, 200), row(3, 1, 300), row(3, 2, 400),  // hour 1 occurs twice
            row(4, 0, nil), row(4, 1, nil), row(4, 2, nil),  // a day without a value
        ]
        #expect(ReferenceSeries.typicalDay(rows, slots: 3) == [37, 104, 433.0 / 3])
    }

    @Test("S9.4 and S9.5: value at a time, and the projection of a day")
    func valueAndProjection() {
        let (ends, totals): ([Int64], [Double?]) = ([60, 120, 180], [30, 90, nil])
        #expect(ReferenceSeries.value(at: 90, start: 0, ends: ends, totals: totals) == 60)
        #expect(ReferenceSeries.value(at: 20, start: 0, ends: ends, totals: totals) == 10)
        #expect(ReferenceSeries.value(at: 150, start: 0, ends: ends, totals: totals) == nil)
        #expect(ReferenceSeries.projection(soFar: 300, typicalFullDay: 500, typicalSoFar: 200) == 600)
    }
}
