import HouseRules
import Testing

@Suite("Unsafe code is only in the files that ARCHITECTURE.md lists")
struct UnsafeRoomTests {
    /// The modules that use C and SQLite.
    private static let bridged: Set<String> = ["GRDB", "GRDBSQLite", "CZlib", "CReadline", "CEditline", "CMalloc", "CSandbox"]

    @Test("The table lists exactly the files that use pointers or unsafe operations")
    func roomsAreListed() throws {
        let listed = try UnsafeRooms.listed()
        try #require(!listed.isEmpty, "ARCHITECTURE.md has no table below “Files with unsafe code”")
        let found = try Repository.sources().compactMap { file in UnsafeRooms.first(in: file).map { (file, $0) } }
        let outside = found.filter { !listed.contains($0.0.pathFromModule) }.map { file, node in
            file.finding("unsafe code outside the files that ARCHITECTURE.md lists: use spans, or add the file with a reason", at: node)
        }
        #expect(outside == [])
        let unused = Set(listed).subtracting(found.map(\.0.pathFromModule))
        #expect(unused.isEmpty, "no unsafe code in \(unused.sorted()): take them out of the table in ARCHITECTURE.md")
    }

    @Test("At most six of these files are not bridges to the system, a C library or SQLite")
    func roomsAreFew() throws {
        let rooms = Set(try UnsafeRooms.listed())
        let own = try Repository.sources().filter { file in
            rooms.contains(file.pathFromModule) && file.module != "SystemBridges"
                && !file.imports.contains { Self.bridged.contains($0.module) }
        }
        #expect(own.count <= 6, "\(own.map(\.pathFromModule))")
    }

    @Test("Every target of every package uses strict memory safety")
    func targetsAreStrict() throws {
        for package in try [""] + Repository.guests().map({ "Packages/\($0)/" }) + ["Tools/HouseRules/"] {
            let text = try Repository.text(of: package + "Package.swift")
            let settings = text.split(separator: "\n").drop { !$0.hasPrefix("let strict") }.prefix { $0 != "]" }
            #expect(settings.contains { $0.contains(".strictMemorySafety()") }, "\(package)Package.swift")
            let targets = Manifest(text: text).targets
            #expect(!targets.isEmpty && targets.allSatisfy(\.isStrict), "\(targets.filter { !$0.isStrict }.map(\.name))")
        }
    }

    @Test("Finds unsafe expressions, attributes and types of pointers, but no words in comments and strings")
    func operationsAreFound() {
        let lines = [
            "let a = unsafe b", "@unsafe struct A {}", "func a(_ b: UnsafeRawPointer) {}", "bytes.withUnsafeBytes { $0 }",
            "// unsafe", "let a = \"UnsafeRawPointer\"", "nonisolated(unsafe) var a = 1", "let unsafety = 1",
        ]
        let found = lines.filter { UnsafeRooms.first(in: SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: $0)) != nil }
        #expect(found == Array(lines.prefix(4)))
    }
}
