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

    func showElectrocardiogram(_ number: Count, of list: ListReference, output wanted: QuerySyntax.Output?) throws -> Outcome {
        let (one, series, zone) = try session.readToAnswer { reader in
            let one = try entry(number, of: list, in: StoredElectrocardiogram.all(in: reader), reader)
            return (one, try one.voltages(in: reader), try session.zone(in: reader))
        }
        let format = wanted?.format
        guard let format else {
            let facts = facts(of: one, series, in: zone)
            self.list(["fact": .texts(facts.map(\.key)), "value": .texts(facts.map(\.value))])
            return .fine
        }
        guard let series else { throw CommandError(.unavailable, "the store does not have the voltages of this electrocardiogram") }
        if format.isPicture {
            let picture = picture(of: one, series, in: zone)
            let drawings = RecordingDrawings(
                id: "electrocardiogram", title: picture.title, page: picture.drawing, terminal: picture.withoutGrid.drawing)
            try write(drawings, as: format, to: wanted?.path)
        } else {
            let times = series.times.indices.map { KeyValue.number((one.second(of: $0, in: series) * 10_000).rounded() / 10_000) }
            let values = series[.voltage].map { $0.isNaN ? nil : KeyValue.number($0) }
            try write(
                [KeyColumn(name: "second", values: times), KeyColumn(name: "microvolts", values: values)], rowCount: times.count,
                wanted)
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
}
