import ArgumentParser
import Workbench

/// The option that writes a report, for the subcommands that run scripts.
struct ReportArguments: ParsableArguments {
    /// The option as it is written.
    static let output = "--output"

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp("Write everything that is printed to one .html or .md file.", valueName: "file"),
        completion: .file(extensions: ReportTarget.extensions))
    var output: String?

    func validate() throws {
        guard let output, ReportTarget(path: output) == nil else { return }
        let extensions = ReportTarget.extensions.map { "." + $0 }.joined(separator: ", ")
        throw ValidationError("--output: a report needs a file name that ends in one of: \(extensions)")
    }
}
