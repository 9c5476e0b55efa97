import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `select date, sum called kcal`: chooses the columns that are shown. Rows keep their times and their keys for later stages.
struct SelectStage: RowStage {
    let fields: [SelectedField]
    let weekStart: Weekday
    let zone: Zone

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        var columns: [ValueColumn] = []
        table.selection = try fields.map { field in
            var shown = field
            switch field.source {
            case .start, .end, .partial, .key: break
            case .value(let index):
                columns.append(table.columns[index])
                shown.source = .value(columns.count - 1)
            case .part(let part):
                table.keys.append(try key(part, named: field.name, of: table, context))
                shown.source = .key(table.keys.count - 1)
            }
            return shown
        }
        table.columns = columns
    }

    private func key(_ part: RowPart, named name: String, of table: ResultTable, _ context: StageContext) throws -> KeyColumn {
        let times = part.isOfDay ? table.places : table.starts
        var column = KeyColumn(
            name: name,
            values: try times.enumerated().map { row, time in
                try context.poll(at: row)
                guard time != ResultTable.unknownTime else { return nil }
                return .text(part.text(of: zone.civil(at: Instant(milliseconds: time)), weekStart: weekStart))
            })
        column.describesRow = true
        if part == .date { column.listing = .date }
        return column
    }
}
