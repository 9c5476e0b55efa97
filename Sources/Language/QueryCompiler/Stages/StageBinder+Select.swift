import CalendarIntervals
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `select`: chooses, orders and renames the columns that are shown.
extension StageBinder {
    mutating func select(_ columns: [SelectedColumn]) throws(Reported) -> PlanStage.Kind {
        let sources = try binder.collect(each: columns) { (column) throws(Reported) in try source(of: column) }
        let names = zip(columns, sources).map { $0.alias?.text ?? name(of: $1) }
        var taken: Set<String> = []
        _ = try binder.collect(each: zip(columns, names)) { (column, name) throws(Reported) -> Void in
            if let alias = column.alias { try refuseTaken(alias) }
            guard taken.insert(Name.key(of: name)).inserted else {
                throw binder.report(
                    .duplicateColumn, "two columns would have the name `\(name)`", at: column.range,
                    help: "remove one of them, or rename it with `called otherName`")
            }
        }
        var values: [RowShape.Column] = []
        var places: [Int: Int] = [:]
        for (source, name) in zip(sources, names) {
            switch source {
            case .value(let index):
                var column = shape.columns[index]
                column.info.name = name
                places[index] = values.count
                values.append(column)
            case .key(let index): shape.keys[index].alias = name
            case .part: shape.keys.append(RowShape.Key(name: name, describesRow: true))
            case .start, .end, .partial: break
            }
        }
        for index in values.indices { values[index].previous = values[index].previous.flatMap { places[$0] } }
        shape.columns = values
        return .select(
            zip(sources, names).map { SelectedField($0, name: $1) }, weekStart: calendar.rule.weekStart, zone: calendar.zone)
    }

    private func refuseTaken(_ alias: Name) throws(Reported) {
        guard MeasureBinder.takenNames.contains(alias.key) || shape.keys.contains(where: { $0.isNamed(alias.key) }) else { return }
        throw binder.report(
            .takenColumnName, "`\(alias.text)` is already a field of the rows", at: alias.range, help: "choose another name")
    }

    private func source(of column: SelectedColumn) throws(Reported) -> SelectedField.Source {
        switch column.kind {
        case .partial:
            if shape.row != .sample || shape.join != nil { return .partial }
            throw binder.report(
                .unknownColumn, "samples are never partial", at: column.range, help: "select `start`, `end` or `value`")
        case .part(let part):
            let key = part.rawValue
            if let index = shape.columns.firstIndex(where: { Name.key(of: $0.name) == key }) { return .value(index) }
            if let index = shape.keys.firstIndex(where: { $0.isNamed(key) }) { return .key(index) }
            guard shape.hasTime else {
                throw binder.report(
                    .stageWithoutTime, "these rows have no \(key), because they have no time", at: column.range,
                    help: "put `select` before the stage that removes the time, or use `by day`")
            }
            return .part(part)
        case .field(let field):
            let lookup = ColumnLookup(binder: binder, shape: shape, otherNames: RowPart.allCases.map(\.rawValue))
            let bound: RowColumn
            switch field.kind {
            case .column(let column): bound = try lookup.bind(column)
            case .metadata(let operand): bound = try lookup.bind(.name(Name("metadata.\(try binder.text(operand))", range: field.range)))
            case .profile(let profile): bound = try lookup.bind(.name(Name(profile.rawValue, range: field.range)))
            default: bound = try lookup.bind(.name(Name(QueryFormatter.text(of: field), range: field.range)))
            }
            switch bound {
            case .value(let index): return .value(index)
            case .key(let index): return .key(index)
            case .start: return .start
            case .end: return .end
            case .clock(let index, _): return .value(index)
            }
        }
    }

    private func name(of source: SelectedField.Source) -> String {
        switch source {
        case .start: "start"
        case .end: "end"
        case .partial: "partial"
        case .value(let index): shape.columns[index].name
        case .key(let index): shape.keys[index].alias ?? shape.keys[index].name
        case .part(let part): part.rawValue
        }
    }
}
