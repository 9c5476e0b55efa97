import ArgumentParser
import Foundation
import Workbench

/// `tally generate FILE`
struct Generate: CommonCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Writes a generated life as an Apple Health export, for tests and bug reports.")

    @OptionGroup var common: CommonArguments
    @Argument(help: "The file to write; it must not be there yet.", completion: .file())
    var path: String
    @Option(help: "The seed of the generated life.")
    var seed: UInt64 = 1
    @Option(help: "How many days of it.")
    var days = 60
    @Option(help: ArgumentHelp("About how large, as in 500MB or 1GB; in place of --days.", valueName: "bytes"))
    var size: String?
    @Option(help: "The form: \(ExportGeneration.forms.joined(separator: ", ")).")
    var form: String?
    @Option(help: ArgumentHelp("Peculiarities of real exports to put in: all, or names parted by commas.", valueName: "names"))
    var traps: String?

    func validate() throws {
        guard (1...20_000).contains(days) else { throw ValidationError("--days: between 1 and 20000") }
        if let size, Self.bytes(size) == nil { throw ValidationError("--size: write a number of bytes, as in 500MB or 1GB") }
    }

    func run() throws {
        do {
            let now = try options.settings().now ?? SystemClock.now()
            var generation = ExportGeneration(now: now)
            generation.seed = seed
            generation.days = days
            generation.bytes = size.flatMap(Self.bytes)
            generation.form = form ?? (ExportGeneration.forms.first { path.hasSuffix(".\($0)") } ?? "xml")
            generation.traps = traps?.split(separator: ",").map(String.init) ?? []
            generation.zoneName = options.zone
            ConsoleOutput(options).note(try generation.write(to: path))
        } catch { throw Failure.of(error, options) }
    }

    private static func bytes(_ text: String) -> Int? {
        let upper = text.uppercased()
        for (suffix, scale) in [("GB", 1e9), ("MB", 1e6), ("KB", 1e3), ("", 1.0)] where upper.hasSuffix(suffix) {
            guard let number = Double(upper.dropLast(suffix.count)), number > 0, number * scale < 1e12 else { return nil }
            return Int(number * scale)
        }
        return nil
    }
}
