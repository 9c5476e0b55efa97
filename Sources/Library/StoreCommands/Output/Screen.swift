package import ResultRendering
package import TallyCharts

/// The properties of the screen that shows results. Files and pipes use the defaults.
package struct Screen: Sendable {
    /// The width in columns; nil if lines can have any length.
    package var width: Int?
    /// The maximum height of a chart in lines; nil uses the natural height.
    package var height: Int?
    /// The maximum number of table rows; nil shows all rows.
    package var maximumRows: Int?
    /// True for a terminal. Control characters in the data are then made visible.
    package var isTerminal = false
    package var usesColor = false
    /// Sends a query to the terminal and returns its reply, up to the point where it is complete; empty if there is no reply.
    package var ask: @Sendable (_ question: String, _ isComplete: ([UInt8]) -> Bool) -> [UInt8] = { _, _ in [] }
    private let environment: [String: String]

    /// Creates a screen with the color depth and character set of the terminal in `environment`.
    package init(environment: [String: String] = [:]) { self.environment = environment }

    /// Returns the color depth of the terminal, from its name.
    private static func colors(_ environment: [String: String]) -> ColorDepth {
        let terminal = environment["TERM"] ?? ""
        switch environment["COLORTERM"] {
        case "truecolor", "24bit": return .trueColor
        default: return terminal.contains("direct") ? .trueColor : terminal.contains("256color") ? .palette256 : .sixteen
        }
    }

    /// Returns true if the terminal only shows ASCII, from its name or the locale.
    private static func isASCII(_ environment: [String: String]) -> Bool {
        if ["dumb", "linux"].contains(environment["TERM"]) { return true }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let encoding = locale?.lowercased() else { return false }
        return !encoding.contains("utf-8") && !encoding.contains("utf8")
    }

    /// The graphics protocol of the terminal; nil if it has none or does not reply.
    package var graphics: TerminalGraphics? { TerminalGraphics(answer: ask(TerminalGraphics.query, TerminalGraphics.isComplete)) }

    /// The graphics protocols that a user can choose without asking the terminal.
    package static let (kitty, sixel) = (TerminalGraphics(.kitty), TerminalGraphics(.sixel))

    /// The render options for this screen.
    package var renderOptions: RenderOptions {
        var options = RenderOptions()
        options.width = width
        options.height = height
        options.maximumRows = maximumRows
        options.isTerminal = isTerminal
        options.usesColor = usesColor
        // Skips this if possible, because the first search in a string is slow.
        if usesColor { options.colors = Self.colors(environment) }
        options.isASCII = isTerminal && Self.isASCII(environment)
        return options
    }
}
