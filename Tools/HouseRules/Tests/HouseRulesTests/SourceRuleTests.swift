import HouseRules
import Testing

@Suite("Source rules that the compiler does not check")
struct SourceRuleTests {
    /// Modules that may use the clock, the environment, the locale and the machine's zone. `Lessons` and `Classes` run programs, and look
    /// how long. `HealthKit`, `SwiftUI` and `Charts` take the place of Apple's, which do.
    private static let session: Set<String> = [
        "TallyKit", "HealthKit", "SwiftUI", "Charts", "Lessons", "StoreCommands", "Workbench", "Classes", "TallyShell",
        "tally",
    ]

    /// The functions of guests with Apple's names take calendars, as Apple's do. `HealthKit` passes on their time zone. Axes count by the
    /// calendar of the code.
    @Test("Only CalendarIntervals uses Foundation's Calendar and TimeZone, and the functions of Apple's names take them")
    func calendarStaysInOnePlace() throws {
        let words: Set<String> = ["Calendar", "TimeZone", "NSCalendar", "NSTimeZone", "DateFormatter"]
        #expect(try Self.uses(of: words, outside: ["CalendarIntervals", "HealthKit", "SwiftUI", "Charts"]) == [])
    }

    @Test("Modules below the session do not read the clock, the environment, the locale or the machine's zone")
    func lowerModulesKnowNoSurroundings() throws {
        let words: Set<String> = [
            "ProcessInfo", "getenv", "environ", "CommandLine", "Locale", "setlocale", "localtime", "localtime_r", "gettimeofday",
            "clock_gettime", "ContinuousClock", "SuspendingClock", "DispatchTime", "CFAbsoluteTimeGetCurrent",
        ]
        #expect(try Self.uses(of: words, outside: Self.session) == [])
        #expect(try Self.uses(of: ["ofThisMachine"], outside: Self.session.union(["CalendarIntervals"])) == [])
        let clocks = try Repository.sources().filter { !Self.session.contains($0.module) }.flatMap(SourceRules.clocks)
        #expect(clocks == [])
    }

    @Test("Only the library's modules for samples, answers and charts have public declarations")
    func publicIsForTheLibrary() throws {
        let library: Set = [
            "HealthModel", "CalendarIntervals", "QueryVocabulary", "QueryDiagnostics", "HealthImport", "TallyKit", "TallyCharts",
        ]
        let others = try Repository.sources().filter { !$0.isOfGuest && !library.contains($0.module) }
        #expect(others.flatMap(SourceRules.publicDeclarations) == [])
    }

    @Test("Only one place asks a view for its capabilities, and one for the warehouse that has its samples")
    func viewsSayWhatTheyCan() throws {
        let casts = try Repository.sources().flatMap { file in SourceRules.casts(in: file).map { _ in file.path } }
        #expect(casts.sorted() == ["Sources/Model/StorageModel/SourceCapabilities.swift", "Sources/Query/QueryEngine/HeadSource.swift"])
    }

    @Test("Finds casts to protocols, but no other casts and types")
    func castsAreFound() {
        let text = "let a = b as? any C\nif b is any C {}\nlet d = b as? D\nlet e: any C = b as any C\n"
        let file = SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: text)
        #expect(SourceRules.casts(in: file).map { $0.split(separator: ":")[1] } == ["1", "2"])
    }

    /// `HealthKit` calls handlers on a queue, as Apple's does.
    @Test("Only Threading starts threads and waits for them")
    func threadsStartInOnePlace() throws {
        let words: Set<String> = [
            "Dispatch", "DispatchQueue", "DispatchSemaphore", "DispatchGroup", "DispatchWorkItem", "DispatchSource", "Thread", "NSThread",
            "NSCondition", "OperationQueue", "pthread_create",
        ]
        #expect(try Self.uses(of: words, outside: ["Threading", "HealthKit"]) == [])
    }

    @Test("Only the command line exits the process")
    func onlyTheCommandLineExits() throws {
        #expect(try Self.uses(of: ["exit", "_exit", "abort"], outside: ["tally"]) == [])
    }

    @Test("Unchecked operations have a comment that explains why they are sound")
    func unsafeStepsAreExplained() throws {
        #expect(try Repository.sources().flatMap(SourceRules.unexplainedSteps) == [])
    }

    @Test("No file is longer than 600 lines")
    func filesAreShort() throws {
        let long = try (Repository.sources() + Repository.tests()).filter { $0.lineCount > 600 }
        #expect(long.map { "\($0.path): \($0.lineCount) lines: split it" } == [])
    }

    @Test("No function of a module is longer than 60 lines, tables not counted")
    func functionsAreShort() throws {
        let long = try Repository.sources().flatMap { SourceRules.longFunctions(in: $0, over: 60) }
        #expect(long == [])
    }

    @Test("File names describe the content", arguments: ["Utils", "Utilities", "Helper", "Helpers", "Manager", "Common"])
    func filesHaveNames(word: String) throws {
        let vague = try (Repository.sources() + Repository.tests()).filter { $0.path.hasSuffix(word + ".swift") }
        #expect(vague.map(\.path) == [])
    }

    // MARK: Tests of the rules

    @Test("Finds a forbidden word in code, but not in comments and strings")
    func wordsAreFound() {
        let file = SourceFile(
            path: "Sources/Text/TerminalText/Planted.swift", text: "let a = exit(1)\n// exit\nlet b = \"exit\"\nlet exits = list.exit\n")
        #expect(SourceRules.uses(of: ["exit"], in: file).count == 1)
        #expect(SourceRules.uses(of: ["abort"], in: file) == [])
    }

    @Test("Finds unexplained operations; a comment on the line or above the lines explains them")
    func stepsAreFound() {
        let text = "let a = b as! C\n// Sound: b is a C.\nlet d = b as! C\nlet e = b as! C\nlet f = 1\nlet g = b as! C\n"
        let file = SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: text)
        #expect(SourceRules.unexplainedSteps(in: file).map { $0.split(separator: ":")[1] } == ["1", "6"])
    }

    /// Returns all uses of a name in code outside of `modules`.
    private static func uses(of names: Set<String>, outside modules: Set<String>) throws -> [String] {
        try Repository.sources().filter { !modules.contains($0.module) }.flatMap { SourceRules.uses(of: names, in: $0) }
    }

    @Test("Finds public declarations that are not for guests alone")
    func publicIsFound() {
        let text = """
            public struct A {}
            @_spi(Guests) public struct B { public var c = 1 }
            @_spi(Guests) public import HealthModel
            public import HealthModel
            @_spi(Guests) extension C { public func d() {} }
            extension C { open func e() {} }
            """
        let file = SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: text)
        #expect(SourceRules.publicDeclarations(in: file).map { $0.split(separator: ":")[1] } == ["1", "6"])
    }

    @Test("Finds functions that are too long, but no tables")
    func longFunctionsAreFound() {
        let text = """
            func a() {
                let b = 1
                print(b)
            }
            func c() -> [Int] {
                [
                    1
                ]
            }
            var d: Int {
                switch e {
                default: 1
                }
            }
            var f: Int {
                print(1)
                return 1
            }
            """
        let file = SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: text)
        #expect(SourceRules.longFunctions(in: file, over: 3).map { $0.split(separator: ":")[1] } == ["1", "15"])
    }

    @Test("Finds readings of the clock, but no other dates")
    func clocksAreFound() {
        let text = "let a = Date()\nlet b = Date.now\nlet c = Date(timeIntervalSince1970: 1)\n// Date()\nlet d = Instant.now\n"
        let file = SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: text)
        #expect(SourceRules.clocks(in: file).map { $0.split(separator: ":")[1] } == ["1", "2"])
    }
}
