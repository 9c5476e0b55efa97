import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
@_spi(Guests) import TallyCharts
import TallyKit
import TerminalText

/// Runs `show audiograms` and `show audiogram 3`. Levels are those of the test, never a diagnosis.
extension StatementRunner {
    func audiogramRows() throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let found = try StoredRecording.all(.audiograms, in: reader)
            let points = found.map { AudiogramPoint.all(in: $0.facts) }
            let numbers = ListColumn.counts(found.indices.map { $0 + 1 })
            let starts = ListColumn.dates(found.map { String(ISO8601.text(of: $0.start, in: zone).prefix(16)) })
            let frequencies = ListColumn.counts(points.map(\.count))
            let left = ListColumn.numbers(points.map { average(of: .left, in: $0) })
            let right = ListColumn.numbers(points.map { average(of: .right, in: $0) })
            let sources = ListColumn.details(found.map(\.source))
            guard try reader.persons().count > 1 else {
                return [
                    "number": numbers, "start": starts, "frequencies": frequencies, "leftAverage": left, "rightAverage": right,
                    "source": sources,
                ]
            }
            return [
                "number": numbers, "person": .texts(found.map(\.person)), "start": starts, "frequencies": frequencies,
                "leftAverage": left, "rightAverage": right, "source": sources,
            ]
        }
    }

    func showAudiogram(_ number: Count, of list: ListReference, output wanted: QuerySyntax.Output?) throws -> Outcome {
        let (one, zone) = try session.readToAnswer { reader in
            (try entry(number, of: list, in: StoredRecording.all(.audiograms, in: reader), reader), try session.zone(in: reader))
        }
        let points = AudiogramPoint.all(in: one.facts)
        let start = ISO8601.text(of: one.start, in: zone).prefix(16).replacing("T", with: " ")
        if let format = wanted?.format, format.isPicture {
            let picture = AudiogramDrawing(title: "Audiogram of \(start)", source: one.source, points: points).drawing
            try write(
                RecordingDrawings(id: "audiogram", title: picture.title, page: picture, terminal: picture), as: format, to: wanted?.path)
        } else if wanted != nil {
            func values(_ ear: AudiogramPoint.Ear) -> [KeyValue?] { points.map { $0.levels[ear].map { .number($0.decibels) } } }
            let columns = [
                KeyColumn(name: "hertz", values: points.map { .number($0.hertz) }), KeyColumn(name: "left", values: values(.left)),
                KeyColumn(name: "right", values: values(.right)), KeyColumn(name: "notes", values: points.map { .text($0.notes) }),
            ]
            try write(columns, rowCount: points.count, wanted)
        } else {
            let hasMean = AudiogramPoint.Ear.allCases.contains { average(of: $0, in: points) != nil }
            func texts(_ texts: [String], _ last: String) -> ListColumn { .texts(texts + (hasMean ? [last] : [])) }
            func levels(_ ear: AudiogramPoint.Ear) -> ListColumn {
                .numbers(points.map { $0.levels[ear]?.decibels } + (hasMean ? [average(of: ear, in: points)] : []))
            }
            self.list([
                "frequency": texts(points.map { "\(NumberText.exact($0.hertz)) Hz" }, "average"),
                "left": levels(.left), "right": levels(.right),
                "notes": texts(points.map(\.notes), "of 500, 1000, 2000 and 4000 Hz"),
            ])
            output.note("audiogram of \(start), source \(ScreenText.visible(one.source))")
            output.note("levels are in dBHL; an ear with a greater number hears less. It is not a diagnosis")
        }
        return .fine
    }

    /// Returns the average of pure tones of an ear, with one decimal. Nil if a frequency is missing.
    private func average(of ear: AudiogramPoint.Ear, in points: [AudiogramPoint]) -> Double? {
        AudiogramPoint.average(of: ear, in: points).map { ($0 * 10).rounded() / 10 }
    }
}

extension AudiogramPoint {
    /// The details of the tests: the ears that were masked, and the ranges of the tests.
    fileprivate var notes: String {
        Ear.allCases.flatMap { ear -> [String] in
            guard let level = levels[ear] else { return [] }
            let range = [level.from.map { "from \($0.short)" }, level.through.map { "through \($0.short)" }].compactMap(\.self)
            return (level.isMasked ? ["\(ear.rawValue) masked"] : [])
                + (range.isEmpty ? [] : ["\(ear.rawValue) \(range.joined(separator: " "))"])
        }.joined(separator: ", ")
    }
}
