import Testing

@Suite("Source rules that the compiler does not check")
struct SourceRuleTests {
    /// Modules that may use the clock, the environment, the locale and the machine's zone. `HealthKit` takes the place of Apple's, which
    /// does.
    private static let session: Set<String> = ["TallyKit", "HealthKit", "Workbench", "TallyShell", "tally"]

    /// The functions of `HealthKit` take calendars, as Apple's do, and pass on their time zone.
    @Test("Only CalendarIntervals uses Foundation's Calendar and TimeZone, and the functions of HealthKit take them")
    func calendarStaysInOnePlace() throws {
        let words: Set<Substring> = ["Calendar", "TimeZone", "NSCalendar", "NSTimeZone", "DateFormatter"]
        #expect(try Self.uses(of: words, outside: ["CalendarIntervals", "HealthKit"]) == [])
    }

    @Test("Modules below the session do not read the clock, the environment, the locale or the machine's zone")
    func lowerModulesKnowNoSurroundings() throws {
        let words: Set<Substring> = [
            "ProcessInfo", "getenv", "environ", "CommandLine", "Locale", "setlocale", "localtime", "localtime_r", "gettimeofday",
            "clock_gettime", "ContinuousClock", "SuspendingClock", "DispatchTime", "CFAbsoluteTimeGetCurrent",
        ]
        #expect(try Self.uses(of: words, outside: Self.session) == [])
        #expect(try Self.uses(of: ["ofThisMachine"], outside: Self.session.union(["CalendarIntervals"])) == [])
        let clocks = try Repository.sources().filter { !Self.session.contains($0.module) }.flatMap { file in
            file.lines.filter { $0.code.contains("Date()") || $0.code.contains("Date.now") }
                .map { file.finding("\(file.module) reads the clock: take the time as an argument", at: $0) }
        }
        #expect(clocks == [])
    }

    @Test("Only the library's modules for samples, answers and charts have public declarations")
    func publicIsForTheLibrary() throws {
        let library: Set = [
            "HealthModel", "CalendarIntervals", "QueryVocabulary", "QueryDiagnostics", "HealthImport", "TallyKit", "HealthKit",
            "TallyCharts",
        ]
        #expect(try Self.uses(of: ["public"], outside: library) == [])
    }

    @Test("Only `SampleStorage.read` opens a view of a store, so that all views are counted")
    func viewsAreCounted() throws {
        let calls = try Repository.sources().flatMap { file in
            file.lines.filter { $0.code.contains("withView(") }.map { _ in file.path }
        }
        #expect(calls == ["Sources/Model/HealthModel/SampleStorage.swift"])
    }

    @Test("Only the command line exits the process")
    func onlyTheCommandLineExits() throws {
        #expect(try Self.uses(of: ["exit", "_exit", "abort"], outside: ["tally"]) == [])
    }

    @Test("Unchecked operations have a comment that explains why they are sound")
    func unsafeStepsAreExplained() throws {
        #expect(try Repository.sources().flatMap(Self.unexplainedSteps) == [])
    }

    @Test("No file is longer than 800 lines")
    func filesAreShort() throws {
        let long = try (Repository.sources() + Repository.tests()).filter { $0.lines.count > 800 }
        #expect(long.map { $0.finding("\($0.lines.count) lines: split it", at: $0.lines[800]) } == [])
    }

    @Test("File names describe the content", arguments: ["Utils", "Utilities", "Helper", "Helpers", "Manager", "Common"])
    func filesHaveNames(word: String) throws {
        let vague = try (Repository.sources() + Repository.tests()).filter { $0.path.hasSuffix(word + ".swift") }
        #expect(vague.map(\.path) == [])
    }

    // MARK: Tests of the rules

    @Test("Finds a forbidden word in code, but not in comments and strings")
    func wordsAreFound() {
        let file = SwiftFile(
            path: "Sources/Text/TerminalText/Planted.swift", text: "let a = exit(1)\n// exit\nlet b = \"exit\"\nlet exits = 1\n")
        #expect(Self.uses(of: ["exit"], in: file).count == 1)
        #expect(Self.uses(of: ["abort"], in: file) == [])
    }

    @Test("Finds unexplained operations; a comment on the line or above the lines explains them")
    func stepsAreFound() {
        let text = "let a = b as! C\n// Sound: b is a C.\nlet d = b as! C\nlet e = b as! C\nlet f = 1\nlet g = b as! C\n"
        let file = SwiftFile(path: "Sources/Text/TerminalText/Planted.swift", text: text)
        #expect(Self.unexplainedSteps(in: file).map { $0.split(separator: ":")[1] } == ["1", "6"])
    }

    /// Returns all uses of a word in code outside of `modules`.
    private static func uses(of words: Set<Substring>, outside modules: Set<String>) throws -> [String] {
        try Repository.sources().filter { !modules.contains($0.module) }.flatMap { uses(of: words, in: $0) }
    }

    private static func uses(of words: Set<Substring>, in file: SwiftFile) -> [String] {
        file.lines.flatMap { line in
            line.words.filter(words.contains).map { file.finding("\(file.module) must not use \($0)", at: line) }
        }
    }

    private static func unexplainedSteps(in file: SwiftFile) -> [String] {
        let steps = ["try!", "as!", "@unchecked", "nonisolated(unsafe)", "unsafeBitCast", "unsafeDowncast"]
        var isExplained = false  // by a comment on the line, or above the run of lines
        return file.lines.compactMap { line in
            let step = steps.first(where: line.code.contains)
            isExplained = line.hasComment || (isExplained && step != nil)
            guard let step, !isExplained else { return nil }
            return file.finding("\(step) without a reason next to it", at: line)
        }
    }
}
