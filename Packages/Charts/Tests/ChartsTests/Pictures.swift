import Charts
import SwiftUI
import Testing

/// Charts that are drawn as pictures if `TALLY_PICTURES` names a folder.
@MainActor @Suite("Pictures to look at", .enabled(if: ProcessInfo.processInfo.environment["TALLY_PICTURES"] != nil))
struct Pictures {
    private func write(_ view: some View, _ name: String, width: CGFloat = 390, height: CGFloat? = nil) throws {
        let folder = URL(filePath: ProcessInfo.processInfo.environment["TALLY_PICTURES"] ?? "/tmp")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for scheme in ColorScheme.allCases {
            let renderer = ImageRenderer(content: view.padding().background(Color(.systemBackground)))
            renderer.proposedSize = ProposedViewSize(width: width, height: height)
            renderer.colorScheme = scheme
            try renderer.svg.write(to: folder.appending(path: "\(name)-\(Int(width))-\(scheme).svg"), atomically: true, encoding: .utf8)
        }
    }

    @Test func gallery() throws {
        try write(GalleryView(), "gallery", width: 800)
    }

    @Test func card() throws {
        for width in [320.0, 390, 800] {
            try write(EnergyCard(now: 12), "card", width: width)
            try write(EnergyCard(now: 0.08), "card-early", width: width)
            try write(EnergyCard(now: 23.92), "card-late", width: width)
        }
    }
}

struct Sale: Identifiable {
    var id = UUID()
    var month: String
    var product: String
    var amount: Double
}

let sales: [Sale] = ["Jan", "Feb", "Mar", "Apr"].enumerated().flatMap { index, month in
    ["Cups", "Plates", "Bowls"].enumerated().map { Sale(month: month, product: $1, amount: Double((index * 7 + $0 * 13) % 23 + 5)) }
}

func day(_ number: Int, hour: Double = 0) -> Date {
    Date(timeIntervalSince1970: 1_772_409_600 + Double(number) * 86_400 + hour * 3600)  // from 2 March 2026
}

struct Card<Content: View>: View {
    var title: String
    @ViewBuilder var content: Content

    var body: some View {
        VStack(alignment: .leading) {
            Text(title).font(.headline)
            content.frame(height: 180)
        }
        .padding(10)
        .background(Color(.secondarySystemBackground), in: RoundedRectangle(cornerRadius: 12))
    }
}

struct GalleryView: View {
    var body: some View {
        LazyVGrid(columns: [GridItem(), GridItem()], spacing: 12) {
            Card(title: "Stacked bars") {
                Chart(sales) {
                    BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount)).foregroundStyle(by: .value("Product", $0.product))
                }
            }
            Card(title: "Grouped bars") {
                Chart(sales) {
                    BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount))
                        .foregroundStyle(by: .value("Product", $0.product)).position(by: .value("Product", $0.product)).cornerRadius(3)
                }
            }
            Card(title: "Level bars, normalized") {
                Chart(sales) {
                    BarMark(x: .value("Amount", $0.amount), y: .value("Month", $0.month), stacking: .normalized)
                        .foregroundStyle(by: .value("Product", $0.product))
                }
            }
            Card(title: "Lines with symbols") {
                Chart(sales) {
                    LineMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount))
                        .foregroundStyle(by: .value("Product", $0.product)).symbol(by: .value("Product", $0.product)).interpolationMethod(
                            .catmullRom)
                }
            }
            Card(title: "A week of days") {
                Chart(0..<7, id: \.self) { number in
                    BarMark(x: .value("Day", day(number), unit: .day), y: .value("Steps", 4000 + number * 1231 % 5000))
                        .annotation { Text("\(4000 + number * 1231 % 5000)").font(.caption2) }
                    RuleMark(y: .value("Goal", 6000)).foregroundStyle(.red).lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
                }
                .environment(\.timeZone, TimeZone(identifier: "UTC")!)
            }
            Card(title: "Hours with area") {
                Chart(0..<49, id: \.self) { hour in
                    AreaMark(x: .value("Time", day(0, hour: Double(hour))), y: .value("Rate", 60 + 20 * sin(Double(hour) / 4)))
                        .foregroundStyle(
                            .linearGradient(colors: [.blue.opacity(0.5), .blue.opacity(0.05)], startPoint: .top, endPoint: .bottom)
                        )
                        .interpolationMethod(.monotone)
                    LineMark(x: .value("Time", day(0, hour: Double(hour))), y: .value("Rate", 60 + 20 * sin(Double(hour) / 4)))
                        .interpolationMethod(.monotone)
                }
                .environment(\.timeZone, TimeZone(identifier: "UTC")!)
            }
            Card(title: "Sectors") {
                Chart(sales.prefix(3)) {
                    SectorMark(angle: .value("Amount", $0.amount), innerRadius: .ratio(0.6), angularInset: 2)
                        .foregroundStyle(by: .value("Product", $0.product))
                        .annotation(position: .overlay) { Text("A").font(.caption).foregroundStyle(.white) }
                }
                .chartLegend(position: .trailing)
            }
            Card(title: "Heatmap") {
                Chart(0..<84, id: \.self) { cell in
                    RectangleMark(
                        x: .value("Hour", "\(cell % 12 * 2)"), y: .value("Day", ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][cell / 12])
                    )
                    .foregroundStyle(by: .value("Steps", abs(sin(Double(cell))) * 900))
                }
            }
            Card(title: "Points by number, log") {
                Chart(1..<40, id: \.self) { index in
                    PointMark(x: .value("x", Double(index * index)), y: .value("y", pow(1.35, Double(index))))
                        .symbolSize(by: .value("x", index)).foregroundStyle(.green.opacity(0.6))
                }
                .chartYScale(type: .log).chartXAxisLabel("Square").chartYAxisLabel("Power")
            }
            Card(title: "Axis marks") {
                Chart(0..<24, id: \.self) { hour in
                    LineMark(x: .value("Hour", hour), y: .value("Value", sin(Double(hour) / 3)))
                }
                .chartXScale(domain: 0...24)
                .chartXAxis {
                    AxisMarks(values: .stride(by: 6)) { value in
                        AxisGridLine().foregroundStyle(.orange)
                        AxisTick()
                        AxisValueLabel { if let hour = value.as(Int.self) { Text("\(hour) h").foregroundStyle(.orange) } }
                    }
                }
                .chartYAxis { AxisMarks(position: .leading, values: [-1, 0, 1]) }
                .chartPlotStyle { $0.background(.gray.opacity(0.1)).border(.gray) }
            }
        }
    }
}

struct EnergyCard: View {
    var now: Double
    private var typical: [(hour: Double, value: Double)] {
        (0...24).map { step -> (hour: Double, value: Double) in
            let hour = Double(step)
            return (hour, 2200 * (hour / 24 + 0.05 * sin(hour / 3)))
        }
    }

    var body: some View {
        let average = typical.last { $0.hour <= now }?.value ?? 0
        let today = average * 0.9
        VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .firstTextBaseline) {
                Text("Active energy").font(.headline)
                Spacer()
                Text("\(Int(today)) kcal").font(.title2).bold().foregroundStyle(.orange)
            }
            Chart {
                ForEach(typical, id: \.hour) { point in
                    LineMark(
                        x: .value("Time", day(0, hour: point.hour)), y: .value("Energy", point.value), series: .value("Series", "Past")
                    )
                    .foregroundStyle(point.hour <= now ? Color.gray : Color.gray.opacity(0.4))
                    .lineStyle(StrokeStyle(lineWidth: 4, lineCap: .round))
                }
                ForEach(typical.filter { $0.hour <= now }, id: \.hour) { point in
                    LineMark(
                        x: .value("Time", day(0, hour: point.hour)), y: .value("Energy", point.value * 0.9),
                        series: .value("Series", "Today")
                    )
                    .foregroundStyle(.orange).lineStyle(StrokeStyle(lineWidth: 4, lineCap: .round))
                }
                RuleMark(y: .value("Goal", 1900)).foregroundStyle(.secondary).lineStyle(StrokeStyle(lineWidth: 1, dash: [5, 4]))
                    .annotation(position: .top, alignment: .leading, spacing: 2) {
                        Text("Goal 1,900").font(.caption2).foregroundStyle(.secondary)
                    }
                RuleMark(x: .value("Now", day(0, hour: now))).foregroundStyle(.secondary.opacity(0.5))
                PointMark(x: .value("Now", day(0, hour: now)), y: .value("Energy", today)).foregroundStyle(Color(.systemBackground))
                    .symbolSize(200)
                PointMark(x: .value("Now", day(0, hour: now)), y: .value("Energy", today)).foregroundStyle(.orange).symbolSize(90)
            }
            .chartXScale(domain: day(0)...day(1))
            .chartYScale(domain: 0...2400)
            .chartXAxis {
                AxisMarks(values: [day(0), day(0, hour: 6), day(0, hour: 12), day(0, hour: 18), day(1)]) { value in
                    AxisGridLine()
                    AxisValueLabel(format: .dateTime.hour())
                }
                AxisMarks(values: [day(0, hour: now)]) { _ in
                    AxisValueLabel(collisionResolution: .disabled) { Text("now").font(.caption2).bold() }.offset(y: 14)
                }
            }
            .chartYAxis {
                AxisMarks {
                    AxisGridLine()
                    AxisValueLabel()
                }
            }
            .frame(height: 200)
            .environment(\.timeZone, TimeZone(identifier: "UTC")!)
        }
    }
}
