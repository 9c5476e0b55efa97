import TallyCharts
import Testing

@Suite("Sparklines")
struct SparklineTests {
    @Test("Eight heights represent the range of the values, and a missing value is blank")
    func heights() {
        #expect(Sparkline.text(of: [0, 1, 2, 3, nil, 4, 5, 6, 7]) == "▁▂▃▄ ▅▆▇█")
        #expect(Sparkline.text(of: [0, 1, 2, 3, nil, 4, 5, 6, 7], isASCII: true) == "_.-= +*#@")
    }

    @Test("Heights start at zero on request")
    func zero() {
        #expect(Sparkline.text(of: [50, 100]) == "▁█")
        #expect(Sparkline.text(of: [50, 100], includesZero: true) == "▅█")
        #expect(Sparkline.text(of: [-100, 0, 100], includesZero: true) == "▁▅█")
    }

    @Test("Equal values have medium height, and missing values and NaN are blank")
    func ends() {
        #expect(Sparkline.text(of: [3, 3, 3]) == "▅▅▅")
        #expect(Sparkline.text(of: []) == "")
        #expect(Sparkline.text(of: [nil, .nan, .infinity]) == "   ")
        #expect(Sparkline.text(of: [-.greatestFiniteMagnitude, .greatestFiniteMagnitude]) == "▁█")
    }

    @Test("With many values, extremes remain")
    func extremes() {
        var values = Array(repeating: 10.0 as Double?, count: 1000)
        (values[123], values[777]) = (20, 0)
        let text = Array(Sparkline.text(of: values, width: 10))
        #expect(text.count == 10)
        #expect(text.indices.filter { text[$0] == "█" } == [1])
        #expect(text.indices.filter { text[$0] == "▁" } == [7])
    }

    @Test("Labels make room for the blocks, the least important first")
    func labels() {
        let labels = Sparkline.Labels("steps", minimum: "1", maximum: "8", last: "5")
        let values = (1...8).map { Double($0) as Double? }
        #expect(Sparkline.text(of: values, labels: labels) == "steps ▁▂▃▄▅▆▇█ min 1 max 8 last 5")
        #expect(Sparkline.text(of: values, width: 33, labels: labels) == "steps ▁▂▃▄▅▆▇█ min 1 max 8 last 5")
        #expect(Sparkline.text(of: values, width: 32, labels: labels) == "steps ▁▂▃▄▅▆▇█ last 5")
        #expect(Sparkline.text(of: values, width: 20, labels: labels) == "▁▂▃▄▅▆▇█ last 5")
        #expect(Sparkline.text(of: values, width: 8, labels: labels) == "▁▂▃▄▅▆▇█")
        #expect(Sparkline.text(of: values, width: 2, labels: labels) == "▁█")
        #expect(Sparkline.text(of: values, width: 0, labels: labels) == "")
        #expect(Sparkline.text(of: [1], labels: Sparkline.Labels("a\u{1B}b")) == "a␛b ▅")
    }
}
