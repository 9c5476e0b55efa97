package import CalendarIntervals
package import HealthModel
import TerminalText

/// Writes samples of one metric as CSV or JSON Lines. Importing the output gives the same samples.
///
/// Values are in the storage unit, with the fewest digits that read back to the same double. In CSV, only the interval and the activity of
/// a workout have columns. JSON Lines also have its parts, the points of its routes and the voltages of electrocardiograms.
package struct SampleTableWriter {
    package enum Format: Sendable {
        case csv, jsonl
    }

    /// The columns of a file that all of its samples share.
    package struct Layout: Sendable {
        package var format: Format
        /// True if each row names its person.
        package var hasPersons = false
        /// True if each row names the time zone of its person.
        package var hasZones = false
        /// The keys of metadata, in ascending order.
        package var metadataKeys: [String] = []
        /// True if the points of routes are written.
        package var hasPlaces = true

        package init(_ format: Format) { self.format = format }

        /// The first line. Empty if the format has no header.
        package var header: String {
            guard format == .csv else { return "" }
            let columns =
                (hasPersons ? ["person"] : []) + (hasZones ? [TableMapping.zoneColumn] : [])
                + ["type", "source", "start", "end", "value", "unit", "created", "device"] + metadataKeys.map { "metadata." + $0 }
            return columns.map(SampleTableWriter.quoted).joined(separator: ",") + "\n"
        }
    }

    /// A person as a file shows it.
    package struct Owner: Sendable {
        /// The id, or a code in its place.
        package var id: String
        /// The name of the person's time zone; empty if it is not known.
        package var zone = ""
        /// The codes of sources by id; nil to write their names and devices.
        package var sourceCodes: [Int32: String]?
        /// The milliseconds by which all times are later.
        package var shift: Int64 = 0

        package init(_ id: String) { self.id = id }
    }

    private let layout: Layout
    private let metric: MetricInfo
    private let type: String
    private let unit: String
    private let zone: Zone
    private let owner: Owner
    private let source: any SampleSource
    private let sources: [Int32: String]
    private let origins: [Int32: Origin]
    /// The metadata that was written so far, by id.
    private var metadata: [Int32: MetadataSet] = [0: MetadataSet()]
    /// The workouts by number.
    private let workouts: [Int64: Workout]
    /// The routes that were left out, because the file has no places.
    package private(set) var omittedRouteCount = 0

    /// - Parameters:
    ///   - source: the view of the owner.
    ///   - zone: the zone that determines the offsets of the shifted times.
    package init(_ layout: Layout, of metric: MetricInfo, in source: any SampleSource, owner: Owner, zone: Zone) throws {
        self.layout = layout
        self.metric = metric
        self.zone = zone
        self.owner = owner
        self.source = source
        type = ExactType.text(of: metric.id)
        if case .quantity(let type) = metric.kind { unit = type.storageUnit.symbol } else { unit = "" }
        sources = try owner.sourceCodes ?? source.sources().mapValues(\.name)
        origins = owner.sourceCodes == nil ? try source.origins() : [:]
        let workouts = metric.id == .workouts ? try source.workouts(from: .min, through: .max) : []
        self.workouts = Dictionary(workouts.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The columns that `lines` needs.
    package static let columns: SampleColumns = [.values, .sources, .origins, .metadata, .created, .numbers]

    /// Writes the lines of a batch: one for each sample, and in JSON Lines those of its series.
    package mutating func write(_ batch: borrowing SampleBatch, to write: (String) -> Void) throws {
        let missing = Set(batch.metadata).subtracting(metadata.keys)
        if !missing.isEmpty { metadata.merge(try source.metadataSets(missing)) { known, _ in known } }
        var head: [(String, String)] = []
        if layout.hasPersons { head.append(("person", owner.id.isEmpty ? Person.unnamedSign : SpreadsheetText.guarded(owner.id))) }
        if layout.hasZones { head.append((TableMapping.zoneColumn, SpreadsheetText.guarded(owner.zone))) }
        var text = ""
        for row in 0..<batch.count {
            let (value, isNumber) = self.value(of: batch, row)
            let unit = unit(of: batch.values[row])
            let created = batch.created[row] == SampleBatch.unknownTime ? "" : time(batch.created[row])
            let device = origins[batch.origins[row]]?.device.map(\.exportText) ?? ""
            let set = written(metadata[batch.metadata[row]])
            let source = sources[batch.sources[row]] ?? ""
            switch layout.format {
            case .csv:
                func guarded(_ text: String) -> String { SpreadsheetText.guarded(text) }
                let fields =
                    head.map(\.1) + [
                        guarded(type), guarded(source), time(batch.starts[row]), time(batch.ends[row]),
                        isNumber ? value : guarded(value), guarded(unit), created, guarded(device),
                    ] + layout.metadataKeys.map { guarded(set[$0] ?? "") }
                text += fields.map(Self.quoted).joined(separator: ",") + "\n"
            case .jsonl:
                var fields: [(String, JSONText)] = head.map { ($0, .string($1)) }
                fields += [
                    ("type", .string(type)), ("source", .string(SpreadsheetText.guarded(source))),
                    ("start", .string(time(batch.starts[row]))), ("end", .string(time(batch.ends[row]))),
                    ("value", isNumber ? JSONText(text: value) : .string(value)),
                ]
                if !unit.isEmpty { fields.append(("unit", .string(unit))) }
                if !created.isEmpty { fields.append(("created", .string(created))) }
                if !device.isEmpty { fields.append(("device", .string(SpreadsheetText.guarded(device)))) }
                if !set.isEmpty { fields.append(("metadata", .object(set.entries.map { ($0.key, .string($0.value)) }))) }
                if let details = try details(of: batch.numbers[row]) { fields.append(("workout", details)) }
                text += JSONText.object(fields).text + "\n"
                guard let kind = metric.id.seriesKind else { continue }
                write(text)
                text = ""
                try writeSeries(kind, of: batch, row, to: write)
            }
        }
        write(text)
    }

    private mutating func details(of number: Int64) throws -> JSONText? {
        guard let workout = workouts[number] else { return nil }
        let isPseudonymous = owner.sourceCodes != nil
        let details = WorkoutDetails(time: time, isPseudonymous: isPseudonymous, namesRoutes: layout.hasPlaces && !isPseudonymous)
        let sets = try source.metadataSets(Set(workout.activities.map(\.metadata)))
        return details.text(of: workout) { sets[$0] ?? MetadataSet() }
    }

    private mutating func writeSeries(
        _ kind: TimeSeries.Kind, of batch: borrowing SampleBatch, _ row: Int, to write: (String) -> Void
    ) throws {
        let all = try source.series(kind, of: batch.numbers[row])
        if kind == .route, !layout.hasPlaces { return omittedRouteCount += all.count }
        let lines = SeriesLines(start: time(batch.starts[row]), end: time(batch.ends[row]), time: time)
        for series in all { lines.write(series, name: owner.sourceCodes == nil ? series.name : "", to: write) }
    }

    /// Returns the keys of metadata in a file with codes: the flag for values that were entered by hand, which the order of sources depends
    /// on, the numbers of zones, the moved times of scheduled doses, and what of laboratory results is not a free text. The limits of zones show the age of a person.
    ///
    /// - Parameters:
    ///   - all: The keys in a file with names.
    ///   - metrics: The metrics of the file.
    package static func keysWithCodes(of all: [String], for metrics: some Sequence<MetricID>) -> [String] {
        let hasZones = metrics.contains { SampleField.all(of: $0).contains(.zone) }
        let ofLabs = all.contains(LabResult.test) ? all.filter(LabResult.codedKeys.contains) : []
        let hasSchedule = all.contains(MedicationDose.scheduledDate) && metrics.contains { $0 == .doses }
        let ofDoses = hasSchedule ? [MedicationDose.scheduledDate] : []
        return ([MetadataKey.wasUserEntered] + ofDoses + (hasZones ? [SampleField.zone.name] : []) + ofLabs).sorted()
    }

    private func written(_ set: MetadataSet?) -> MetadataSet {
        guard owner.sourceCodes != nil else { return set ?? MetadataSet() }
        let zone = SampleField.zone.name
        let number = SampleField.all(of: metric.id).contains(.zone) ? set?[zone].map { MetadataSet.Entry(key: zone, value: $0) } : nil
        let flag = set?.isHandEntered == true ? MetadataSet.Entry(key: MetadataKey.wasUserEntered, value: "1") : nil
        // A time moves as far as all others.
        let planned = metric.id == .doses ? set?[MedicationDose.scheduledDate] : nil
        let moved = planned.flatMap { ISO8601.read(utf8: Array($0.utf8).span)?.instant(in: .utc) }.map { planned in
            let text = ISO8601.text(of: Instant(milliseconds: planned.milliseconds + owner.shift), in: .utc)
            return MetadataSet.Entry(key: MedicationDose.scheduledDate, value: text)
        }
        let isOfLabs = metric.id == .labs || metric.id == .textsOfLabs
        return MetadataSet([flag, number, moved].compactMap(\.self) + (isOfLabs ? set.map(LabResult.coded) ?? [] : []))
    }

    private func time(_ milliseconds: Int64) -> String { ISO8601.text(of: Instant(milliseconds: milliseconds + owner.shift), in: zone) }

    /// Returns the unit of a row. A share above 100 % is in `count`, because one value above 1 would make all shares of the file percent.
    private func unit(of value: Double) -> String {
        unit == HealthUnit.percent.symbol && value > 1 ? HealthUnit.count.symbol : unit
    }

    private func value(of batch: borrowing SampleBatch, _ row: Int) -> (text: String, isNumber: Bool) {
        let value = batch.values[row]
        switch metric.kind {
        case .quantity: return (value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)", true)
        case .category(let type):
            let set = metadata[batch.metadata[row]]
            let unknown = set?[MetadataKey.categoryValueName].flatMap { CategoryValues.isExportName($0) ? $0 : nil }
            guard let raw = Int(exactly: value) else { return (unknown ?? "\(value)", unknown == nil) }
            let name = type.exportName(raw: raw) ?? unknown
            return name.map { ($0, false) } ?? (String(raw), true)
        case .workouts: return (workouts[batch.numbers[row]]?.activity ?? "", false)
        }
    }

    // MARK: Texts

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension Device {
    /// The text that `init(exported:)` reads back: only the name, or all properties in the format of exports.
    var exportText: String {
        let parts = [
            ("name", name), ("manufacturer", manufacturer), ("model", model), ("hardware", hardware), ("software", software),
        ].compactMap { key, value in value.map { "\(key):\($0)" } }
        let isPlain = parts.count == 1 && name.map { $0.first != "<" && $0.last != ">" } == true
        if isPlain, let name { return name }
        return parts.isEmpty ? "" : "<<HKDevice: 0x0>, " + parts.joined(separator: ", ") + ">"
    }
}
