import ArgumentParser
import Foundation
import StoreCommands
import TallyKit
import Workbench

/// `tally import PATH…`
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an export of Apple Health, Health Connect, Fitbit or Health Auto Export, FIT, TCX, GPX, CSV or JSON Lines, "
            + "or tables of other apps.",
        discussion: """
            You can import the same file again: samples that are already in the store are not added twice.
            If an import is interrupted, run it again to add the rest.
            Tally finds out the format by the content. Presets read the tables of apps such as Samsung Health, Oura and Withings.
            Of other CSV files, Tally expects these columns: type, source, start, end, value and unit. Use the options for other layouts.
            """)

    @OptionGroup var options: CommonOptions
    @Argument(help: "The files to import; - reads from standard input.", completion: .file())
    var paths: [String] = []
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The format of the files, such as csv, if their content does not show it.", valueName: "format"),
        completion: .list(ImportChoice.names))
    var format: String?
    @Option(help: ArgumentHelp("The preset that reads the tables: a name of --list-presets, or a file.", valueName: "name or file"))
    var preset: String?
    @Flag(name: .customLong("list-presets"), help: "List the presets, and exit.")
    var listPresets = false
    @Option(help: ArgumentHelp("The person whose samples the files have.", valueName: "id"))
    var person: String?
    @Option(
        name: .customLong("person-from"),
        help: ArgumentHelp("Where the person of each file is named: name, the file's name without extensions.", valueName: "place"))
    var personFrom: PersonPlace?
    @Option(
        help: ArgumentHelp("A CSV list of persons to add or update: id, zone, and a column for each attribute.", valueName: "file"),
        completion: .file())
    var people: String?
    @Option(help: ArgumentHelp("The format of the report: text or json.", valueName: "format"))
    var report = ReportForm.text
    @Flag(help: "Exit with code 3 if a file is truncated.")
    var strict = false
    @Flag(help: "Keep the values that Health Auto Export has already summed up, as samples of a minute, an hour or a day.")
    var sums = false
    @Flag(help: "Delete the stored samples that the file covers but does not have, after a confirmation.")
    var replace = false
    @Flag(
        name: .customLong("replace-span"),
        help: "Like --replace, but only from the first to the last sample of each metric and source in the file.")
    var replaceSpan = false
    @Flag(name: .customLong("dry-run"), help: "With --replace, show what would change, and change nothing.")
    var dryRun = false
    @Flag(help: "With --replace, delete without asking.")
    var yes = false
    @OptionGroup(title: "Other CSV layouts") var layout: LayoutOptions

    enum PersonPlace: String, ExpressibleByArgument, CaseIterable { case name }

    func validate() throws {
        if format != nil, preset != nil { throw ValidationError("use either --as or --preset") }
        if paths.isEmpty, people == nil, !listPresets { throw ValidationError("name the files to import") }
        if replace, replaceSpan { throw ValidationError("use either --replace or --replace-span") }
        if dryRun || yes, !replace, !replaceSpan { throw ValidationError("use \(dryRun ? "--dry-run" : "--yes") together with --replace") }
        if person != nil, personFrom != nil { throw ValidationError("use either --person or --person-from") }
    }

    private var replacement: ImportCommand<ConsoleOutput>.Replacement? {
        guard replace || replaceSpan else { return nil }
        var replacement = ImportCommand<ConsoleOutput>.Replacement(replaceSpan ? .span : .everything)
        (replacement.isDryRun, replacement.isConfirmed) = (dryRun, yes)
        return replacement
    }

    enum ReportForm: String, ExpressibleByArgument, CaseIterable { case text, json }

    func run() throws {
        if listPresets { return ConsoleOutput.write(ImportChoice.list, to: STDOUT_FILENO) }
        // A dry run only compares. A list of people is written in any case.
        guard !options.isReadOnly || dryRun && people == nil else {
            throw Failure.of(CommandError(.unavailable, "can't import with \(options.limit)"), options)
        }
        let output = ConsoleOutput(options)
        InterruptSignal.install()
        do {
            // Checks the paths first, so that a mistyped path does not create a store.
            for path in paths + (people.map { [$0] } ?? []) where path != "-" && !FileManager.default.fileExists(atPath: path) {
                throw CommandError(.unavailable, "\(path): file or folder not found")
            }
            let choice = try ImportChoice.choice(format: format, preset: preset)
            let session = try options.session(for: options.isReadOnly ? .read : .write)
            // An import that fails, or only compares, leaves no empty store.
            var isFine = false
            defer { if !isFine { session.commandStore.withdraw() } }
            var command = ImportCommand(into: session.commandStore, output: output)
            command.isStrict = strict
            command.reportsJSON = report == .json
            command.showsProgress = isatty(STDERR_FILENO) == 1 && !options.quiet
            command.givenZone = options.zone
            command.persons.given = person
            command.persons.isFromName = personFrom != nil
            if personFrom != nil { command.persons.option = "--person-from name" }
            command.layout = layout.layout
            command.choice = choice
            command.keepsSums = sums
            command.replacement = replacement
            if let people { try command.run(people: people) }
            let outcome = try command.run(paths: paths)
            isFine = outcome == .fine && !dryRun
            throw ExitCode(outcome.rawValue)
        } catch let code as ExitCode {
            throw code
        } catch let error as ValidationError {
            throw error
        } catch {
            throw Failure.of(error, options)
        }
    }
}

/// `tally undo`
struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last change of the store, such as an import, after a confirmation.",
        discussion: """
            Run it again to take back the previous change. You can't undo an undo. To restore an import, import the file again.
            """)

    @OptionGroup var options: CommonOptions
    @Flag(name: .customLong("dry-run"), help: "Show what would change, and change nothing.")
    var dryRun = false
    @Flag(help: "Take back the change without asking.")
    var yes = false

    func run() throws {
        InterruptSignal.install()
        do {
            let session = try options.session(onFileFor: "undo", dryRun || options.isReadOnly ? .read : .write)
            var command = UndoCommand(in: session.commandStore, output: ConsoleOutput(options))
            (command.isDryRun, command.isConfirmed) = (dryRun, yes)
            throw ExitCode(try command.run().rawValue)
        } catch let code as ExitCode {
            throw code
        } catch { throw Failure.of(error, options) }
    }
}

/// `tally info`
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "info", abstract: "Show where the store is and what it contains.")

    @OptionGroup var options: CommonOptions

    func run() throws {
        do {
            let session = try options.session(for: .read)
            ConsoleOutput.write(try StoreReport.text(of: session.commandStore), to: STDOUT_FILENO)
        } catch { throw Failure.of(error, options) }
    }
}

/// `tally doctor`
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the store for damage, and for errors in the sums that it keeps to answer faster.")

    @OptionGroup var options: CommonOptions
    @Flag(help: "Compute the kept sums again if they are wrong or missing. Never changes samples.")
    var repair = false
    @Flag(help: "Write blocks of older versions again in the format that is read fastest. Never changes samples.")
    var upgrade = false

    func run() throws {
        let output = ConsoleOutput(options)
        InterruptSignal.install()
        let findings: [String]
        do {
            let session = try options.session(onFileFor: "doctor", repair || upgrade ? .write : .read)
            if upgrade {
                guard let line = try StoreReport.upgrade(session.commandStore, output: output) else {
                    throw ExitCode(Outcome.interrupted.rawValue)
                }
                ConsoleOutput.write(line + "\n", to: STDOUT_FILENO)
            }
            if repair {
                for line in try StoreReport.repair(session.commandStore, isCancelled: { InterruptSignal.isRequested }) {
                    ConsoleOutput.write(line + "\n", to: STDOUT_FILENO)
                }
            }
            findings = try StoreReport.findings(of: session.commandStore)
        } catch let code as ExitCode {
            throw code
        } catch { throw Failure.of(error, options) }
        for finding in findings { ConsoleOutput.write(finding + "\n", to: STDOUT_FILENO) }
        if findings.isEmpty { ConsoleOutput.write("no problems found\n", to: STDOUT_FILENO) }
        throw ExitCode(findings.isEmpty ? Outcome.fine.rawValue : Outcome.unavailable.rawValue)
    }
}
