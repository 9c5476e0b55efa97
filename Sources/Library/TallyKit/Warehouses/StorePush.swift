package import HealthModel
import QueryEngine
import QueryPlan
import StorageModel

/// Reads a store in the parts in which it is pushed to a warehouse.
package struct StorePush {
    /// The number of chunks of quarter hours in a part: about 341 days.
    private static let chunksInPart: Int64 = 8

    private let view: any SampleSource
    private let isCancelled: () -> Bool
    /// Called with the person and the metric that are read, and the number of samples so far.
    private let progress: (_ person: String, _ metric: MetricID, _ count: Int) -> Void
    private let add: (WarehousePiece) throws -> Void

    package init(
        _ view: any SampleSource, isCancelled: @escaping () -> Bool, progress: @escaping (String, MetricID, Int) -> Void,
        add: @escaping (WarehousePiece) throws -> Void
    ) {
        (self.view, self.isCancelled, self.progress, self.add) = (view, isCancelled, progress, add)
    }

    /// Passes all parts of the store to `add`, and returns the number of samples.
    package func run() throws -> Int {
        var count = 0
        try view.forEachPerson { person, own in
            for summary in try own.metricSummaries() {
                if isCancelled() { throw CancellationError() }
                progress(person.id, summary.metric, count)
                try push(summary, of: person.id, own)
                count += summary.count
            }
            // The person is the last part, so that no person is visible before its samples.
            try add(piece(of: person, own))
        }
        return count
    }

    private func piece(of person: Person, _ own: any SampleSource) throws -> WarehousePiece {
        var piece = WarehousePiece(.init(.person, person: person.id))
        var row = TableText()
        row.beginRow()
        row.add(person.id)
        row.add(try person.zone ?? view.setting(PersonalSetting.zone) ?? "")
        row.add(person.zone == nil ? 0 : 1)
        row.add(
            WarehouseFacts.json(
                person.attributes.mapValues { attribute in
                    switch attribute {
                    case .number(let number): "\(number)"
                    case .date(let text), .text(let text): text
                    }
                }))
        var settings: [String: String] = [:]
        for name in try own.metricSummaries().map(\.metric.shortName) + MetricCatalog.all.compactMap(\.part?.name) {
            let setting = StoredGoal.setting(of: name)
            settings[setting] = try own.setting(setting)
        }
        // Queries in the warehouse must know whose rules the store has (S15).
        for setting in KeptPlatforms.all { settings[setting] = try view.setting(setting) }
        row.add(WarehouseFacts.json(settings))
        row.endRow()
        piece.tables[.persons] = row
        return piece
    }

    /// The samples of a source.
    private struct SourceCount {
        var lastStart = Instant.min
        var kinds: Set<Bool> = []
    }

    private func push(_ summary: MetricSummary, of person: String, _ own: any SampleSource) throws {
        let metric = summary.metric
        let sources = try own.sources()
        let unit = Self.unit(of: summary)
        let parts = part(at: summary.firstStart.milliseconds)...part(at: summary.lastEnd.milliseconds)
        var next = parts.lowerBound
        var rows = TableText()
        var counts: [Int32: SourceCount] = [:]
        var isManual: [Int32: Bool] = [0: false]
        func finishParts(through last: Int64) throws {
            while next <= last {
                try finish(metric, person, own, part: next, rows, sources)
                rows = TableText()
                next += 1
            }
        }
        try own.scan(
            metric, from: summary.firstStart, through: summary.lastEnd, columns: [.values, .sources, .metadata, .numbers]
        ) { batch in
            if isCancelled() { throw CancellationError() }
            let unknown = Set(batch.metadata).filter { isManual[$0] == nil }
            if !unknown.isEmpty {
                let sets = try own.metadataSets(unknown)
                for id in unknown { isManual[id] = sets[id]?.isHandEntered ?? false }
            }
            for row in 0..<batch.count {
                try finishParts(through: part(at: batch.starts[row]) - 1)
                let manual = isManual[batch.metadata[row]] ?? false
                var count = counts[batch.sources[row]] ?? SourceCount()
                count.lastStart = max(count.lastStart, Instant(milliseconds: batch.starts[row]))
                count.kinds.insert(manual)
                counts[batch.sources[row]] = count
                rows.beginRow()
                rows.add(person)
                rows.add(metric.identifier)
                rows.add(sources[batch.sources[row]]?.name ?? "")
                rows.add(batch.starts[row])
                rows.add(batch.ends[row])
                rows.add(batch.values[row])
                rows.add(unit)
                rows.add(manual ? 1 : 0)
                rows.add(batch.numbers[row])
                rows.endRow()
            }
            return true
        }
        try finishParts(through: parts.upperBound)
        try add(sourcePiece(summary, person, own, counts, unit))
    }

    private func part(at time: Int64) -> Int64 {
        let chunk = QuarterHour.chunk(of: QuarterHour.holding(time))
        return chunk >= 0 ? chunk / Self.chunksInPart : -((-chunk + Self.chunksInPart - 1) / Self.chunksInPart)
    }

    /// Passes on a part with samples or sums.
    private func finish(
        _ metric: MetricID, _ person: String, _ own: any SampleSource, part: Int64, _ rows: TableText, _ sources: [Int32: Source]
    ) throws {
        var piece = WarehousePiece(.init(.rows, person: person, type: metric.identifier, part: part))
        piece.tables[.samples] = rows
        if !QuarterPart.bySource(metric).isEmpty {
            let chunks = part * Self.chunksInPart..<(part + 1) * Self.chunksInPart
            var quarters = TableText()
            for content in try QuarterBuilder.contents(of: metric, chunks: chunks, in: own) {
                Self.add(content, of: metric, person, sources, to: &quarters)
            }
            piece.tables[.quarters] = quarters
        }
        if piece.tables.values.contains(where: { $0.rowCount > 0 }) { try add(piece) }
    }

    /// Adds the sums of a chunk that are not those of no samples.
    private static func add(
        _ content: QuarterChunkContent, of metric: MetricID, _ person: String, _ sources: [Int32: Source], to rows: inout TableText
    ) {
        let first = QuarterHour.quarters(ofChunk: content.chunk.index).lowerBound
        for (key, columns) in content.parts.sorted(by: { ($0.key.part.rawValue, $0.key.source) < ($1.key.part.rawValue, $1.key.source) }) {
            let name = key.source == 0 ? "" : sources[key.source]?.name ?? ""
            for row in 0..<Int(QuarterHour.chunkSize) {
                let isKnown = key.part == .extremes ? columns[0][row] <= columns[1][row] : columns.contains { $0[row] != 0 }
                guard isKnown else { continue }
                rows.beginRow()
                rows.add(person)
                rows.add(metric.identifier)
                rows.add(name)
                rows.add(first + Int64(row))
                rows.add(key.part.rawValue)
                for state in WarehouseTable.states.indices { rows.add(state < columns.count ? columns[state][row] : 0.0) }
                rows.endRow()
            }
        }
    }

    private func sourcePiece(
        _ summary: MetricSummary, _ person: String, _ own: any SampleSource, _ counts: [Int32: SourceCount], _ unit: String
    ) throws -> WarehousePiece {
        var piece = WarehousePiece(.init(.sources, person: person, type: summary.metric.identifier))
        var rows = TableText()
        let present = try SourceRanking(of: summary.metric, in: own).entries.filter { $0.firstStart != nil }
        for (place, entry) in present.enumerated() {
            guard let part = summary.sources.first(where: { $0.source == entry.id }), let count = counts[entry.id] else { continue }
            rows.beginRow()
            rows.add(person)
            rows.add(summary.metric.identifier)
            rows.add(entry.source.name)
            rows.add(place)
            rows.add(entry.userPlace ?? -1)
            rows.add(entry.sourceClass.rawValue)
            rows.add(part.count)
            rows.add(part.firstStart.milliseconds)
            rows.add(count.lastStart.milliseconds)
            rows.add(part.lastEnd.milliseconds)
            rows.add(count.kinds.contains(false) ? 1 : 0)
            rows.add(count.kinds.contains(true) ? 1 : 0)
            rows.add(summary.fileUnit ?? "")
            rows.endRow()
        }
        piece.tables[.sources] = rows
        return piece
    }

    /// Returns the unit of the values of a metric; empty for categories and workouts.
    private static func unit(of summary: MetricSummary) -> String {
        if case .quantity(let type) = MetricCatalog.metric(summary.metric)?.kind { return type.storageUnit.symbol }
        return summary.fileUnit ?? ""
    }
}
