import HouseRules
import SwiftSyntax
import Testing

@Suite("Modules import only what ARCHITECTURE.md allows")
struct ImportTests {
    @Test("The table has exactly the modules of Sources and of guests, with their groups")
    func tableIsComplete() throws {
        let folders = try Repository.modules().map { folder in
            let names = folder.split(separator: "/")
            return folder.hasPrefix("Sources/") ? "\(names[1])/\(names[2])" : "\(names[0])/\(names[names.count - 1])"
        }
        #expect(try ModuleTable().rows.map { "\($0.group)/\($0.module)" }.sorted() == folders.sorted())
    }

    @Test("Files only import modules that their own module may import")
    func importsAreAllowed() throws {
        let table = try ModuleTable()
        let findings = try Repository.sources().flatMap { Self.forbiddenImports(of: $0, in: table) }
        #expect(findings == [])
    }

    @Test("Finds a forbidden import with any attributes or access level, but no other lines")
    func forbiddenImportIsFound() throws {
        let text = "import HealthModel\npackage import QueryEngine\n// import GRDB\nlet text = \"import GRDB\"\n"
        let file = SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: text)
        let lines = Self.forbiddenImports(of: file, in: try ModuleTable()).map { $0.split(separator: " ")[0] }
        #expect(lines == ["Sources/Text/TerminalText/Planted.swift:1:", "Sources/Text/TerminalText/Planted.swift:2:"])
    }

    private static func forbiddenImports(of file: SourceFile, in table: ModuleTable) -> [String] {
        let allowed = table.allowed(for: file.module) ?? []
        return file.imports.filter { !allowed.contains($0.module) && $0.module != file.module }.map { imported, node in
            file.finding("\(file.module) may not import \(imported): see the table in ARCHITECTURE.md", at: node)
        }
    }

    @Test("Only the library and guests with Apple's names export what they import, because others could then use it without a row")
    func exports() throws {
        let exporting = try Repository.sources().filter(Self.exports).map(\.module)
        #expect(Set(exporting) == ["TallyKit", "HealthKit", "SwiftUI", "Charts"])
        #expect(Self.exports(SourceFile(path: "Sources/A/B/C.swift", text: "@_exported package import Scripts\n")))
    }

    private static func exports(_ file: SourceFile) -> Bool {
        file.imports.contains { $0.node.attributes.description.contains("@_exported") }
    }

    @Test("The table does not allow imports that no file uses")
    func importsAreUsed() throws {
        let imported = try Dictionary(grouping: Repository.sources(), by: \.module).mapValues {
            Set($0.flatMap { $0.imports.map(\.module) })
        }
        for row in try ModuleTable().rows {
            let unused = row.allowed.subtracting(imported[row.module] ?? [])
            #expect(unused.isEmpty, "\(row.module) imports none of \(unused.sorted()): take it out of the table in ARCHITECTURE.md")
        }
    }

    @Test("The dependencies of each target in Package.swift are exactly the imports of its files")
    func dependenciesAreImports() throws {
        let manifest = try Manifest(text: Repository.text(of: "Package.swift"))
        let folders = Set(manifest.targets.map(\.folder))
        let modules = Set(try Repository.modules().filter { $0.hasPrefix("Sources/") })
        #expect(
            modules.subtracting(folders) == Set(["CReadline", "CEditline", "CZlib", "CMalloc", "CSandbox"].map { "Sources/System/" + $0 }),
            "module maps have no Swift files")
        let findings = try manifest.targets.filter { !Self.isOptional($0) }.flatMap { target in
            try target.findings(imports: Self.imports(of: target.folder), among: manifest.names)
        }
        #expect(findings == [])
    }

    /// Tools that the manifest only has if they are asked for are in it, too.
    private static func isOptional(_ target: Manifest.Target) -> Bool { target.folder.isEmpty }

    private static func imports(of folder: String) throws -> Set<String> {
        try Set(Repository.swiftFiles(under: [folder]).flatMap { $0.imports.map(\.module) })
    }

    @Test("Finds dependencies that no file imports, and imports without a dependency")
    func wrongDependenciesAreFound() throws {
        let text = """
            let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
            let package = Package(
                targets: [
                    .systemLibrary(name: "CZlib", path: "Sources/System/CZlib"),
                    module("Model", "HealthModel"),
                    module(
                        "Data", "SampleStore",
                        ["HealthModel", .target(name: "CZlib", condition: .when(traits: ["Store"])), grdb], resources: [.embedInCode("Texts")]),
                    .executableTarget(
                        name: "Tool", dependencies: ["HealthModel"], path: "Tools/Tool", swiftSettings: strict),
                    .target(name: "Loose", dependencies: [.product(name: "GRDB", package: "GRDB.swift")], path: "Tools/Loose"),
                    tests("SampleStoreTests", ["SampleStore"], exclude: ["Golden"]),
                ])
            """
        let manifest = Manifest(text: text)
        #expect(
            manifest.targets.map(\.folder) == [
                "Sources/Model/HealthModel", "Sources/Data/SampleStore", "Tools/Tool", "Tools/Loose", "Tests/SampleStoreTests",
            ])
        #expect(manifest.targets.map(\.isStrict) == [true, true, true, false, true])
        let imports: [String: Set<String>] = [
            "HealthModel": [], "SampleStore": ["HealthModel", "CZlib", "Foundation"], "Tool": ["HealthModel"], "Loose": ["GRDB"],
            "SampleStoreTests": ["SampleStore", "HealthModel", "Testing"],
        ]
        let findings = manifest.targets.flatMap { $0.findings(imports: imports[$0.name] ?? [], among: manifest.names) }
        #expect(
            findings == [
                "Package.swift: SampleStore depends on GRDB and does not import it",
                "Package.swift: SampleStoreTests imports HealthModel and does not depend on it",
            ])
    }

    @Test("A module only imports modules above it in the table")
    func tableIsInOrder() throws {
        var above: Set<String> = []
        let modules = Set(try ModuleTable().rows.map(\.module)).subtracting(["CReadline", "CEditline", "CZlib", "CMalloc", "CSandbox"])
        for row in try ModuleTable().rows {
            let below = row.allowed.intersection(modules).subtracting(above)
            #expect(below.isEmpty, "\(row.module) is above \(below.sorted()) in the table")
            above.insert(row.module)
        }
    }

    @Test("The program only imports the library, and the text and system modules")
    func programUsesTheLibrary() throws {
        let rows = try ModuleTable().rows
        let program = rows.filter { $0.group == "Program" }
        try #require(!program.isEmpty)
        let below = Set(rows.filter { ["Model", "Language", "Query", "Data", "Output"].contains($0.group) }.map(\.module))
        for row in program {
            let found = row.allowed.intersection(below).sorted()
            #expect(found.isEmpty, "\(row.module) imports \(found): give Workbench a call that says what is wanted")
        }
    }

    @Test("Guests only import the library")
    func guestsUseTheLibrary() throws {
        let rows = try ModuleTable().rows
        let ours = Set(rows.filter { $0.group != ModuleTable.guests }.map(\.module)).subtracting(Self.library)
        let guests = rows.filter { $0.group == ModuleTable.guests }
        #expect(try guests.count >= Repository.guests().count)
        for row in guests {
            let found = row.allowed.intersection(ours).sorted()
            #expect(found.isEmpty, "\(row.module) imports \(found): give TallyKit a call in `Guests` that says what is wanted")
        }
    }

    /// The modules of the product `TallyKit`.
    private static let library: Set = ["TallyKit", "TallyCharts"]

    @Test("Only the library lends declarations to guests")
    func loansAreOfTheLibrary() throws {
        let files = try Repository.sources().filter { !$0.isOfGuest && !Self.library.contains($0.module) }
        let loans = files.flatMap { file in
            // The attribute of an import only uses what the library lends.
            file.all(AttributeSyntax.self).filter {
                $0.attributeName.trimmedDescription == "_spi" && $0.parent?.parent?.is(ImportDeclSyntax.self) != true
            }.map { file.finding("`@_spi` outside of the library", at: $0) }
        }
        #expect(loans == [])
    }

    @Test("Tests do not use @testable")
    func noTestableImport() throws {
        let findings = try Repository.tests().flatMap { file in
            file.imports.filter { $0.node.attributes.contains { $0.trimmedDescription == "@testable" } }.map {
                file.finding("import without @testable: modules use `package`", at: $0.node)
            }
        }
        #expect(findings == [])
    }

    @Test(
        "Only the wrapper modules import SQLite, readline, libedit and zlib",
        arguments: [
            ("GRDB", ["SQLiteStorage"]), ("GRDBSQLite", ["SQLiteStorage"]), ("CReadline", ["TallyShell"]), ("CEditline", ["TallyShell"]),
            ("CZlib", ["SystemBridges"]),
            ("CMalloc", ["SystemBridges"]),
            ("CSandbox", ["SystemBridges"]),
            ("ArgumentParser", ["tally"]),
        ])
    func fewModulesEach(library: String, modules: [String]) throws {
        let importers = try ModuleTable().rows.filter { $0.allowed.contains(library) }.map(\.module)
        #expect(importers == modules)
    }
}
