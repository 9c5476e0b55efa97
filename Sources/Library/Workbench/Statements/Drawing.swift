import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit

/// Draws answers as charts.
extension StatementRunner {
    /// Returns the chart of an answer.
    func drawing(of answer: StatementAnswer, as format: OutputFormat) throws(ToldMistake) -> ResultDrawing {
        var options = ChartOptions()
        options.now = answer.plan?.nowOfRows ?? session.now
        options.weekStart = session.settings.queries.weekStart
        options.lower = answer.axis?.lower
        options.upper = answer.axis?.upper
        options.lines = answer.lines
        do throws(ChartRefusal) {
            return try ResultDrawing(answer.table, as: format, options: options)
        } catch {
            let place = answer.output?.formatRange ?? SourceRange(at: 0)
            throw tell(Diagnostic(error, at: place))
        }
    }

    /// The layout options of results: the settings, or the properties of the output if a setting is automatic.
    var renderOptions: RenderOptions {
        let settings = session.settings
        var options = output.screen.renderOptions
        options.width = settings.width ?? options.width
        options.height = settings.height ?? options.height
        switch settings.glyphs {
        case .auto: break
        case .unicode: options.isASCII = false
        case .ascii: options.isASCII = true
        }
        guard options.isTerminal else { return options }
        switch settings.graphics {
        case .off: options.graphics = nil
        case .auto: options.graphics = output.screen.graphics
        case .kitty: options.graphics = Screen.kitty
        case .sixel: options.graphics = Screen.sixel
        }
        return options
    }

    /// The layout options of files, which do not depend on the terminal.
    var fileOptions: RenderOptions {
        var options = RenderOptions()
        options.width = session.settings.width
        options.height = session.settings.height
        options.isASCII = session.settings.glyphs == .ascii
        return options
    }
}
