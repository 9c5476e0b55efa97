import Charts
import SwiftUI

struct DailySteps: Identifiable {
    var id: Date { day }
    var day: Date
    var steps: Int
}

struct StepsChart: View {
    var week: [DailySteps]
    var goal = 8000

    var body: some View {
        Chart {
            ForEach(week) { item in
                BarMark(x: .value("Day", item.day, unit: .day), y: .value("Steps", item.steps))
                    .foregroundStyle(item.steps < goal ? Color.gray : .green)
            }
            RuleMark(y: .value("Goal", goal))
                .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
                .annotation(position: .top, alignment: .leading) { Text("Goal \(goal)").font(.caption2) }
        }
        .frame(height: 200)
    }
}
