import Foundation
import QueryDiagnostics
import QuerySyntax

/// Lexes, parses and formats a script of 10,000 lines, which repeats the scripts in the given folders. Prints the shortest time of each.
@main
struct ParserBenchmark {
    private static let lineCount = 10_000
    private static let runs = 20
    /// The limit for lexing and parsing together.
    private static let limit = Duration.milliseconds(100)

    static func main() throws {
        var lines: [Substring] = []
        for folder in CommandLine.arguments.dropFirst() {
            for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".tally") {
                lines += try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
            }
        }
        guard !lines.isEmpty else { fatalError("no scripts in \(CommandLine.arguments.dropFirst())") }
        let script = (0..<lineCount).map { lines[$0 % lines.count] }.joined(separator: "\n") + "\n"
        let source = SourceText(script, file: "benchmark.tally")
        let lexing = least { _ = Lexer.lex(source) }
        let parsing = least { _ = Parser.parse(source) }
        let result = Parser.parse(source)
        let formatting = least { _ = QueryFormatter.format(result) }
        print("\(lineCount) lines, \(source.bytes.count / 1024) KB, \(result.statements.count) statements; shortest of \(runs) runs")
        print("lexing              \(lexing)")
        print("lexing and parsing  \(parsing)")
        print("formatting          \(formatting)")
        if parsing > limit { exit(1) }
    }

    private static func least(_ body: () -> Void) -> Duration {
        (0..<runs).map { _ in ContinuousClock().measure(body) }.min() ?? .zero
    }
}
