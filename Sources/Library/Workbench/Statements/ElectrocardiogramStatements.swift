import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
@_spi(Guests) import TallyCharts
import TallyKit
import TerminalText

/// Runs `show electrocardiograms` and `show electrocardiogram 3`. What they show is what a watch classified, never a diagnosis.
extension StatementRunner {
    func electrocardiogramRows() throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let found = try StoredElectrocardiogram.all(in: reader)
            let numbers = ListColumn.counts(found.indices.map { $0 + 1 })
            let starts = ListColumn.dates(found.map { String(ISO8601.text(of: $0.start, in: zone).prefix(16)) })
            let classes = ListColumn.texts(found.map(\.classification))
            let rates = ListColumn.texts(found.map(\.heartRate))
            let seconds = ListColumn.texts(found.map { NumberText.rounded($0.seconds, decimals: 1) })
            let symptoms = ListColumn.texts(found.map(\.symptoms))
            let devices = ListColumn.details(found.map(\.device))
            guard try reader.persons().count > 1 else {
                return [
                    "number": numbers, "start": starts, "classification": classes, "heartRate": rates, "seconds": seconds,
                    "symptoms": symptoms, "device": devices,
                ]
            }
            return [
                "number": numbers, "person": .texts(found.map(\.person)), "start": starts, "classification": classes, "heartRate": rates,
                "seconds": seconds, "symptoms": symptoms, "device": devices,
            ]
        }
    }

    /// Shows one entry of a list.
    func showOne(of list: ListReference, number: Count, output wanted: QuerySyntax.Output?) throws -> Outcome {
        if let refusal = list.refusal(of: wanted) { throw tell(refusal) }
        let (one, series, zone) = try session.readToAnswer { reader in
            let number = try told(session.compiler(reading: reader).integer(number))
            let all = try StoredElectrocardiogram.all(in: reader)
            guard all.indices.contains(number - 1) else { throw tell(list.lacks(number, of: all.count, at: list.range)) }
            return (all[number - 1], try all[number - 1].voltages(in: reader), try session.zone(in: reader))
        }
        let format = wanted?.format
        guard let format else {
            let facts = facts(of: one, series, in: zone)
            self.list(["fact": .texts(facts.map(\.key)), "value": .texts(facts.map(\.value))])
            return .fine
        }
        guard let series else { throw CommandError(.unavailable, "the store does not have the voltages of this electrocardiogram") }
        if format.isPicture {
            try write(picture(of: one, series, in: zone), as: format, to: wanted?.path)
        } else {
            let times = series.times.indices.map { KeyValue.number((one.second(of: $0, in: series) * 10_000).rounded() / 10_000) }
            let values = series[.voltage].map { $0.isNaN ? nil : KeyValue.number($0) }
            let table = ResultTable(
                kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: times.count,
                keys: [KeyColumn(name: "second", values: times), KeyColumn(name: "microvolts", values: values)])
            var answer = StatementAnswer(table: table, output: wanted)
            try render(&answer)
        }
        return .fine
    }

    private func facts(of one: StoredElectrocardiogram, _ series: TimeSeries?, in zone: Zone) -> KeyValuePairs<String, String> {
        let voltages = series.map { Wording.number($0.count) } ?? "not in the store"
        return [
            "start": ISO8601.text(of: one.start, in: zone), "classification by the watch": one.classification, "heart rate": one.heartRate,
            "symptoms": one.symptoms, "seconds": one.seconds.short, "voltages": voltages,
            "samples per second": one.samplingFrequency.map(\.short) ?? "", "source": one.source,
            "device": one.device, "software": one.version,
        ]
    }

    private func picture(of one: StoredElectrocardiogram, _ series: TimeSeries, in zone: Zone) -> ElectrocardiogramDrawing {
        let start = ISO8601.text(of: one.start, in: zone).prefix(19).replacing("T", with: " ")
        var facts = [one.classification.isEmpty ? "" : "classified by the watch: \(one.classification)", one.heartRate]
        facts += [one.symptoms, one.samplingFrequency.map { "\($0.short) Hz" } ?? "", one.device]
        let values = series[.voltage]
        let points = values.indices.map { index in
            ElectrocardiogramDrawing.Point(second: one.second(of: index, in: series), microvolts: values[index])
        }
        return ElectrocardiogramDrawing(
            title: "Electrocardiogram of \(start)", lines: [facts.filter { !$0.isEmpty }.joined(separator: " · ")], points: points
        )
    }

    /// Prints a picture, or writes it to a file.
    private func write(_ picture: ElectrocardiogramDrawing, as format: OutputFormat, to operand: TextOperand?) throws {
        guard let operand else {
            output.write(text(of: picture, as: format, for: nil))
            return
        }
        guard !session.storage.mayOnlyAsk else { throw CommandError(.unavailable, StatementKind.noFiles) }
        let path = try path(operand)
        try ResultFile(path: path, mayReplace: mayReplace(path)).write { write in write(text(of: picture, as: format, for: path)) }
        output.note("wrote the electrocardiogram to \(path)")
    }

    private func text(of picture: ElectrocardiogramDrawing, as format: OutputFormat, for path: String?) -> String {
        let name = path?.lowercased() ?? ""
        if format == .svg || format == .chart && name.hasSuffix(".svg") { return picture.drawing.svg(id: "electrocardiogram") }
        if format == .html || format == .chart && (name.hasSuffix(".html") || name.hasSuffix(".htm")) {
            return picture.drawing.html(title: picture.title, id: "electrocardiogram")
        }
        let options = path == nil ? renderOptions : fileOptions
        var terminal = TerminalOptions(columns: options.width ?? 80, rows: options.height, isASCII: options.isASCII)
        terminal.color = options.usesColor ? options.colors : .none
        terminal.graphics = options.graphics
        return picture.withoutGrid.drawing.terminal(terminal)
    }
}

extension Double {
    /// The number with at most three decimals.
    fileprivate var short: String {
        let text = NumberText.rounded(self, decimals: 3)
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }
}
