import Foundation

/// Which lessons were taken, and how far: a small file of the user's, for its owner alone.
///
/// A line for each lesson: its name, and `done` or the number of stops that are passed.
package struct LessonProgress: Sendable {
    package enum State: Sendable, Hashable {
        /// So many stops are passed.
        case begun(Int)
        case done
    }

    private let path: String

    package init(path: String) { self.path = path }

    /// The file of the user: in the state of a user's programs, as the XDG base directory specification has it; nil for nobody's.
    package init?(environment: [String: String]) {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let folder = state ?? environment["HOME"].map({ $0 + "/.local/state" }) else { return nil }
        path = folder + "/tally/lessons"
    }

    /// What is remembered, by the lessons' names. A file that cannot be read, or a line that is none of ours, is nothing.
    package var states: [String: State] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
        var states: [String: State] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2 else { continue }
            states[String(words[0])] = words[1] == "done" ? .done : Int(words[1]).map { .begun(max(0, $0)) }
        }
        return states
    }

    /// Remembers the state of one lesson; nil forgets it.
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
