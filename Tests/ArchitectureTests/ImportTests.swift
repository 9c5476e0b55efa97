import Testing

@Suite("Modules import what ARCHITECTURE.md says")
struct ImportTests {
    @Test("Every folder of Sources is in the table, and nothing else is")
    func tableIsComplete() throws {
        let listed = try ModuleTable().rows.map(\.module).sorted()
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

    @Test("A module imports only what stands above it in the table")
    func tableIsInOrder() throws {
        var above: Set<String> = []
        let modules = Set(try Repository.modules()).subtracting(["CReadline", "CZlib"])
        for (module, allowed) in try ModuleTable().rows {
            let below = allowed.intersection(modules).subtracting(above)
            #expect(below.isEmpty, "\(module) stands above \(below.sorted())")
            above.insert(module)
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
            ("GRDB", "SampleStore"), ("CReadline", "Shell"), ("CZlib", "HealthExport"), ("ArgumentParser", "tally"),
        ])
    func oneModuleEach(library: String, module: String) throws {
        let importers = try ModuleTable().rows.filter { $0.allowed.contains(library) }.map(\.module)
        #expect(importers == [module])
    }
}
