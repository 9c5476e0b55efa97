import Testing

@Suite("Modules import what ARCHITECTURE.md says")
struct ImportTests {
    @Test("Every module of Sources is in the table with its group, and nothing else is")
    func tableIsComplete() throws {
        let listed = try ModuleTable().rows.map { "\($0.group)/\($0.module)" }.sorted()
        let folders = try Repository.modules()
        #expect(listed == folders)
    }

    @Test("No file imports a module that its own may not")
    func importsAreAllowed() throws {
        let table = try ModuleTable()
        for file in try Repository.sources() {
            let allowed = table.allowed(for: file.module) ?? []
            for (imported, line) in file.imports where !allowed.contains(imported) && imported != file.module {
                file.report("\(file.module) may not import \(imported): see the table in ARCHITECTURE.md", at: line)
            }
        }
    }

    @Test("No module may import what none of its files imports")
    func importsAreUsed() throws {
        let imported = try Dictionary(grouping: Repository.sources(), by: \.module).mapValues {
            Set($0.flatMap { $0.imports.map(\.module) })
        }
        for row in try ModuleTable().rows {
            let unused = row.allowed.subtracting(imported[row.module] ?? [])
            #expect(unused.isEmpty, "\(row.module) imports none of \(unused.sorted()): take it out of the table in ARCHITECTURE.md")
        }
    }

    @Test("A module imports only what stands above it in the table")
    func tableIsInOrder() throws {
        var above: Set<String> = []
        let modules = Set(try ModuleTable().rows.map(\.module)).subtracting(["CReadline", "CZlib"])
        for row in try ModuleTable().rows {
            let below = row.allowed.intersection(modules).subtracting(above)
            #expect(below.isEmpty, "\(row.module) stands above \(below.sorted())")
            above.insert(row.module)
        }
    }

    @Test("Tests reach no further than package access: there is no @testable")
    func noTestableImport() throws {
        for file in try Repository.tests() {
            for (_, line) in file.imports where line.words.contains("testable") {
                file.report("import without @testable: targets speak `package`", at: line)
            }
        }
    }

    @Test(
        "Only the modules that wrap SQLite, readline and zlib see them",
        arguments: [
            ("GRDB", ["SampleStore"]), ("CReadline", ["TallyShell"]), ("CZlib", ["SystemBridges"]),
            ("ArgumentParser", ["tally"]),
        ])
    func fewModulesEach(library: String, modules: [String]) throws {
        let importers = try ModuleTable().rows.filter { $0.allowed.contains(library) }.map(\.module)
        #expect(importers == modules)
    }
}
