#if os(Linux)
import Foundation
import Testing

/// A program of emitted code of charts, which inspects its views with the modules `SwiftUI` and `Charts`.
final class ChartProgram {
    /// The inspection of a view, as the program prints it.
    struct Inspected: Decodable {
        struct Mark: Decodable {
            var kind: String
            var series: String
            var x: String
            var y: String
            /// Dates are seconds since 2001.
            var xs: [Double]
            var ys: [Double]
        }

        var marks: [Mark]
        /// The ends; empty for names.
        var xDomain: [Double]
        var yDomain: [Double]
        var xNames: [String]
        var yNames: [String]
        /// The places of ticks along each axis, from 0 to 1.
        var xTicks: [Double]
        var yTicks: [Double]
        /// The values of ticks as text.
        var xTickNames: [String]
        var yTickNames: [String]
    }

    private let folder = try? TemporaryFolder()
    private var files: [URL] = []
    private var calls: [String] = []

    /// The path of the store that fetching views ask.
    func store() throws -> String { try #require(folder).url.appending(path: "store.tally").path }

    /// Adds the code of a query in a separate namespace.
    ///
    /// - Parameter fetches: if true, the view shows the rows of HealthKit instead of the values in the code.
    func add(_ code: String, as name: String, fetches: Bool = false) throws {
        let parts = code.components(separatedBy: "\n#Preview {\n    ")
        try #require(parts.count == 2)
        let view = try #require(parts[1].split(separator: "(").first)
        let lines = parts[0].components(separatedBy: "\n").filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("func ") ? "static " + $0 : $0 }
        let imports = ["import Charts", "import Foundation", "import HealthKit", "import SwiftUI"]
        let text = (imports + ["enum \(name) {"] + lines + ["}"]).joined(separator: "\n")
        files.append(try #require(folder).write(text, to: "\(name).swift"))
        guard fetches else { return calls.append("tell(\"\(name)\", \(name).\(view)())") }
        let fetch = try #require(code.firstMatch(of: /data = (\w+)\(try await (\w+)\(in: store\)\)/)?.output)
        calls.append("tell(\"\(name)\", \(name).\(view)(data: \(name).\(fetch.1)(try await \(name).\(fetch.2)(in: store))))")
    }

    /// Builds and runs the program. Returns the charts of each view, by namespace.
    func run() throws -> [String: [Inspected]] {
        let folder = try #require(folder)
        let main = """
            \(Self.support)
            @main enum Program {
                @MainActor static func main() async throws {
                    \(calls.contains { $0.contains("in: store") } ? "let store = HKHealthStore()" : "")
                    \(calls.joined(separator: "\n        "))
                }
            }
            """
        let program = folder.url.appending(path: "program")
        try SwiftCompiler.build(program, from: files + [try folder.write(main, to: "Main.swift")])
        var charts: [String: [Inspected]] = [:]
        for line in try SwiftCompiler.output(of: program, environment: ["TALLY_STORE": try store(), "TZ": "Pacific/Auckland"]) {
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            try #require(parts.count == 2, "\(line)")
            charts[parts[0]] = try JSONDecoder().decode([Inspected].self, from: Data(parts[1].utf8))
        }
        return charts
    }

    private static let support = """
        import Charts
        import Foundation
        import HealthKit
        import SwiftUI

        struct Mark: Encodable {
            var kind: String, series: String, x: String, y: String, xs: [Double], ys: [Double]
        }

        struct Inspected: Encodable {
            var marks: [Mark]
            var xDomain: [Double], yDomain: [Double], xNames: [String], yNames: [String]
            var xTicks: [Double], yTicks: [Double], xTickNames: [String], yTickNames: [String]
        }

        func ends(_ domain: ChartInspection.Domain) -> [Double] {
            switch domain {
            case .numbers(let first, let last): [first, last]
            case .dates(let first, let last): [first.timeIntervalSinceReferenceDate, last.timeIntervalSinceReferenceDate]
            case .names: []
            }
        }

        func names(_ domain: ChartInspection.Domain) -> [String] { if case .names(let names) = domain { names } else { [] } }

        @MainActor func tell(_ name: String, _ view: some View) {
            let charts = ChartInspection.all(in: view, width: 720, height: 900).map { chart in
                Inspected(
                    marks: chart.marks.map { Mark(kind: $0.kind, series: $0.series, x: $0.x, y: $0.y, xs: $0.xValues, ys: $0.yValues) },
                    xDomain: ends(chart.xDomain), yDomain: ends(chart.yDomain), xNames: names(chart.xDomain), yNames: names(chart.yDomain),
                    xTicks: chart.xTicks.map { ($0.position - chart.plotFrame.minX) / chart.plotFrame.width },
                    yTicks: chart.yTicks.map { (chart.plotFrame.maxY - $0.position) / chart.plotFrame.height },
                    xTickNames: chart.xTicks.map(\\.value), yTickNames: chart.yTicks.map(\\.value))
            }
            let json = try? JSONEncoder().encode(charts)
            print(name + "\\t" + String(decoding: json ?? Data(), as: UTF8.self))
        }
        """
}
#endif
