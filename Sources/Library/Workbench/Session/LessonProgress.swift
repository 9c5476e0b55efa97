import Foundation
import StoreCommands
import SystemBridges

/// The user's progress in the lessons, stored in a file that only its owner can read.
///
/// The file has a line for each lesson: its name, and `done` or the number of stops that are passed.
package struct LessonProgress: Sendable {
    package enum State: Sendable, Hashable {
        /// This number of stops is passed.
        case begun(Int)
        case done
    }

    private let path: String

    package init(path: String) { self.path = path }

    /// Uses the file in the user's folder. Returns nil if `environment` names no home folder.
    package init?(environment: [String: String]) {
        guard let folder = UserFolders.state(environment) else { return nil }
        path = folder + "/tally/lessons"
    }

    /// The stored progress by lesson name. An unreadable file is treated as empty, and invalid lines are ignored.
    package var states: [String: State] {
        guard FilePath.isFile(path), let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
        var states: [String: State] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2 else { continue }
            states[String(words[0])] = words[1] == "done" ? .done : Int(words[1]).map { .begun(max(0, $0)) }
        }
        return states
    }

    /// Stores the state of a lesson; nil removes it.
    package func set(_ name: String, _ state: State?) throws {
        var states = states
        states[name] = state
        try write(states)
    }

    package func forgetAll() throws { try write([:]) }

    private func write(_ states: [String: State]) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try ResultFile(path: path, mayReplace: true).write { write in
            for (name, state) in states.sorted(by: { $0.key < $1.key }) {
                switch state {
                case .done: write("\(name) done\n")
                case .begun(let stops): write("\(name) \(stops)\n")
                }
            }
        }
    }
}
