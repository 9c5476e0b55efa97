import QueryDiagnostics
package import Scripts
package import StoreCommands
import Workbench

/// The output of a statement as one text, as in a terminal of 80 columns without colors.
package final class TextOutput: SessionOutput {
    package private(set) var text = ""
    package private(set) var findings: [Finding] = []
    private let stops: () -> Bool
    private let isSilent: Bool

    /// The greatest number of bytes of text. Statements with more are not finished.
    private static let greatestText = 1_000_000

    /// - Parameters:
    ///   - isSilent: true to leave findings out of the text.
    ///   - stops: returns true if nobody wants the answer any more.
    package init(isSilent: Bool = false, unless stops: @escaping () -> Bool = { false }) {
        self.isSilent = isSilent
        self.stops = stops
    }

    package func write(_ text: String) { if takesMore { self.text += text } }
    package func note(_ text: String) { write(text + "\n") }
    package func report(_ finding: Finding) {
        findings.append(finding)
        if !isSilent { write(finding.text(usesColor: false, width: 80)) }
    }
    package var screen: Screen {
        var screen = Screen()
        screen.width = 80
        screen.maximumRows = 200
        // Control characters in the data stay visible.
        screen.isTerminal = true
        return screen
    }
    package var isCancelled: Bool { stops() }
    package var takesMore: Bool { text.utf8.count < Self.greatestText }
    package var isInterruptible: Bool { false }
}
