import HealthModel

/// The apps and devices of a database, which together are sources: an app on a device, as in Apple's exports.
struct RecordedSources {
    private struct App {
        var package: String
        var name: String
    }

    private struct Device {
        /// The name in the source's name.
        var name: String
        /// The device as Apple's exports describe it.
        var text: [UInt8]
        /// The place among the devices of an app, the best first.
        var rank: Int
    }

    private var apps: [Int64: App] = [:]
    private var devices: [Int64: Device] = [:]
    /// The order of apps for each category, the best first.
    private(set) var order: [HealthCategory: [Int64]] = [:]

    /// The kinds of devices by number.
    private static let kinds = ["", "watch", "phone", "scale", "ring", "headMounted", "fitnessBand", "chestStrap", "smartDisplay"]
    /// The kinds from the best on: what is worn counts before a phone.
    private static let ranks = [1, 6, 4, 7, 3, 5, 2, 8, 0]

    /// The tables that decide the source of a record.
    static let tableNames = ["application_info_table", "device_info_table", "health_data_category_priority_table"]

    private static let nameLimit = 500
    private static let countLimit = 10_000

    init(_ file: DatabaseFile, _ tables: [String: DatabaseTable]) throws(DatabaseDamage) {
        if let table = tables["application_info_table"] { try readApps(TableCursor(file, table), table) }
        if let table = tables["device_info_table"] { try readDevices(TableCursor(file, table), table) }
        if let table = tables["health_data_category_priority_table"] { try readOrder(TableCursor(file, table), table) }
    }

    private mutating func readApps(_ rows: TableCursor, _ table: DatabaseTable) throws(DatabaseDamage) {
        let (package, name) = (table.place(of: "package_name"), table.place(of: "app_name"))
        var counts: [String: Int] = [:]
        while try rows.next(), apps.count < RecordedSources.countLimit {
            let id = rows.row.text(package, limit: RecordedSources.nameLimit) ?? "app \(rows.row.id)"
            let shown = rows.row.text(name, limit: RecordedSources.nameLimit).flatMap { $0.isEmpty ? nil : $0 } ?? id
            apps[rows.row.id] = App(package: id, name: shown)
            counts[Source.fold(shown), default: 0] += 1
        }
        for (key, app) in apps where counts[Source.fold(app.name)] ?? 0 > 1 { apps[key]?.name = "\(app.name) (\(app.package))" }
    }

    private mutating func readDevices(_ rows: TableCursor, _ table: DatabaseTable) throws(DatabaseDamage) {
        let places = ["manufacturer", "model", "device_type"].map(table.place(of:))
        while try rows.next(), devices.count < RecordedSources.countLimit {
            let maker = rows.row.text(places[0], limit: RecordedSources.nameLimit) ?? ""
            let model = rows.row.text(places[1], limit: RecordedSources.nameLimit) ?? ""
            let number = Int(exactly: rows.row.integer(places[2]) ?? 0) ?? 0
            let kind = RecordedSources.kinds.indices.contains(number) ? RecordedSources.kinds[number] : ""
            var text = "<<HKDevice>"
            for (key, value) in [("manufacturer", maker), ("model", kind), ("hardware", model)] where !value.isEmpty {
                text += ", \(key):\(value)"
            }
            let name = model.isEmpty ? kind : model
            guard !name.isEmpty || !maker.isEmpty else { continue }
            devices[rows.row.id] = Device(
                name: name.isEmpty ? maker : name, text: Array((text + ">").utf8),
                rank: RecordedSources.ranks.firstIndex(of: kind.isEmpty ? 0 : number) ?? RecordedSources.ranks.count)
        }
    }

    private mutating func readOrder(_ rows: TableCursor, _ table: DatabaseTable) throws(DatabaseDamage) {
        let (category, apps) = (table.place(of: "health_data_category"), table.place(of: "app_id_priority_order"))
        while try rows.next(), order.count < 100 {
            guard let known = rows.row.integer(category).flatMap(HealthCategory.init(rawValue:)) else { continue }
            let ids = rows.row.text(apps, limit: 100_000)?.split(separator: ",").compactMap { Int64($0.filter { $0 != " " }) } ?? []
            order[known] = Array(ids.prefix(RecordedSources.countLimit))
        }
    }

    // MARK: - Sources

    /// The name of the source: `Samsung Health (SM-R390)`.
    func name(app: Int64, device: Int64) -> String {
        let app = apps[app]?.name ?? "an unknown app"
        return devices[device].map { "\(app) (\($0.name))" } ?? app
    }

    /// The name by which Android knows the app.
    func package(of app: Int64) -> String? { apps[app]?.package }

    /// The device as text; empty if it is unknown.
    func device(_ device: Int64) -> [UInt8] { devices[device]?.text ?? [] }

    /// The place of a device among those of an app.
    func rank(ofDevice device: Int64) -> Int { devices[device]?.rank ?? RecordedSources.ranks.count }
}
