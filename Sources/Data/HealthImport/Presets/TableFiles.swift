import HealthModel

/// The tables of an archive or folder that presets read.
struct TableFiles: Sendable {
    /// The table of each file, by path.
    private(set) var tables: [String: PresetTable] = [:]
    /// Files all of whose metrics other files have in more detail.
    private(set) var sums: [String] = []
    /// Files of several tables, with the names of these tables.
    private(set) var unclear: [(path: String, tables: [PresetTable])] = []
    /// All other files.
    private(set) var others: [String] = []

    /// The maximum number of files whose first bytes are read.
    private static let limit = 20_000

    init() {}

    /// Reads the first bytes of each file.
    init(_ files: MemberFiles, _ catalog: PresetCatalog) {
        for (number, path) in files.paths.sorted().enumerated() {
            var found: [PresetTable] = []
            if number < Self.limit, let head = try? files.head(of: path, length: PresetCatalog.headLength) {
                found = catalog.tables(of: head, path: path)
            }
            switch found.count {
            case 0: others.append(path)
            case 1: tables[path] = found[0]
            default: unclear.append((path, found))
            }
        }
        let names = Set(tables.values.map(\.fullName))
        for (path, table) in tables where !table.containers.contains(where: { names.contains(table.preset + "-" + $0) }) {
            tables[path] = table.alone
        }
        leaveOutSums()
    }

    /// Leaves out the metrics of tables with sums that other tables have in more detail.
    private mutating func leaveOutSums() {
        let names = Set(tables.values.map(\.fullName))
        let sumsOfOthers = tables.filter { _, table in table.details.contains { names.contains(table.preset + "-" + $0) } }
        let details = tables.filter { sumsOfOthers[$0.key] == nil }.values
        for (path, table) in sumsOfOthers {
            var known = Set(details.filter { $0.preset == table.preset }.flatMap { $0.metrics })
            // Quarter hours are details of days, and sums of minutes.
            for other in sumsOfOthers.values where other.preset == table.preset && table.details.contains(other.name) {
                known.formUnion(other.metrics)
            }
            let left = table.rules.filter { !$0.metrics.isEmpty && known.isDisjoint(with: $0.metrics) }
            if left.isEmpty { sums.append(path) }
            tables[path]?.rules = left
        }
        for path in sums { tables[path] = nil }
        sums.sort()
    }

    /// The names of the apps whose tables these are.
    var titles: [String] {
        let names = Set(tables.values.map(\.preset))
        return PresetCatalog.shipped.filter { names.contains($0.name) }.map(\.title)
    }
}

extension PresetTable {
    /// Says that several tables could be meant, and how to choose one.
    static func choice(of tables: [PresetTable]) -> String {
        "it can be a table of " + tables.map(\.fullName).joined(separator: " or ") + ": choose with --preset \(tables[0].fullName)"
    }
}

extension DocumentFormat {
    /// The tables of apps, for the report.
    ///
    /// - Parameters:
    ///   - tables: the table of each file, by its path in an archive or folder. A single file has the empty path.
    ///   - hasRecordings: true if recordings are read as well.
    static func tables(_ tables: [String: PresetTable], of titles: [String], hasRecordings: Bool = false) -> DocumentFormat {
        let count = tables.count
        let apps = titles.isEmpty ? "a preset" : titles.joined(separator: ", ")
        let name = (count == 1 ? "table of \(apps)" : "\(count) tables of \(apps)") + (hasRecordings ? ", and recordings" : "")
        return DocumentFormat(
            reported: ReportedFormat(
                name: name, phrase: "a table of \(apps)", withoutRows: "has no rows that the preset reads", marksElements: false),
            apartFromScripts: .byName([".csv", ".json"]), reading: .activities(with: tables), recognizes: { _ in false })
    }
}
