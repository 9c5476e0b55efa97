import Testing

@Suite("Unsafe code is only in the files that ARCHITECTURE.md lists")
struct UnsafeRoomTests {
    /// The modules that use C and SQLite.
    private static let bridged: Set<String> = ["GRDB", "GRDBSQLite", "CZlib", "CReadline", "CMalloc"]

    @Test("The table lists exactly the files that use pointers or unsafe operations")
    func roomsAreListed() throws {
        let listed = try Self.rooms()
        let found = try Repository.sources().compactMap { file in file.lines.first(where: Self.isUnsafe).map { (file, $0) } }
        let outside = found.filter { !listed.contains($0.0.pathFromModule) }.map { file, line in
            file.finding("unsafe code outside the files that ARCHITECTURE.md lists: use spans, or add the file with a reason", at: line)
        }
        #expect(outside == [])
        let unused = Set(listed).subtracting(found.map(\.0.pathFromModule))
        #expect(unused.isEmpty, "no unsafe code in \(unused.sorted()): take them out of the table in ARCHITECTURE.md")
    }

    @Test("At most six of these files are not bridges to the system, a C library or SQLite")
    func roomsAreFew() throws {
        let rooms = Set(try Self.rooms())
        let own = try Repository.sources().filter { file in
            rooms.contains(file.pathFromModule) && file.module != "SystemBridges"
                && !file.imports.contains { Self.bridged.contains($0.module) }
        }
        #expect(own.count <= 6, "\(own.map(\.pathFromModule))")
    }

    @Test("Every target uses strict memory safety")
    func targetsAreStrict() throws {
        let lines = try Repository.text(of: "Package.swift").split(separator: "\n").map { $0.drop { $0 == " " } }
        let settings = lines.drop { !$0.hasPrefix("let strict") }.prefix { $0 != "]" }
        #expect(settings.contains { $0.hasPrefix(".strictMemorySafety()") })
        // A conditional dependency on a target is not a target.
        let targets = lines.filter { line in
            [".target(", ".executableTarget(", ".testTarget("].contains { line.hasPrefix($0) } && !line.contains("condition:")
        }
        #expect(lines.contains("let fuzzed = strict + [.unsafeFlags([\"-parse-as-library\"])]"))
        #expect(lines.filter { $0.contains("swiftSettings: strict") || $0.contains("swiftSettings: fuzzed") }.count == targets.count)
    }

    /// Returns the first cells of the table below the heading.
    private static func rooms() throws -> [String] {
        let lines = try Repository.text(of: "ARCHITECTURE.md").split(separator: "\n")
        let section = lines.drop { $0 != "## Files with unsafe code" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        let rooms = section.filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        try #require(!rooms.isEmpty, "ARCHITECTURE.md has no table below “Files with unsafe code”")
        return rooms
    }

    private static func isUnsafe(_ line: SwiftFile.Line) -> Bool {
        line.words.enumerated().contains { index, word in
            if word == "unsafe" { return index == 0 || line.words[index - 1] != "nonisolated" }
            return operations.contains(word) || word.hasPrefix("Unsafe") || word.hasPrefix("withUnsafe")
        }
    }

    private static let operations: Set<Substring> = [
        "unsafelyUnwrapped", "unsafeBitCast", "unsafeDowncast", "unsafeUninitializedCapacity", "Unmanaged", "OpaquePointer",
        "withMemoryRebound", "assumingMemoryBound", "withUTF8", "withContiguousStorageIfAvailable",
        "withContiguousMutableStorageIfAvailable",
    ]
}
