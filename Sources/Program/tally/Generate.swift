import ArgumentParser
import Foundation
import Scripts
import StoreCommands
import TallyKit
import Workbench

/// `tally generate FILE`
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write an export with generated data, for tests and bug reports.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "The file to write, or the folder for --persons; it must not exist yet.", completion: .file())
    var path: String
    @Option(help: "The seed for the generated data.")
    var seed: UInt64 = 1
    @Option(help: "The number of days to generate.")
    var days = 60
    @Option(
        help: ArgumentHelp(
            "The approximate file size, as in 500MB or 1GB, for zip that of export.xml; use it instead of --days.", valueName: "bytes"))
    var size: String?
    @Option(name: [.customLong("form"), .customLong("as")], help: "The file format: \(ExportGeneration.forms.joined(separator: ", ")).")
    var form: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of persons of a study, in many time zones; writes a folder with people.csv and one file each, or one table for csv.",
            valueName: "count"))
    var persons: Int?
    @Option(help: ArgumentHelp("Quirks of real exports to include: all, or a comma-separated list.", valueName: "names"))
    var traps: String?

    func validate() throws {
        guard (1...20_000).contains(days) else { throw ValidationError("--days: use a number from 1 to 20000") }
        if let persons, !(1...1_000_000).contains(persons) { throw ValidationError("--persons: use a number from 1 to 1000000") }
        if persons != nil, size != nil || traps != nil { throw ValidationError("--persons: --size and --traps are for one person") }
        if let size, Self.bytes(size) == nil { throw ValidationError("--size: use a number of bytes, as in 500MB or 1GB") }
    }

    func run() throws {
        do {
            let now = try options.settings().queries.moment ?? Surroundings.ofThisMachine.clock()
            var generation = ExportGeneration(now: now)
            generation.seed = seed
            generation.days = days
            generation.bytes = size.flatMap(Self.bytes)
            // The name that import uses.
            let form = form == "apple-health" ? nil : form
            generation.form = form ?? (ExportGeneration.forms.first { path.hasSuffix(".\($0)") } ?? (persons == nil ? "xml" : "zip"))
            generation.traps = traps?.split(separator: ",").map(String.init) ?? []
            generation.zoneName = options.zone
            let summary = try persons.map { try generation.write(persons: $0, to: path) } ?? generation.write(to: path)
            ConsoleOutput(options).note(summary)
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
