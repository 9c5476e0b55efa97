import ArgumentParser
import Foundation
import Workbench

/// `tally import PATH…`
struct Import: CommonCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports an Apple Health export (zip, xml or folder), CSV or JSON Lines.",
        discussion: """
            Importing the same file again changes nothing. An interrupted import leaves whole batches, which a second run completes.
            CSV has the columns type, source, start, end, value and unit; other layouts are described by the options.
            """)

    @OptionGroup var common: CommonArguments
    @Argument(help: "The files; - reads XML from standard input.", completion: .file())
    var paths: [String]
    @Option(help: ArgumentHelp("The form of the report: text or json.", valueName: "form"))
    var report = ReportForm.text
    @Flag(help: "Fails with exit code 3 where a file was cut off.")
    var strict = false
    @OptionGroup(title: "Other CSV layouts") var layout: LayoutOptions

    enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, json }

    func run() throws {
        guard !options.isReadOnly else {
            throw Failure.of(SessionError(.unavailable, "--read-only: nothing can be imported"), options)
        }
        let output = ConsoleOutput(options)
        Interruption.install()
        do {
            // A store is not made for files that are not there.
            for path in paths where path != "-" && !FileManager.default.fileExists(atPath: path) {
                throw SessionError(.unavailable, "there is no file \(path)")
            }
            let session = try options.session(for: .write)
            var command = ImportCommand(session: session, output: output)
            command.isStrict = strict
            command.reportsJSON = report == .json
            command.showsProgress = isatty(STDERR_FILENO) == 1 && !options.quiet
            command.givenZone = options.zone
            command.layout = layout.layout
            throw ExitCode(try command.run(paths: paths).rawValue)
        } catch let code as ExitCode {
            throw code
        } catch let error as ValidationError {
            throw error
        } catch {
            throw Failure.of(error, options)
        }
    }
}

/// `tally info`
struct Info: CommonCommand {
    static let configuration = CommandConfiguration(commandName: "info", abstract: "Tells where the store is and what it holds.")

    @OptionGroup var common: CommonArguments

    func run() throws {
        do {
            let session = try options.session(for: .read)
            ConsoleOutput.write(try StoreReport.text(of: session), to: STDOUT_FILENO)
        } catch { throw Failure.of(error, options) }
    }
}

/// `tally doctor`
struct Doctor: CommonCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Checks the store: checksums, order, counts, dictionaries, sums of quarter hours.")

    @OptionGroup var common: CommonArguments
    @Flag(help: "Makes sums of quarter hours that are wrong or missing again; samples are never changed.")
    var repair = false

    func run() throws {
        let findings: [String]
        do {
            let session = try options.session(for: repair ? .write : .read)
            if repair {
                for line in try StoreReport.repair(session, isCancelled: { Interruption.isRequested }) {
                    ConsoleOutput.write(line + "\n", to: STDOUT_FILENO)
                }
            }
            findings = try StoreReport.findings(of: session)
        } catch { throw Failure.of(error, options) }
        for finding in findings { ConsoleOutput.write(finding + "\n", to: STDOUT_FILENO) }
        if findings.isEmpty { ConsoleOutput.write("the store is sound\n", to: STDOUT_FILENO) }
        throw ExitCode(findings.isEmpty ? Outcome.fine.rawValue : Outcome.unavailable.rawValue)
    }
}
