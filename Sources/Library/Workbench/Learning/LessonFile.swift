import Foundation
package import Lessons
import QueryDiagnostics
import StoreCommands
import SystemBridges

/// Lessons in files, which people write for others.
package enum LessonFile {
    /// Returns the lesson in a file, for a learner. Throws if it is not a lesson, or if its statements read or write files.
    static func read(_ path: String) throws -> Lesson {
        let lesson = try draft(path)
        let advice = "`tally learn --author \(path)` says what is missing"
        guard !lesson.title.isEmpty, !lesson.stops.isEmpty else {
            throw CommandError(.unavailable, "\(path) is not a lesson: it has no title or no questions. \(advice)")
        }
        if let use = LessonChecker.fileUses(in: lesson).first {
            throw CommandError(.unavailable, "\(path), line \(use.line): \(use.message)")
        }
        return lesson
    }

    /// Returns the lesson in a file, for its author.
    private static func draft(_ path: String) throws -> Lesson {
        if let status = try? FilePath.status(of: path), !status.isRegular {
            throw CommandError(.unavailable, "\(path) is not a regular file; write the path of a lesson")
        }
        let source = try ScriptFile.readMarkdown(path)
        let file = (path as NSString).lastPathComponent
        var lesson = LessonReader.read(source[source.fullRange], named: (file as NSString).deletingPathExtension)
        lesson.path = path
        return lesson
    }

    /// Returns the problems of each lesson in a file or a folder, by the paths of the files.
    package static func problems(at path: String) throws -> [(path: String, problems: [LessonProblem])] {
        try files(at: path).map { ($0, try LessonChecker.problems(of: draft($0))) }
    }

    private static func files(at path: String) throws -> [String] {
        guard (try? FilePath.status(of: path))?.isDirectory == true else { return [path] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path))?.filter(LessonCatalog.isPath).sorted() ?? []
        let files = names.map { (path as NSString).appendingPathComponent($0) }.filter(FilePath.isFile)
        guard !files.isEmpty else { throw CommandError(.unavailable, "\(path) has no lessons, which are files with names in .md") }
        return files
    }
}
