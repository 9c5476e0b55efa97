import Foundation

/// `ManualSite REPOSITORY FOLDER`: writes the documents and the lessons of a repository as a static site.
///
/// The same repository gives the same bytes. A link to a missing file or heading is an error with its line, and nothing is written.
@main
enum ManualSite {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: ManualSite REPOSITORY FOLDER\n".utf8))
            exit(64)
        }
        let site = try Site(repository: URL(filePath: CommandLine.arguments[1]))
        let files = try site.files()
        guard site.mistakes.isEmpty else {
            FileHandle.standardError.write(Data(site.mistakes.joined(separator: "\n").appending("\n").utf8))
            exit(1)
        }
        let folder = URL(filePath: CommandLine.arguments[2])
        guard try Self.mayReplace(folder) else {
            FileHandle.standardError.write(Data("\(folder.path) has other files. Choose an empty folder\n".utf8))
            exit(1)
        }
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in files { try bytes.write(to: folder.appending(path: name)) }
        print("wrote \(files.count) files to \(folder.path)")
    }

    /// True for a folder that is missing or empty, or that has a site.
    private static func mayReplace(_ folder: URL) throws -> Bool {
        guard FileManager.default.fileExists(atPath: folder.path) else { return true }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let index = (try? String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)) ?? ""
        return names.isEmpty || index.contains(PageTemplate.generator)
    }
}
