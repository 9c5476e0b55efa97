import Foundation
import Testing

/// Runs the field cases, and checks their form and their logs. `Tests/Field/README.md` describes both.
@Suite("Field cases")
struct FieldTests {
    @Test("A field case passes on a store in a file", arguments: Script.fields)
    func passes(script: Script) throws { try script.expectToPass(on: .blocksOfSeven) }

    @Test("A field case has one situation, its report, and how the right answer was worked out", arguments: Script.fields)
    func header(script: Script) throws {
        let lines = try String(contentsOf: script.url, encoding: .utf8).components(separatedBy: "\n")
        for name in ["Situation", "Report", "Worked out"] {
            let values = lines.filter { $0.hasPrefix("# \(name):") }.map {
                $0.dropFirst("# \(name):".count).trimmingCharacters(in: .whitespaces)
            }
            #expect(values.count == 1, "\(script): write one line `# \(name): …`")
            #expect(values.allSatisfy { !$0.isEmpty }, "\(script): the line `# \(name):` is empty")
        }
        #expect(lines.first?.hasPrefix("# Situation:") == true, "\(script): start with the situation")
        let folders = script.url.deletingLastPathComponent().pathComponents.suffix(2)
        #expect(folders.first == "Field", "\(script): put the script directly into the folder of its area")
    }

    @Test("The log of an area has one complete row for each of its scripts", arguments: try areas())
    func log(area: String) throws {
        let folder = Script.fieldFolder.appending(path: area)
        let log = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        let logged = log.components(separatedBy: "\n").compactMap(Row.init)
        let scripts = Script.fields.map(\.url).filter { $0.deletingLastPathComponent().lastPathComponent == area }
            .map(\.lastPathComponent)
        #expect(logged.map(\.script).sorted() == scripts, "Tests/Field/\(area)/README.md has one row for each script, and the reverse")
        for row in logged {
            #expect(row.cells.count == 5 && row.cells.allSatisfy { !$0.isEmpty }, "\(area): fill five cells: \(row.cells)")
        }
    }

    @Test("The list of areas names each folder of field cases")
    func listedAreas() throws {
        let list = try String(contentsOf: Script.fieldFolder.appending(path: "README.md"), encoding: .utf8)
        let linked = list.matches(of: #/\]\((\w+)/README\.md\)/#).map { String($0.output.1) }
        #expect(linked.sorted() == (try Self.areas()))
    }

    private static func areas() throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(at: Script.fieldFolder, includingPropertiesForKeys: [.isDirectoryKey])
        return try names.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(\.lastPathComponent).sorted()
    }
}

/// A row of a log whose first cell links to a script.
private struct Row {
    let script: String
    let cells: [String]

    init?(_ line: String) {
        guard line.hasPrefix("|"), let link = line.firstMatch(of: #/\]\(([^)]+\.tally)\)/#) else { return nil }
        script = String(link.output.1)
        cells = line.trimmingCharacters(in: CharacterSet(charactersIn: "| ")).components(separatedBy: " | ")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
