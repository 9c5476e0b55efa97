package import HealthImport
import TerminalText

/// The format or the presets of an import, from options.
package enum ImportChoice {
    /// The names of formats and presets.
    package static let names = FormatChoice.names

    /// - Parameters:
    ///   - format: the name of a format or of a preset of the program.
    ///   - preset: the name of a preset of the program, or the path of one.
    /// - Throws: a `wrongUsage` error for an unknown name, and an `unavailable` error for a preset with a mistake.
    package static func choice(format: String?, preset: String?) throws(CommandError) -> FormatChoice? {
        if let format {
            guard let choice = FormatChoice.named(format) else {
                throw CommandError(.wrongUsage, "--as: `\(format)` is not a format; use one of these: \(names.joined(separator: ", "))")
            }
            return choice
        }
        guard let preset else { return nil }
        if let known = PresetCatalog.named(preset) { return .presets(known, name: preset) }
        guard preset.contains(".") || preset.contains("/") else {
            throw CommandError(
                .wrongUsage, "--preset: `\(preset)` is neither a preset nor the path of one; `tally import --list-presets` lists them")
        }
        do throws(ImportError) { return .presets(try PresetCatalog.read(preset), name: preset) } catch {
            throw CommandError(.unavailable, ScreenText.visible("\(error)"))
        }
    }

    /// The presets of the program with what they read, and the names of their tables.
    package static var list: String {
        let width = PresetCatalog.names.map(\.count).max() ?? 0
        return PresetCatalog.shipped.map { preset in
            let tables = preset.tables.map(\.fullName).joined(separator: " ")
            let margin = ScreenText.padded("", to: width + 2)
            return ScreenText.padded(preset.name, to: width + 2) + "\(preset.title): \(preset.about)\n\(margin)\(tables)\n"
        }.joined()
    }
}
