import Charts
import SwiftUI

/// The groups of a study: a line of means for each, in a band of one standard deviation.
public struct StudyChart: View {
    let weeks: [StudyWeek]

    /// Creates a chart of weeks.
    public init(weeks: [StudyWeek]) {
        self.weeks = weeks
    }

    /// The title and the chart.
    public var body: some View {
        VStack(alignment: .leading) {
            Text("Steps per Week").font(.headline)
            Chart {
                ForEach(weeks) { week in
                    AreaMark(
                        x: .value("Week", week.number),
                        yStart: .value("Low", week.mean - week.deviation),
                        yEnd: .value("High", week.mean + week.deviation)
                    )
                    .foregroundStyle(by: .value("Group", week.group))
                    .opacity(0.2)
                }
                ForEach(weeks) { week in
                    LineMark(x: .value("Week", week.number), y: .value("Mean", week.mean))
                        .foregroundStyle(by: .value("Group", week.group))
                        .symbol(by: .value("Group", week.group))
                }
            }
            .chartXScale(domain: 1...max(2, weeks.map(\.number).max() ?? 2), range: .plotDimension(padding: 12))
            .chartXAxis {
                AxisMarks(values: .stride(by: 1)) { value in
                    AxisGridLine()
                    AxisValueLabel()
                }
            }
            .chartXAxisLabel("Week")
            .chartLegend(position: .top, alignment: .leading)
            .frame(height: 200)
        }
        .padding()
    }
}

struct StudyChart_Previews: PreviewProvider {
    static var previews: some View {
        StudyChart(weeks: [
            StudyWeek(group: "A", number: 1, mean: 40_000, deviation: 5000),
            StudyWeek(group: "A", number: 2, mean: 50_000, deviation: 4000),
        ])
    }
}
