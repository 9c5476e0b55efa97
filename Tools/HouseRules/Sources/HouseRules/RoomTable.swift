import Foundation

/// The lists of folders in ARCHITECTURE.md, below “Rooms of the large modules”.
package struct RoomTable {
    package struct Module {
        package var name: String
        /// The files to open first, from the module's folder.
        package var files: [String]
        /// The folders that have a line.
        package var folders: Set<String>
    }

    package let modules: [Module]

    package init() throws {
        let lines = try Repository.text(of: "ARCHITECTURE.md").split(separator: "\n")
        let section = lines.drop { $0 != "## Rooms of the large modules" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        var modules: [Module] = []
        for line in section {
            let code = line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                .map { String($0.element) }
            if line.hasPrefix("**`"), let name = code.first {
                modules.append(Module(name: name, files: Array(code.dropFirst()), folders: []))
            } else if line.hasPrefix("| `"), let last = modules.indices.last {
                let cell = line.dropFirst().prefix { $0 != "|" }
                modules[last].folders.formUnion(cell.split(separator: ",").map { $0.filter { $0 != "`" && $0 != " " } })
            }
        }
        self.modules = modules
    }
}
