import HealthModel

// States of mind of Health Auto Export.
//
//     {"kind": "daily_mood", "start": …, "end": …, "valence": 0.2, "labels": ["calm"], "associations": ["work"], "metadata": {…}}
//
// The class of the valence follows from the valence, so it is not read.
extension AutoExportReader {
    mutating func add(stateOfMind entry: JSONValue, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard let date = entry["start"] ?? entry["date"] else { return writer.skip(.missingDate, .statesOfMind) }
        guard let start = date.read({ times.read($0) }) else { return writer.skip(.badDate, .statesOfMind) }
        guard let end = entry["end"].map({ $0.read { times.read($0) } }) ?? start else { return writer.skip(.badDate, .statesOfMind) }
        guard let valence = entry["valence"] else { return writer.skip(.missingValue, .statesOfMind) }
        guard let value = valence.number else { return writer.skip(.badValue, .statesOfMind) }
        var facts: [(key: String, value: String)] = []
        if let kind = entry["kind"]?.text, !kind.isEmpty, let key = SampleField.kind.key {
            facts.append((key, SampleField.kind.value(named: kind) ?? ImportFindings.kept(of: kind)))
        }
        for (field, words) in [(SampleField.label, entry["labels"]), (.association, entry["associations"])] {
            let texts = (words?.elements ?? []).compactMap { $0.text.map { ImportFindings.kept(of: $0) } }
            if let stored = field.stored(texts) { facts.append((stored.key, stored.value)) }
        }
        if let metadata = entry["metadata"], metadata.isObject {
            facts += metadata.elements.compactMap { pair in pair.text.map { (pair.key, $0) } }
        }
        writer.source = source(entry["source"]?.text ?? "")
        try writer.add(value, SampleKind(.statesOfMind, "count"), from: start.instant, to: end.instant, metadata: facts, deliver)
    }
}
