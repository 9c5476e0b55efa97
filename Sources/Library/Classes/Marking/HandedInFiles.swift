import Foundation
import StoreCommands
import SystemBridges

/// The files that were handed in, and whose they are.
struct HandedInFiles {
    /// The file of a student, which is not opened yet.
    struct Found {
        let path: String
        let form: AnswerForm
        /// The other files of the student, which are not marked.
        let others: [String]
    }

    private let folder: String
    private var files: [String: [(path: String, form: AnswerForm, modified: Int)]] = [:]
    /// The files that belong to nobody.
    private(set) var strays: [String] = []

    init(in folder: ClassFolder, of students: [ClassKey.Student]) throws(CommandError) {
        self.folder = folder.handedIn
        let known = Dictionary(students.map { (Self.folded($0.folder), $0.folder) }) { first, _ in first }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.handedIn) else {
            throw CommandError(
                .unavailable, "can't read \(folder.handedIn); put there what the students handed in, as NAME.md or NAME.ipynb")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.handedIn + "/" + name
            if let owner = known[Self.folded(name)], Self.isFolder(path),
                let inner = try? FileManager.default.contentsOfDirectory(atPath: path)
            {
                // A student handed in a folder.
                for file in inner.sorted() where !file.hasPrefix(".") && !file.hasPrefix("README") { add(path + "/" + file, to: owner) }
                continue
            }
            let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
            guard AnswerForm(path: name) != nil, let owner = known[Self.folded(stem)] else {
                strays.append(name)
                continue
            }
            add(path, to: owner)
        }
    }

    private mutating func add(_ path: String, to owner: String) {
        guard let form = AnswerForm(path: path), !Self.isStore(path) else { return }
        files[owner, default: []].append((path, form, (try? FilePath.status(of: path))?.modified ?? 0))
    }

    /// Returns true for a folder that is not a link, which could lead to the files of somebody else.
    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
    }

    /// Returns true for the student's own store, whose name can end like that of a script.
    private static func isStore(_ path: String) -> Bool {
        guard FilePath.isPlainFile(path), let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    /// Macs write the letters of names in another way, and Windows ignores case.
    private static func folded(_ name: String) -> String { name.precomposedStringWithCanonicalMapping.lowercased() }

    /// Returns the newest file of a student; nil if there is none.
    func file(of student: ClassKey.Student) -> Found? {
        let found = (files[student.folder] ?? []).sorted { ($0.modified, $1.path) > ($1.modified, $0.path) }
        guard let first = found.first else { return nil }
        return Found(path: first.path, form: first.form, others: found.dropFirst().map(\.path))
    }

    /// Reads a file that was handed in. Throws the reason why it is not read, in a sentence for the student.
    static func read(_ found: Found) throws(HandedInText.Unreadable) -> Data {
        // A link could lead to the key, and a pipe would wait.
        guard FilePath.isPlainFile(found.path) else {
            throw HandedInText.Unreadable(reason: "the file is a link or not a file; hand in the file itself")
        }
        let isNotebook = found.form == .notebook
        let limit = isNotebook ? AnswerRunner.greatestNotebook : AnswerRunner.greatestText
        do throws(SystemFailure) {
            let file = try Descriptor.open(found.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            defer { file.close() }
            if let bytes = try file.readAll(upTo: limit) { return Data(bytes) }
        } catch {
            throw HandedInText.Unreadable(reason: "the file can't be read: \(error.reason)")
        }
        let advice = isNotebook ? "clear all outputs of the notebook, save it, and hand it in again" : "hand in only your answers"
        throw HandedInText.Unreadable(reason: "the file is larger than \(limit >> 20) MB; \(advice)")
    }
}
