import Foundation
package import StoreCommands
import SystemBridges
import TerminalText
import Threading

/// Marks what the students of a class handed in.
package struct ClassMarking: Sendable {
    package let folder: ClassFolder
    package let key: ClassKey
    /// The program that runs answers, and its arguments before the path of an export.
    private let program: String
    private let arguments: [String]
    /// The time for each answer in seconds.
    private let seconds: Int

    package init(of folder: ClassFolder, program: String, arguments: [String], seconds: Int) throws(CommandError) {
        (self.folder, self.program, self.arguments, self.seconds) = (folder, program, arguments, seconds)
        key = try folder.readKey()
    }

    /// The marks of students, and what the teacher should look at.
    package struct Result: Sendable {
        package var students: [MarkedStudent]
        package var remarks: [String]
    }

    /// Marks all students, on all cores.
    ///
    /// - Parameter name: the name or the folder of the only student that is marked; nil marks all.
    package func mark(only name: String? = nil, progress: (Int) -> Void = { _ in }) throws -> Result {
        let students =
            try name.map { name in
                let named = key.students.filter { $0.folder == name }
                let found = named.isEmpty ? key.students.filter { $0.name == name } : named
                guard let student = found.first else {
                    throw CommandError(
                        .wrongUsage, "--student: `\(ScreenText.visible(name))` is not in this class; the names are in \(folder.key)")
                }
                guard found.count == 1 else {
                    let folders = found.map(\.folder).joined(separator: ", ")
                    throw CommandError(
                        .wrongUsage, "--student: several students have the name `\(ScreenText.visible(name))`; use one of \(folders)")
                }
                return [student]
            } ?? key.students
        var files = try HandedInFiles(in: folder, of: key.students)
        var remarks = try assignUnnamed(&files)
        if name == nil {
            remarks += files.unread.map { "handed-in/\($0.name) \($0.reason)" }
            remarks += files.strays.map {
                "handed-in/\($0) belongs to nobody: name files after students, as in \(key.students[0].folder).md"
            }
        } else {
            remarks = []
        }
        let work = OrderedWork<Int, (MarkedStudent, Int32?)>(helperCount: max(0, min(students.count, Threads.coreCount) - 1)) {
            [files] number in
            try mark(students[number], files.files(of: students[number]))
        }
        defer { work.close() }
        for number in students.indices { work.add(number) }
        var marked: [MarkedStudent] = []
        var walls: Set<Int32> = []
        while marked.count < students.count {
            guard let result = work.takeResult(marked.count) else {
                work.workOrWait()
                continue
            }
            let (student, found) = try result.get()
            if let found { walls.insert(found) }
            marked.append(student)
            progress(marked.count)
        }
        remarks += marked.flatMap { student in student.remarks.map { "\(student.student.folder): \($0)" } }
        remarks += copies(among: marked)
        if let weakest = walls.min(), Confinement.Walls(rawValue: weakest) != [.files, .calls] {
            remarks.append(
                "this system has no Landlock or no filter of system calls, so answers ran with fewer walls; Linux 5.13 and later have both"
            )
        }
        return Result(students: marked, remarks: remarks)
    }

    // MARK: Files

    /// Gives files without the name of a student to those whose sheets they are.
    ///
    /// - Returns: remarks about them.
    private func assignUnnamed(_ files: inout HandedInFiles) throws -> [String] {
        var remarks: [String] = []
        for file in files.unnamed {
            let sheet = try survey(file)?.sheet
            let owner = key.students.first { sheet != nil && $0.sheet == sheet }
            if let owner = files.assign(file, to: owner?.folder) {
                remarks.append(
                    "\(name(file.path)) counts as a file of \(owner), because of \(sheet == nil ? "its name" : "the sheet in it")")
            }
        }
        return remarks
    }

    /// Reads a file in a confined process, without running it; nil if it can't be read.
    private func survey(_ file: HandedInFiles.File) throws -> AnswerLine.Facts? {
        guard let data = try? HandedInFiles.read(file) else { return nil }
        return try AnswerProcess(program: program, arguments: arguments, export: "/dev/null", seconds: seconds).survey(data, file.form)
    }

    /// The number of files of a student that are looked at.
    private static let mostFiles = 20

    /// Chooses the newest file that has answers.
    ///
    /// - Returns: also a remark if there are several files.
    private func choose(among files: [HandedInFiles.File]) throws -> (file: HandedInFiles.File, remark: String?)? {
        guard let newest = files.first else { return nil }
        guard files.count > 1 else { return (newest, nil) }
        let answered = try files.prefix(Self.mostFiles).filter { try survey($0)?.answered ?? 0 > 0 }
        let chosen = answered.first ?? newest
        let others = files.filter { $0.path != chosen.path }.map { name($0.path) }.joined(separator: ", ")
        let reason = answered.count == 1 ? "the one with answers" : answered.isEmpty ? "the newest" : "the newest with answers"
        return (chosen, "there are \(files.count) files; \(reason), \(name(chosen.path)), is marked, not \(others)")
    }

    /// Returns remarks about students who handed in the same file.
    private func copies(among students: [MarkedStudent]) -> [String] {
        var owners: [Data: [String]] = [:]
        for student in students where student.answers.contains(where: { $0.verdict != .missing }) {
            if let content = student.content { owners[content, default: []].append(student.student.folder) }
        }
        return owners.values.filter { $0.count > 1 }.map { $0.joined(separator: ", ") }.sorted().map {
            "\($0): the same file was handed in"
        }
    }

    // MARK: A student

    /// Marks a student.
    ///
    /// - Returns: also the walls around the process; nil if there was none.
    private func mark(_ student: ClassKey.Student, _ files: [HandedInFiles.File]) throws -> (MarkedStudent, Int32?) {
        guard let (found, remark) = try choose(among: files) else {
            return (all(of: student, .notHandedIn, "Nothing was handed in.", file: nil, remarks: ["nothing was handed in"]), nil)
        }
        var remarks = remark.map { [$0] } ?? []
        let file: Data
        do throws(HandedInText.Unreadable) { file = try HandedInFiles.read(found) } catch {
            return (unreadable(student, error.reason, found, remarks), nil)
        }
        let export = folder.export(of: student)
        guard (try? checksum(of: export)) == student.checksum else {
            let fault = FilePath.allows(F_OK, export) ? "is not the one of `tally class new`" : "is missing"
            remarks.append("not marked, because students/\(student.folder)/export.zip \(fault)")
            return (all(of: student, .noExport, "Not marked: your export \(fault).", file: found.path, remarks: remarks), nil)
        }
        if file.allSatisfy({ $0 <= 0x20 }) { remarks.append("\(name(found.path)) is empty") }
        let process = AnswerProcess(program: program, arguments: arguments, export: export, seconds: seconds)
        let outcome = try process.run(file, found.form, questions: student.questions.count, key: key)
        if let fault = outcome.facts.fault { return (unreadable(student, fault, found, remarks), outcome.facts.walls) }
        let answers = student.questions.enumerated().map { index, question in
            MarkedAnswer(
                outcome.answers[index + 1] ?? GivenAnswer(question: index + 1, outcome: .crashed), to: question, seconds: seconds)
        }
        if remarks.isEmpty, answers.allSatisfy({ $0.verdict == .missing }) { remarks.append("\(name(found.path)) has no answers") }
        remarks += doubts(about: answers, of: student, sheet: outcome.facts.sheet)
        return (MarkedStudent(student: student, file: found.path, content: file, answers: answers, remarks: remarks), outcome.facts.walls)
    }

    private func name(_ path: String) -> String {
        path.hasPrefix(folder.path + "/") ? String(path.dropFirst(folder.path.count + 1)) : path
    }

    private func checksum(of path: String) throws -> UInt32 {
        crc32(0, adding: try ClassFolder.read(path, upTo: 256 << 20)[...])
    }

    private func unreadable(
        _ student: ClassKey.Student, _ reason: String, _ found: HandedInFiles.File, _ remarks: [String]
    ) -> MarkedStudent {
        let sentence = reason.prefix(1).uppercased() + reason.dropFirst() + "."
        return all(of: student, .unreadable, sentence, file: found.path, remarks: remarks + ["\(name(found.path)): \(reason)"])
    }

    private func all(
        of student: ClassKey.Student, _ verdict: MarkedAnswer.Verdict, _ reason: String, file: String?, remarks: [String]
    ) -> MarkedStudent {
        let answers = student.questions.enumerated().map { MarkedAnswer(verdict, to: $1, number: $0 + 1, reason) }
        return MarkedStudent(student: student, file: file, content: nil, answers: answers, remarks: remarks)
    }

    /// Returns the reasons to think that a sheet is that of somebody else.
    private func doubts(about answers: [MarkedAnswer], of student: ClassKey.Student, sheet: String?) -> [String] {
        if let sheet, sheet != student.sheet, let other = key.students.first(where: { $0.sheet == sheet }) {
            return ["this is the sheet of \(other.folder)"]
        }
        let wrong = answers.filter { $0.verdict == .unknownNumber }
        guard wrong.count >= 2 else { return [] }
        for other in key.students where other.folder != student.folder {
            let same = wrong.count { answer in
                other.questions.indices.contains(answer.number - 1)
                    && answer.value.map { other.questions[answer.number - 1].rounding.isSame($0, other.questions[answer.number - 1].value) }
                        == true
            }
            if same >= 2, 2 * same >= wrong.count { return ["\(same) of the wrong numbers are the right ones of \(other.folder)"] }
        }
        return []
    }
}
