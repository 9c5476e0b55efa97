import Foundation
import HouseRules
import Testing

@Suite("Large modules have a map")
struct RoomTests {
    private static let greatestWithoutMap = 5_000

    @Test("ARCHITECTURE.md has a line for each folder of a module with more than 5,000 lines, and six files to open first")
    func foldersAreListed() throws {
        let listed = try RoomTable().modules
        let sources = try Dictionary(grouping: Repository.sources().filter { !$0.isOfGuest }, by: \.module)
        let large = sources.filter { $0.value.reduce(0) { $0 + $1.lineCount } > Self.greatestWithoutMap }
        #expect(Set(listed.map(\.name)).isSuperset(of: large.keys), "\(Set(large.keys).subtracting(listed.map(\.name)).sorted())")
        for module in listed {
            let files = try #require(sources[module.name], "a module of Sources")
            let folders = Set(files.compactMap { $0.folder.split(separator: "/").first.map(String.init) })
            #expect(module.folders == folders, "\(module.name): \(module.folders.symmetricDifference(folders).sorted())")
            #expect(module.files.count == 6)
            let paths = Set(files.map { $0.pathFromModule.split(separator: "/").dropFirst().joined(separator: "/") })
            #expect(paths.isSuperset(of: module.files), "\(module.name): \(Set(module.files).subtracting(paths).sorted())")
        }
    }
}
