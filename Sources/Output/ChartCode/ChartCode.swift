import Explanations
package import SwiftCode
package import TallyCharts

/// Writes charts as SwiftUI views with Swift Charts: what they show as plain values, the views, and how HealthKit's rows become the
/// values.
package struct ChartCode {
    /// Where the views get their values on a phone.
    package enum Source {
        /// From HealthKit code. If a function returns the rows of the chart, the code has a view that calls it.
        case healthKit(HealthKitCode, RowFunction?)
        /// HealthKit has no query for them, for this reason.
        case answer(reason: String)
    }

    private let figures: [ChartFigure]
    private let query: String
    private let source: Source

    /// - Parameters:
    ///   - charts: the charts of one answer, at least one.
    ///   - size: the size of their drawings, whose domains and ticks the code repeats.
    ///   - query: the text of the query, for a comment.
    ///   - hidesAxes: true for charts without axes, as `spark` draws them.
    package init(_ charts: [LayeredChart], size: SVGOptions, of query: String, source: Source, hidesAxes: Bool = false) {
        var names: Set<String> = []
        figures = zip(charts, SVGChart.layouts(of: charts, options: size)).map { chart, layout in
            let base = ChartFigure.name(of: chart)
            let name = [base] + (2...charts.count + 1).map { base + String($0) }
            let own = name.first { names.insert($0).inserted } ?? base
            return ChartFigure(chart, layout, name: own, hidesAxes: hidesAxes)
        }
        self.query = query
        self.source = source
    }

    /// The greatest number of values in a file that people can read and a compiler can take.
    package static let greatestCount = 2_000

    /// The number of values in the file.
    package var valueCount: Int { figures.reduce(0) { $0 + $1.valueCount } }

    /// A complete source file. Every line ends with a newline.
    package var text: String {
        var code = SwiftWriter()
        code.add("import Charts\nimport Foundation")
        if case .healthKit = source { code.add("import HealthKit") }
        code.add("import SwiftUI\n")
        code.comment(query.isEmpty ? "A chart of Tally." : query)
        var function: RowFunction?
        switch source {
        case .answer(let reason):
            code.add("//")
            code.comment("The values are those of the answer. HealthKit code cannot fetch them: \(reason).")
        case .healthKit(let healthKit, let rows):
            function = figures.count == 1 && rows.map { figures[0].canShow($0) } == true ? rows : nil
            if function == nil {
                code.add("//")
                code.comment(
                    "The views show the values of the answer. To show new samples, turn the rows of the functions below into such values.")
            }
            healthKit.writeFunctions(&code)
        }
        for figure in figures {
            code.add("")
            figure.writeData(from: function, &code)
            code.add("")
            figure.writeView(&code)
        }
        if figures.count > 1 { writeStack(&code) }
        if let function { figures[0].writeScreen(of: function, &code) }
        code.add("")
        code.block("#Preview {") { $0.add("\(figures.count > 1 ? stackName : figures[0].viewName)()\n    .padding()") }
        return code.text
    }

    private var stackName: String { figures[0].name + "Charts" }

    /// Writes the view of all charts, one below the other.
    private func writeStack(_ code: inout SwiftWriter) {
        code.add("\n/// The charts of the answer, which have different units.")
        code.block("struct \(stackName): View {") { code in
            code.block("var body: some View {") { code in
                code.block("VStack(spacing: 24) {") { code in
                    for figure in figures { code.add("\(figure.viewName)()") }
                }
            }
        }
    }
}
