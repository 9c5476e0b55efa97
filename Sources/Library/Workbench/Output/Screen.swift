import ResultRendering
import TallyCharts

/// What is known of the place where results are shown; of a file or a pipe nothing is.
package struct Screen: Sendable {
    /// Columns of text; nil where lines may be of any length.
    package var width: Int?
    /// Lines that a picture may take; nil takes a natural height.
    package var height: Int?
    /// The most rows of a table; nil shows all.
    package var maximumRows: Int?
    /// Whether it is a terminal, so that control characters of the data must not pass.
    package var isTerminal = false
    package var usesColor = false
    /// Asks the terminal a question and returns what it says, all that comes until that is complete; empty where nobody answers.
    package var ask: @Sendable (_ question: String, _ isComplete: ([UInt8]) -> Bool) -> [UInt8] = { _, _ in [] }
    private let environment: [String: String]

    /// A place that is, where it is a terminal, the one that `environment` tells of.
    package init(environment: [String: String] = [:]) { self.environment = environment }

    /// How many colours the terminal has, by what it calls itself.
    private static func colors(_ environment: [String: String]) -> ColorDepth {
        let terminal = environment["TERM"] ?? ""
        switch environment["COLORTERM"] {
        case "truecolor", "24bit": return .trueColor
        default: return terminal.contains("direct") ? .trueColor : terminal.contains("256color") ? .palette256 : .sixteen
        }
    }

    /// Whether the terminal shows ASCII alone: by its name, or by a locale that says so.
    private static func isASCII(_ environment: [String: String]) -> Bool {
        if ["dumb", "linux"].contains(environment["TERM"]) { return true }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let encoding = locale?.lowercased() else { return false }
        return !encoding.contains("utf-8") && !encoding.contains("utf8")
    }

    /// How the terminal shows pictures; nil where it does not, or does not answer.
    var graphics: TerminalGraphics? { TerminalGraphics(answer: ask(TerminalGraphics.query, TerminalGraphics.isComplete)) }

    /// What a renderer may assume of it.
    var renderOptions: RenderOptions {
        var options = RenderOptions()
        options.width = width
        options.height = height
        options.maximumRows = maximumRows
        options.isTerminal = isTerminal
        options.usesColor = usesColor
        // Only if it matters: a search in a string is slow the first time.
        if usesColor { options.colors = Self.colors(environment) }
        options.isASCII = isTerminal && Self.isASCII(environment)
        return options
    }
}
