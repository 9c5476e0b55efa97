package import CalendarIntervals
package import HealthModel

/// Writes samples of one metric as CSV or JSON Lines. Importing the output gives the same samples.
///
/// Values are in the storage unit, with the fewest digits that read back to the same double. For a workout, only the interval and the
/// activity have columns.
package struct SampleTableWriter {
    package enum Format: Sendable {
        case csv, jsonl
    }

    private let format: Format
    private let metric: MetricInfo
    private let unit: String
    private let zone: Zone
    private let sources: [Int32: Source]
    private let origins: [Int32: Origin]
    /// Metadata by id, and all of its keys in ascending order.
    private var metadata: [Int32: MetadataSet] = [:]
    private var keys: [String] = []
    /// Apple's names of activities, by number.
    private let activities: [Int64: String]
    /// The id of the person whose samples these are; nil for a file without a column for it.
    private let person: String?

    /// - Parameters:
    ///   - zone: the zone that determines the offsets of times.
    ///   - activities: the names of the workouts' activities, by number of sample.
    ///   - person: the id of the person, for a file with several persons.
    package init(
        _ format: Format, of metric: MetricInfo, in source: any SampleSource, zone: Zone, activities: [Int64: String], person: String? = nil
    ) throws {
        self.person = person
        self.format = format
        self.metric = metric
        self.zone = zone
        self.activities = activities
        if case .quantity(let type) = metric.kind { unit = type.storageUnit.symbol } else { unit = "" }
        sources = try source.sources()
        origins = try source.origins()
    }

    /// The columns that `lines` needs.
    package static let columns: SampleColumns = [.values, .sources, .origins, .metadata, .created, .numbers]

    /// Registers the metadata sets of the samples that will be written. Their keys become columns.
    package mutating func add(metadata ids: Set<Int32>, in source: any SampleSource) throws {
        metadata = try source.metadataSets(ids)
        keys = Set(metadata.values.flatMap { $0.entries.map(\.key) }).sorted()
    }

    /// Gives the writers of one file the same columns.
    package static func share(_ writers: inout [SampleTableWriter]) {
        let keys = Set(writers.flatMap(\.keys)).sorted()
        for index in writers.indices { writers[index].keys = keys }
    }

    /// The first line. Empty if the format has no header.
    package var header: String {
        guard format == .csv else { return "" }
        let columns =
            (person == nil ? [] : ["person"]) + ["type", "source", "start", "end", "value", "unit", "created", "device"]
            + keys.map { "metadata." + $0 }
        return columns.map(Self.quoted).joined(separator: ",") + "\n"
    }

    /// Returns one line per sample of a batch.
    package func lines(_ batch: borrowing SampleBatch) -> String {
        var text = ""
        for row in 0..<batch.count {
            let (value, isNumber) = self.value(of: batch, row)
            let created = batch.created[row] == SampleBatch.unknownTime ? "" : time(batch.created[row])
            let device = origins[batch.origins[row]]?.device.map(\.exportText) ?? ""
            let set = metadata[batch.metadata[row]] ?? MetadataSet()
            let source = sources[batch.sources[row]]?.name ?? ""
            switch format {
            case .csv:
                let fields =
                    [person.map(Self.guarded)].compactMap(\.self) + [
                        metric.id.identifier, Self.guarded(source), time(batch.starts[row]), time(batch.ends[row]), value, unit, created,
                        Self.guarded(device),
                    ] + keys.map { set[$0] ?? "" }
                text += fields.map(Self.quoted).joined(separator: ",") + "\n"
            case .jsonl:
                var fields: [(String, JSONText)] = person.map { [("person", .string(Self.guarded($0)))] } ?? []
                fields += [
                    ("type", .string(metric.id.identifier)), ("source", .string(Self.guarded(source))),
                    ("start", .string(time(batch.starts[row]))), ("end", .string(time(batch.ends[row]))),
                    ("value", isNumber ? JSONText(text: value) : .string(value)),
                ]
                if !unit.isEmpty { fields.append(("unit", .string(unit))) }
                if !created.isEmpty { fields.append(("created", .string(created))) }
                if !device.isEmpty { fields.append(("device", .string(Self.guarded(device)))) }
                if !set.isEmpty { fields.append(("metadata", .object(set.entries.map { ($0.key, .string($0.value)) }))) }
                text += JSONText.object(fields).text + "\n"
            }
        }
        return text
    }

    private func time(_ milliseconds: Int64) -> String { ISO8601.text(of: Instant(milliseconds: milliseconds), in: zone) }

    private func value(of batch: borrowing SampleBatch, _ row: Int) -> (text: String, isNumber: Bool) {
        let value = batch.values[row]
        switch metric.kind {
        case .quantity: return (value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)", true)
        case .category(let type):
            let set = metadata[batch.metadata[row]]
            let name = type.exportName(raw: Int(value)) ?? set?[MetadataKey.categoryValueName]
            return name.map { ($0, false) } ?? (String(Int(value)), true)
        case .workouts: return (activities[batch.numbers[row]] ?? "", false)
        }
    }

    // MARK: Texts

    /// Adds an apostrophe before a text that a spreadsheet would read as a formula. The reader removes it.
    private static func guarded(_ text: String) -> String {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }), "=+-@\t\r".unicodeScalars.contains(first) else { return text }
        return "'" + text
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension Device {
    /// The text that `init(exported:)` reads back: only the name, or all properties in the format of exports.
    fileprivate var exportText: String {
        let parts = [
            ("name", name), ("manufacturer", manufacturer), ("model", model), ("hardware", hardware), ("software", software),
        ].compactMap { key, value in value.map { "\(key):\($0)" } }
        let isPlain = parts.count == 1 && name.map { $0.first != "<" && $0.last != ">" } == true
        if isPlain, let name { return name }
        return parts.isEmpty ? "" : "<<HKDevice: 0x0>, " + parts.joined(separator: ", ") + ">"
    }
}
