import ArgumentParser
import Shell
import TallySession

/// Opens the shell on a session.
struct ShellCommand {
    let options: CommonOptions

    init(_ options: CommonOptions) { self.options = options }

    func run(_ session: Session) throws {}
}
