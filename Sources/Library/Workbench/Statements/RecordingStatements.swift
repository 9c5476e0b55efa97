import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
@_spi(Guests) import TallyCharts
import TallyKit
import TerminalText

/// The picture of a recording, for pages and for terminals.
struct RecordingDrawings {
    /// The word for the recording, such as `audiogram`.
    let id: String
    let title: String
    let page: Drawing
    let terminal: Drawing
}

/// Runs statements that show one entry of a list, such as `show audiogram 3`.
extension StatementRunner {
    func showOne(of list: ListReference, number: Count, output wanted: QuerySyntax.Output?) throws -> Outcome {
        if let refusal = list.refusal(of: wanted) { throw tell(refusal) }
        switch list.word {
        case .routes: return try showRoute(number, of: list, output: wanted)
        case .audiograms: return try showAudiogram(number, of: list, output: wanted)
        case .prescriptions: return try showPrescription(number, of: list, output: wanted)
        case .gad7, .phq9:
            guard let questionnaire = Questionnaire(list.word == .gad7 ? .gad7Scores : .phq9Scores) else { return .fine }
            return try showQuestionnaire(questionnaire, number, of: list, output: wanted)
        default: return try showElectrocardiogram(number, of: list, output: wanted)
        }
    }

    /// Returns the entry of a list with a number. Reports a number that the list does not have.
    func entry<Entry>(_ number: Count, of list: ListReference, in all: [Entry], _ reader: any SampleSource) throws -> Entry {
        let number = try told(session.compiler(reading: reader).integer(number))
        guard all.indices.contains(number - 1) else { throw tell(list.lacks(number, of: all.count, at: list.range)) }
        return all[number - 1]
    }

    /// Writes the columns of a recording in a format of rows.
    func write(_ columns: [KeyColumn], rowCount: Int, _ wanted: QuerySyntax.Output?) throws {
        let table = ResultTable(kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: rowCount, keys: columns)
        var answer = StatementAnswer(table: table, output: wanted)
        try render(&answer)
    }

    /// Prints a picture, or writes it to a file.
    func write(_ picture: RecordingDrawings, as format: OutputFormat, to operand: TextOperand?) throws {
        guard let operand else {
            output.write(text(of: picture, as: format, for: nil))
            return
        }
        guard !session.storage.mayOnlyAsk else { throw CommandError(.unavailable, StatementKind.noFiles) }
        let path = try path(operand)
        try ResultFile(path: path, mayReplace: mayReplace(path)).write { write in write(text(of: picture, as: format, for: path)) }
        output.note("wrote the \(picture.id) to \(path)")
    }

    private func text(of picture: RecordingDrawings, as format: OutputFormat, for path: String?) -> String {
        let name = path?.lowercased() ?? ""
        if format == .svg || format == .chart && name.hasSuffix(".svg") { return picture.page.svg(id: picture.id) }
        if format == .html || format == .chart && (name.hasSuffix(".html") || name.hasSuffix(".htm")) {
            return picture.page.html(title: picture.title, id: picture.id)
        }
        let options = path == nil ? renderOptions : fileOptions
        var terminal = TerminalOptions(columns: options.width ?? 80, rows: options.height, isASCII: options.isASCII)
        terminal.color = options.usesColor ? options.colors : .none
        terminal.graphics = options.graphics
        return picture.terminal.terminal(terminal)
    }
}

extension Double {
    /// The number with at most three decimals.
    var short: String {
        guard abs(self) < 1e9 else { return NumberText.exact(self) }
        let text = NumberText.rounded(self, decimals: 3)
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }
}
