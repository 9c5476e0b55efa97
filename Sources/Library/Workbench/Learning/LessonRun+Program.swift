import Foundation
package import Lessons
import QuerySyntax
import StoreCommands
import TallyKit
import TerminalText

/// The Swift code of a lesson, which runs on this machine or shows what it printed before.
extension LessonRun {
    /// Shows the code of a query, and what it prints.
    func show(_ program: Lesson.Program, _ output: some SessionOutput) {
        output.write(LessonText(output).statement(program.query))
        let code = session.text(of: program.query)
        output.write(code)
        do throws(SwiftRunner.Failure) {
            printed(try run(code, output), isRecorded: false, output)
        } catch {
            let text = LessonText(output)
            switch error {
            case .missing(let reason): output.write(text.paragraph("The code is not run here, because \(reason)."))
            case .cancelled: output.write(text.paragraph("The code was not run."))
            case .failed(let lines):
                output.write(text.paragraph("The code could not be run:"))
                for line in lines { output.write(text.lines(of: ScreenText.visible(line), first: "    ")) }
            }
            printed(program.output, isRecorded: true, output)
        }
    }

    private func printed(_ lines: [String], isRecorded: Bool, _ output: some SessionOutput) {
        let text = LessonText(output)
        output.write(text.paragraph(isRecorded ? "It printed this when the lesson was written:" : "It prints:"))
        for line in lines { output.write(text.printed(ScreenText.visible(line))) }
    }

    private func run(_ code: String, _ output: some SessionOutput) throws(SwiftRunner.Failure) -> [String] {
        guard let runner else { throw .missing("this session cannot start programs") }
        let tools = try runner.tools()
        guard let program = LessonProgram(code: code, setup: lesson.setup) else {
            throw .missing("it has neither a function to call nor a view")
        }
        switch output.confirm("Compile and run this code with \(tools.package.path)? It can take some minutes, and load packages.") {
        case true?: break
        case false?: throw .cancelled
        case nil: throw .missing("nobody can be asked whether to compile it")
        }
        do {
            defer { output.progress("") }
            return try runner.lines(
                of: program, with: tools,
                progress: { output.progress("compiling with swift: \($0.components.seconds) s; Ctrl-C stops it") },
                isCancelled: { output.isCancelled })
        } catch let error as SwiftRunner.Failure {
            throw error
        } catch {
            throw .failed([Session.message(of: error)])
        }
    }
}

extension Lesson {
    /// Returns the program of a part of the lesson, for tests.
    package func program(of part: Program) -> LessonProgram? {
        LessonProgram(code: LessonRun.session(of: self).text(of: part.query), setup: setup)
    }
}

extension Session {
    /// Runs a statement and returns what it prints.
    fileprivate func text(of statement: String) -> String {
        let output = Silence()
        let source = SourceText(statement)
        for statement in Parser.parse(source).statements { _ = run(statement, in: source, output: output) }
        return output.text
    }
}
