import Foundation
import StoreCommands

/// The names of students, and names of folders for them that are safe on every system.
package enum StudentNames {
    static let greatestCount = 500

    /// Returns names for students who are only counted.
    static func numbered(_ count: Int) -> [String] {
        let width = max(2, "\(count)".count)
        return (1...max(1, count)).map { "student-" + String(repeating: "0", count: width - "\($0)".count) + "\($0)" }
    }

    /// Returns the names in a list with one a line.
    static func read(_ path: String) throws(CommandError) -> [String] {
        let text = String(decoding: try ClassFolder.read(path, upTo: 1 << 20), as: UTF8.self)
        let names = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\u{FEFF}"))) }
            .filter { !$0.isEmpty }
        guard !names.isEmpty else { throw CommandError(.wrongUsage, "\(path) has no names; write one name on each line") }
        guard names.count <= greatestCount else {
            throw CommandError(.wrongUsage, "\(path) has \(names.count) names; a class has at most \(greatestCount)")
        }
        return names
    }

    /// Returns a different folder name for each name, in order.
    package static func folders(for names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let base = safe(name)
            var (folder, number) = (base, 1)
            while !taken.insert(folder.lowercased()).inserted {
                number += 1
                folder = "\(base)-\(number)"
            }
            return folder
        }
    }

    /// Returns true if a folder has the name of its student, apart from spaces.
    static func isEvident(_ folder: String, for name: String) -> Bool {
        folder == name.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }

    /// Windows gives these names to devices.
    private static let devices: Set<String> = {
        let numbered = (1...9).flatMap { ["com\($0)", "lpt\($0)"] }
        return Set(["con", "prn", "aux", "nul"] + numbered)
    }()

    private static func safe(_ name: String) -> String {
        var folder = ""
        for character in name.precomposedStringWithCanonicalMapping {
            let isPlain = character.isLetter || character.isNumber || character == "_"
            if isPlain { folder.append(character) } else if folder.last != "-", !folder.isEmpty { folder.append("-") }
            if folder.utf8.count > 60 { break }
        }
        while folder.hasSuffix("-") { folder.removeLast() }
        if folder.isEmpty { folder = "student" }
        return devices.contains(folder.lowercased()) ? folder + "-1" : folder
    }
}
