import QueryPlan
import TallyKit

/// Runs `show labs`. Ranges and interpretations are those of the clinic.
extension StatementRunner {
    func labRows() throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            // Numbers and texts of a day are next to each other. The sort is stable.
            let found = try [MetricID.labs, .textsOfLabs].flatMap { try StoredRecording.all($0, in: reader) }.enumerated().sorted { a, b in
                (a.element.person, a.element.start, a.offset) < (b.element.person, b.element.start, b.offset)
            }.map(\.element)
            func texts(_ key: String) -> ListColumn { .texts(found.map { $0.facts[key] ?? "" }) }
            let starts = ListColumn.dates(found.map { String(ISO8601.text(of: $0.start, in: zone).prefix(10)) })
            let values = ListColumn.numbers(found.map { $0.facts[MetadataKey.categoryValueName] == nil ? $0.amount : nil })
            let words = texts(MetadataKey.categoryValueName)
            let ranges = ListColumn.texts(found.map { Self.range(in: $0.facts) })
            let sources = ListColumn.details(found.map(\.source))
            let (tests, units) = (texts(LabResult.test), texts(LabResult.unit))
            let interpretations = texts(LabResult.interpretation)
            guard try reader.persons().count > 1 else {
                return [
                    "day": starts, "test": tests, "value": values, "text": words, "unit": units, "range": ranges,
                    "interpretation": interpretations,
                    "source": sources,
                ]
            }
            return [
                "person": .texts(found.map(\.person)), "day": starts, "test": tests, "value": values, "text": words, "unit": units,
                "range": ranges,
                "interpretation": interpretations, "source": sources,
            ]
        }
    }

    /// Returns the reference range as text: `3.5 to 5`, `from 40`, `up to 5.7`, or the words of the clinic.
    private static func range(in facts: MetadataSet) -> String {
        switch (facts[LabResult.referenceLow], facts[LabResult.referenceHigh]) {
        case (let low?, let high?): "\(low) to \(high)"
        case (let low?, nil): "from \(low)"
        case (nil, let high?): "up to \(high)"
        case (nil, nil): facts[LabResult.referenceRange] ?? ""
        }
    }
}
