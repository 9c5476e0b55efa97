import Foundation
import HealthModel
package import QueryCompiler
package import QueryDiagnostics
import QueryHelp
package import QuerySyntax
import QueryVocabulary
import StoreCommands
import SystemBridges

/// A folder of saved queries. Each is a small script, named after the query, `let` or `def` that it ends with.
///
/// Users can read, edit, share and run the files. The statements before the last one define names that only the last statement sees.
/// A file is read when a statement uses its name and nothing else has that name.
package struct QueryLibrary: Sendable {
    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// Uses the folder `TALLY_LIBRARY`, or `tally/queries` in the user's data folder. Returns nil if neither is known.
    package init?(environment: [String: String]) {
        if let named = environment["TALLY_LIBRARY"], !named.isEmpty {
            folder = named
            return
        }
        guard let data = UserFolders.data(environment) else { return nil }
        folder = data + "/tally/queries"
    }

    /// The paths of the saved queries, by the keys of their names.
    private var files: [String: String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [:] }
        var files: [String: String] = [:]
        // A pipe would wait for its writer.
        for name in names.sorted() where name.hasSuffix(".tally") && FilePath.isFile(folder + "/" + name) {
            files[Name.key(of: String(name.dropLast(6)))] = folder + "/" + name
        }
        return files
    }

    /// The names of the saved queries, sorted. Does not read the files.
    package var names: [String] { files.values.map { String($0.dropFirst(folder.count + 1).dropLast(6)) }.sorted() }

    package func path(of name: Name) -> String? { files[name.key] }

    /// A saved query in the list of `show saved`.
    package struct Entry {
        package var name: String
        /// The last statement on one line, or the problem if the file has none.
        package var text: String
    }

    package func entries() -> [Entry] {
        files.sorted { $0.key < $1.key }.map { _, path in
            let name = String(path.dropFirst(folder.count + 1).dropLast(6))
            switch Self.read(path) {
            case .success(let file): return Entry(name: name, text: QueryFormatter.text(of: file.last))
            case .failure(let problem): return Entry(name: name, text: problem.message)
            }
        }
    }

    // MARK: Reading

    /// The reason why a file is not a valid saved query.
    package struct Problem: Error {
        var message: String
    }

    private struct File {
        var parsed: ParseResult
        var last: Statement
    }

    private static func read(_ path: String) -> Result<File, Problem> {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do throws(CommandError) {
            let parsed = Parser.parse(try ScriptFile.read(path)).helped()
            if let error = parsed.diagnostics.first(where: { $0.severity == .error }) {
                let position = parsed.source.position(at: error.range.start)
                return .failure(Problem(message: "\(name):\(position.line):\(position.column): \(error.message)"))
            }
            guard let last = parsed.statements.last else { return .failure(Problem(message: "\(name) is empty")) }
            return .success(File(parsed: parsed, last: last))
        } catch {
            return .failure(Problem(message: error.message))
        }
    }

    /// Adds the saved queries that a statement uses to `names`. Returns the problems of their files.
    package func fill(_ names: inout NameTable, for statement: Statement, in source: SourceText) -> [Diagnostic] {
        if statement.kind.has(.noSavedNames) { return [] }
        return fill(&names, for: SourceText(source[statement.range])).map { $0.moved(by: statement.range.start) }
    }

    /// Adds the saved queries that `text` uses, directly or indirectly, to `names`. Returns the problems of their files.
    private func fill(_ names: inout NameTable, for text: SourceText) -> [Diagnostic] {
        let files = files
        guard !files.isEmpty else { return [] }
        var findings: [Diagnostic] = []
        var waiting = [(text, SourceRange?.none)]
        var seen: Set<String> = []
        while let (text, place) = waiting.popLast() {
            for word in text.words where names.isFree(word.key) && seen.insert(word.key).inserted {
                guard let path = files[word.key], case .unknown = MetricCatalog.resolve(name: word.key) else { continue }
                // A problem in an indirectly used file is reported at the first name.
                let range = place ?? word.range
                switch Self.read(path) {
                case .failure(let problem):
                    findings.append(
                        Diagnostic(
                            .unusableSavedQuery, problem.message, at: range, help: "fix the file, or delete it with `forget \(word.text)`"))
                case .success(let file):
                    if !names.save(file.last, after: file.parsed.statements.dropLast(), as: word.key, source: file.parsed.source) {
                        findings.append(
                            Diagnostic(
                                .unusableSavedQuery, "the file of `\(word.text)` does not end with a query, a `let` or a `def`", at: range,
                                help: "fix the file, or delete it with `forget \(word.text)`"))
                    }
                    waiting.append((file.parsed.source, range))
                }
            }
        }
        return findings
    }

    // MARK: Writing

    /// Saves `text` as `name`, in a file that only its owner can read.
    package func save(_ text: String, as name: Name) throws {
        guard name.text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == " " }) else {
            throw CommandError(.wrong, "the name of a saved query is a file name: use letters, digits, spaces, `_` and `-`")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.unavailable, "can't create the folder \(folder): \(error.localizedDescription)")
        }
        let path = files[name.key] ?? folder + "/" + name.text + ".tally"
        try ResultFile(path: path, mayReplace: true).write { $0(text) }
    }

    package func remove(_ name: Name) throws {
        guard let path = files[name.key] else { return }
        try ResultFile.remove(path)
    }
}

extension SourceText {
    /// A word that may be a name.
    package struct Word {
        package var text: String
        var key: String
        var range: SourceRange
    }

    /// The words that may be names, in order.
    package var words: [Word] {
        Lexer.lex(self).tokens.compactMap { token in
            switch token.kind {
            case .word: Word(text: self[token.range], key: Name.key(of: self[token.range]), range: token.range)
            case .quotedName:
                Word(
                    text: self[token.range], key: Name.key(of: self[SourceRange(token.range.start + 1, token.range.end - 1)]),
                    range: token.range)
            default: nil
            }
        }
    }
}
