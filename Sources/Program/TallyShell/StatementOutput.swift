import Scripts
import StoreCommands
import Workbench

/// The output of a statement in the shell. Results fit the current terminal size, and Ctrl-C cancels the statement.
final class StatementOutput: SessionOutput {
    private let results: PagedOutput
    private let terminal: TerminalOutput
    private let console: any SessionOutput
    private let interruption: Interruption
    private var redrawn = RedrawnText()
    /// Called before anything is printed.
    var begin: () -> Void = {}

    init(results: PagedOutput, terminal: TerminalOutput, console: any SessionOutput, interruption: Interruption) {
        self.results = results
        self.terminal = terminal
        self.console = console
        self.interruption = interruption
    }

    var screen: Screen {
        var screen = console.screen
        let size = terminal.size
        screen.width = size.columns
        // Leaves room for the statement above a chart and the prompt below it.
        screen.height = size.rows - 2
        // Without a pager, leaves room for the header and the lines below the table.
        if !results.isPaging { screen.maximumRows = max(size.rows - 10, 10) }
        return screen
    }

    var isCancelled: Bool { interruption.isRequested }

    var takesMore: Bool { !results.isLeft }

    func write(_ text: String) {
        begin()
        redrawn.leave()
        results.write(text)
    }

    func redraw(_ text: String) {
        results.finish()
        let size = terminal.size
        terminal.write(redrawn.replacing(with: text, columns: size.columns, rows: size.rows))
    }

    // Everything else is printed below the results so far.

    func report(_ finding: Finding) {
        begin()
        redrawn.leave()
        results.finish()
        console.report(finding)
    }

    func note(_ text: String) {
        begin()
        redrawn.leave()
        results.finish()
        console.note(text)
    }

    func progress(_ line: String) {
        results.finish()
        console.progress(line)
    }

    func confirm(_ question: String) -> Bool? {
        results.finish()
        return console.confirm(question)
    }
}
