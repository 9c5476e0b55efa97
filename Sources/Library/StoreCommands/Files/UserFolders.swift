/// The folders of the user that runs the program.
package enum UserFolders {
    /// Returns the data folder of the XDG base directory specification; nil if `environment` has no home folder.
    package static func data(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
        return environment["HOME"].map { $0 + "/.local/share" }
    }
}
