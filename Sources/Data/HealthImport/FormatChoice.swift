/// The format or the presets that the user chose for the files of an import.
package enum FormatChoice: Sendable {
    case format(DocumentFormat)
    /// Presets, and how they were named.
    case presets(PresetCatalog, name: String)

    /// Returns the format, or the preset of the program, with this name.
    package static func named(_ name: String) -> FormatChoice? {
        if let format = DocumentFormat.all.first(where: { !$0.option.isEmpty && $0.option == name.lowercased() }) { return .format(format) }
        return PresetCatalog.named(name).map { .presets($0, name: name) }
    }

    /// The names of all formats, and then those of the presets.
    package static var names: [String] { DocumentFormat.options + PresetCatalog.names }

    /// The chosen format. Nil for presets.
    var format: DocumentFormat? {
        if case .format(let format) = self { return format }
        return nil
    }
}

extension FormatChoice? {
    /// True if a document of the format may be read.
    func allows(_ format: DocumentFormat) -> Bool {
        switch self {
        case nil: true
        case .format(let chosen): chosen.option == format.option
        case .presets: false
        }
    }

    /// Says that an archive or folder has nothing that may be read, and what to do if that is because of the choice.
    ///
    /// - Parameter refused: the format of a document there that the choice leaves out.
    func missing(in place: String, _ refused: DocumentFormat?, _ unread: UnreadFiles) -> String {
        let found = "\(place) does not contain "
        switch self {
        case nil: return found + DocumentFormat.namesOfMembers + unread.parenthesis
        case .presets(_, let name): return found + "tables of the preset \(name)" + unread.parenthesis + Self.advice(refused)
        case .format(let format):
            // Tables are chosen for single files.
            if format.yieldsToPresets { return "\(place) is not \(format.reported.phrase)" + Self.advice(refused) }
            return found + format.reported.phrase + unread.parenthesis + Self.advice(refused)
        }
    }

    private static func advice(_ refused: DocumentFormat?) -> String {
        refused.map { ", but data of \($0.reported.name): leave out --as to import that" } ?? "; without --as, Tally finds the format"
    }

    /// True if recordings with this path may be read.
    func allowsRecording(_ path: String) -> Bool {
        guard let chosen = self else { return true }
        let path = path.lowercased()
        let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
        return chosen.format.map { name.hasSuffix("." + $0.option) } ?? false
    }

    /// The presets that may read a table. Nil if the table has another layout, or if the user chose a format.
    func presets(for options: ImportOptions) -> PresetCatalog? {
        switch self {
        case .presets(let catalog, _): catalog
        case .format: nil
        case nil: options.mapping.namesColumns ? nil : .all
        }
    }
}

/// The options of an import that decide how its files are opened.
struct ImportSetting: Sendable {
    let options: ImportOptions
    let choice: FormatChoice?
    /// Ends the waits for a pipe or device.
    let cancellation: ImportCancellation

    init(_ options: ImportOptions, _ choice: FormatChoice?, until cancellation: ImportCancellation = ImportCancellation()) {
        (self.options, self.choice, self.cancellation) = (options, choice, cancellation)
    }

    /// The presets that may read a table.
    var presets: PresetCatalog? { choice.presets(for: options) }
}
