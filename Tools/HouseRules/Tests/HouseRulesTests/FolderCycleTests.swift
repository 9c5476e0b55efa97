import HouseRules
import Testing

@Suite("Folders of a module do not depend on each other in cycles")
struct FolderCycleTests {
    @Test("No two folders depend on each other; files outside of folders count as one folder")
    func noCycles() throws {
        let modules = Dictionary(grouping: try Repository.sources(), by: \.module).sorted { $0.key < $1.key }
        #expect(modules.flatMap { FolderCycles.findings(in: $0.key, $0.value) } == [])
    }

    @Test("Finds cycles of two or three folders, but not one-way dependencies")
    func plantedCycles() {
        func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: "Sources/Model/Planted/\(path).swift", text: text) }
        let (a, b, c) = (
            file("A/Apple", "struct Apple {}"), file("B/Bread", "struct Bread { var a: Apple }"),
            file("Cake", "struct Cake { var b: Bread }")
        )
        #expect(FolderCycles.findings(in: "Planted", [a, b, c]) == [])
        let pair = FolderCycles.findings(in: "Planted", [file("A/Apple", "struct Apple { var b: Bread }"), b, c])
        #expect(pair.count == 1 && pair[0].contains("depend on each other, A, B:"))
        let round = FolderCycles.findings(in: "Planted", [file("A/Apple", "struct Apple { var c: Cake }"), b, c])
        #expect(round.count == 1 && round[0].contains("the root"))
        #expect(FolderCycles.findings(in: "Planted", [file("A/Apple", "// of Bread\nstruct Apple { let text = \"Bread\" }"), b, c]) == [])
    }
}
