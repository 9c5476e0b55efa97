/// The folders of the user that runs the program, after the XDG base directory specification.
///
/// A path in the environment counts only if it is absolute, so an empty `HOME` is ignored.
package enum UserFolders {
    /// Returns the folder for data; nil if `environment` names no home folder.
    package static func data(_ environment: [String: String]) -> String? { folder("XDG_DATA_HOME", "/.local/share", environment) }

    /// Returns the folder for histories and progress; nil if `environment` names no home folder.
    package static func state(_ environment: [String: String]) -> String? { folder("XDG_STATE_HOME", "/.local/state", environment) }

    private static func folder(_ name: String, _ usual: String, _ environment: [String: String]) -> String? {
        func path(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return path(name) ?? path("HOME").map { $0 + usual }
    }
}
