import Testing

@Suite("Sources keep the rules that no compiler checks")
struct SourceRuleTests {
    /// Modules that may know when and where they run.
    private static let session: Set<String> = ["TallyKit", "Workbench", "TallyShell", "tally"]

    @Test("Only CalendarIntervals asks Foundation's Calendar and TimeZone")
    func calendarStaysInOnePlace() throws {
        try forbid(["Calendar", "TimeZone", "NSCalendar", "NSTimeZone", "DateFormatter"], except: ["CalendarIntervals"])
    }

    @Test("Below the session nothing reads the clock, the environment, the locale or the machine's zone")
    func lowerModulesKnowNoSurroundings() throws {
        try forbid(
            [
                "ProcessInfo", "getenv", "environ", "CommandLine", "Locale", "setlocale", "localtime", "localtime_r", "gettimeofday",
                "clock_gettime", "ContinuousClock", "SuspendingClock", "DispatchTime", "CFAbsoluteTimeGetCurrent",
            ],
            except: Self.session)
        try forbid(["ofThisMachine"], except: Self.session.union(["CalendarIntervals"]))
        for file in try Repository.sources() where !Self.session.contains(file.module) {
            for line in file.lines where line.code.contains("Date()") || line.code.contains("Date.now") {
                file.report("\(file.module) reads the clock: take the time as an argument", at: line)
            }
        }
    }

    @Test("Public access is for the library: its samples, its answers, its charts")
    func publicIsForTheLibrary() throws {
        try forbid(
            ["public"],
            except: ["HealthModel", "CalendarIntervals", "QueryVocabulary", "QueryDiagnostics", "HealthImport", "TallyKit", "TallyCharts"])
    }

    @Test("Only the command line ends the process")
    func onlyTheCommandLineExits() throws {
        try forbid(["exit", "_exit", "abort"], except: ["tally"])
    }

    @Test("What the compiler cannot check says why it is sound")
    func unsafeStepsAreExplained() throws {
        let steps = ["try!", "as!", "@unchecked", "nonisolated(unsafe)", "unsafeBitCast", "unsafeDowncast"]
        for file in try Repository.sources() {
            var isExplained = false  // by a comment on the line, or above the run of lines
            for line in file.lines {
                let step = steps.first(where: line.code.contains)
                isExplained = line.hasComment || (isExplained && step != nil)
                if let step, !isExplained { file.report("\(step) without a reason beside it", at: line) }
            }
        }
    }

    @Test("No file is longer than 800 lines")
    func filesAreShort() throws {
        for file in try Repository.sources() + Repository.tests() where file.lines.count > 800 {
            file.report("\(file.lines.count) lines: split it", at: file.lines[800])
        }
    }

    @Test(
        "A file is named for its main type, not for being of use",
        arguments: ["Utils", "Utilities", "Helper", "Helpers", "Manager", "Common"])
    func filesHaveNames(word: String) throws {
        for file in try Repository.sources() + Repository.tests() where file.path.hasSuffix(word + ".swift") {
            file.report("“\(word)” says nothing", at: file.lines[0])
        }
    }

    /// Reports every use of a word in the code of modules that are not in `modules`.
    private func forbid(_ words: Set<Substring>, except modules: Set<String>) throws {
        for file in try Repository.sources() where !modules.contains(file.module) {
            for line in file.lines {
                for word in line.words where words.contains(word) {
                    file.report("\(file.module) uses \(word), which is for \(modules.sorted().joined(separator: ", "))", at: line)
                }
            }
        }
    }
}
