import SystemBridges

/// The presets that an import tries.
package struct PresetCatalog: Sendable {
    /// The number of bytes at the start of a document that decide about its table.
    static let headLength = 64 << 10

    private static let texts: [[UInt8]] = [
        PackageResources.clarity_preset, PackageResources.cronometer_preset, PackageResources.garmin_preset,
        PackageResources.googlefit_preset, PackageResources.libreview_preset, PackageResources.myfitnesspal_preset,
        PackageResources.oura_preset, PackageResources.renpho_preset, PackageResources.samsung_preset, PackageResources.strong_preset,
        PackageResources.withings_preset,
    ]

    /// The presets of the program, by name.
    package static let shipped: [Preset] = texts.map { text in
        do throws(PresetMistake) { return try PresetParser.preset(from: String(decoding: text, as: UTF8.self)) } catch {
            preconditionFailure("a preset of the program has a mistake in line \(error.line): \(error.reason)")
        }
    }

    private let tables: [PresetTable]
    /// True if the user has chosen one table, which then is not recognized by names of files.
    private let isOneTable: Bool

    /// All presets of the program.
    package static let all = PresetCatalog(tables: shipped.flatMap(\.tables))

    private init(tables: [PresetTable], isOneTable: Bool = false) { (self.tables, self.isOneTable) = (tables, isOneTable) }

    /// The tables of one preset.
    package init(_ preset: Preset) { self.init(tables: preset.tables) }

    /// The tables of the preset that is written in a text.
    package init(text: String) throws(PresetMistake) {
        var preset = try PresetParser.preset(from: text)
        for index in preset.tables.indices { preset.tables[index].isOfUser = true }
        self.init(preset)
    }

    /// Returns the presets with this name: that of a preset, as `withings`, or of one of its tables, as `withings-weight`.
    package static func named(_ name: String) -> PresetCatalog? {
        let name = name.lowercased()
        if let preset = shipped.first(where: { $0.name == name }) { return PresetCatalog(preset) }
        return all.tables.first { $0.fullName == name }.map { PresetCatalog(tables: [$0], isOneTable: true) }
    }

    /// Returns the preset that is written in a file.
    ///
    /// - Throws: `ImportError.unreadable` if the file cannot be read or has a mistake.
    package static func read(_ path: String) throws(ImportError) -> PresetCatalog {
        let bytes: [UInt8]
        do throws(ReadFailure) { bytes = try FileBytes(path: path).all(limit: 1 << 20) } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        do throws(PresetMistake) { return try PresetCatalog(text: String(decoding: bytes, as: UTF8.self)) } catch {
            throw .unreadable(path: path, reason: "line \(error.line): \(error.reason)")
        }
    }

    /// The tables in a document. More than one if it is not clear which.
    func tables(of bytes: [UInt8], path: String) -> [PresetTable] {
        let name = (path.split(separator: "/").last.map(String.init) ?? path).lowercased()
        let head = PresetHead(PlainText.utf8(Array(bytes.prefix(Self.headLength))))
        return tables.filter { table in
            let isNamed = isOneTable || table.files.isEmpty || table.files.contains { name.hasPrefix($0) }
            return isNamed && head.matches(table)
        }
    }

    /// The names of all presets of the program.
    package static var names: [String] { shipped.map(\.name) }
}

/// Text in an encoding that its first bytes name.
enum PlainText {
    /// Returns text in UTF-16 as UTF-8, and other bytes as they are.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE, 0, 0]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (low, high) = isLittle ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
