import Foundation
import StoreCommands
import SystemBridges

/// The files that were handed in, and whose they are.
struct HandedInFiles {
    /// A file that is not opened yet.
    struct File {
        let path: String
        let form: AnswerForm
        let modified: Int
    }

    private let folder: String
    private let owners: [String: String]
    private var files: [String: [File]] = [:]
    /// The files that could be those of a student, by the mark in them.
    private(set) var unnamed: [File] = []
    /// The files that belong to nobody.
    private(set) var strays: [String] = []
    /// The names of links, pipes and sockets that don't belong to a student, each with the reason why it is not read.
    private(set) var unread: [(name: String, reason: String)] = []

    init(in folder: ClassFolder, of students: [ClassKey.Student]) throws(CommandError) {
        self.folder = folder.handedIn
        owners = Dictionary(students.map { (Self.folded($0.folder), $0.folder) }) { first, _ in first }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.handedIn) else {
            throw CommandError(
                .unavailable, "can't read \(folder.handedIn); put there what the students handed in, as NAME.md or NAME.ipynb")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.handedIn + "/" + name
            if Self.isFolder(path), let inner = try? FileManager.default.contentsOfDirectory(atPath: path) {
                // A student handed in a folder, or a learning platform made one.
                for file in inner.sorted() where !file.hasPrefix(".") && !file.hasPrefix("README") {
                    add(path + "/" + file, to: owners[Self.folded(name)])
                }
            } else if let reason = Self.reasonNotToRead(path), AnswerForm(path: name) == nil || owners[Self.stem(of: name)] == nil {
                unread.append((name, reason))
            } else if AnswerForm(path: name) == nil {
                strays.append(name)
            } else {
                add(path, to: owners[Self.stem(of: name)])
            }
        }
    }

    private mutating func add(_ path: String, to owner: String?) {
        guard let form = AnswerForm(path: path), !Self.isStore(path) else {
            if let reason = Self.reasonNotToRead(path) { unread.append((String(path.dropFirst(folder.count + 1)), reason)) }
            return
        }
        let file = File(path: path, form: form, modified: (try? FilePath.status(of: path))?.modified ?? 0)
        if let owner { files[owner, default: []].append(file) } else { unnamed.append(file) }
    }

    /// Gives a file without the name of a student to the student whose sheet it is; nil if it has no mark of a sheet.
    ///
    /// - Returns: the folder of the student; nil if the file belongs to nobody.
    mutating func assign(_ file: File, to marked: String?) -> String? {
        let name = file.path.dropFirst(folder.count + 1)
        guard let owner = marked ?? owners[Self.stemOfCopy(String(name))] else {
            strays.append(String(name))
            return nil
        }
        files[owner, default: []].append(file)
        return owner
    }

    private static func stem(of name: String) -> String { folded(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name) }

    /// Returns the name before the sign of a copy, as in `student-01 (1).md`.
    private static func stemOfCopy(_ name: String) -> String {
        var stem = stem(of: name)[...]
        if stem.hasSuffix(")"), let start = stem.lastIndex(of: "(") { stem = stem[..<start] }
        if stem.hasSuffix(" - copy") { stem = stem.dropLast(7) }
        while stem.hasSuffix(" ") { stem.removeLast() }
        return String(stem)
    }

    /// Returns true for a folder that is not a link, which could lead to the files of somebody else.
    private static func isFolder(_ path: String) -> Bool { type(of: path) == .typeDirectory }

    private static func type(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    /// Returns the reason why something with the name of a file is not read; nil for files and folders.
    private static func reasonNotToRead(_ path: String) -> String? {
        // A link could lead to the key, and a pipe would wait.
        switch type(of: path) {
        case .typeRegular, .typeDirectory, nil: nil
        case .typeSymbolicLink: "is a link, and is not followed"
        case .typeSocket: "is a socket, and is not read"
        case .typeBlockSpecial, .typeCharacterSpecial: "is a device, and is not read"
        default: "is a pipe, and is not read"
        }
    }

    /// Returns true for the student's own store, whose name can end like that of a script.
    private static func isStore(_ path: String) -> Bool {
        guard FilePath.isPlainFile(path), let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    /// Macs write the letters of names in another way, and Windows ignores case.
    private static func folded(_ name: String) -> String { name.precomposedStringWithCanonicalMapping.lowercased() }

    /// Returns the files of a student, newest first.
    func files(of student: ClassKey.Student) -> [File] {
        (files[student.folder] ?? []).sorted { ($0.modified, $1.path) > ($1.modified, $0.path) }
    }

    /// Reads a file that was handed in. Throws the reason why it is not read, in a sentence for the student.
    static func read(_ found: File) throws(HandedInText.Unreadable) -> Data {
        guard FilePath.isPlainFile(found.path) else {
            throw HandedInText.Unreadable(reason: "the file \(reasonNotToRead(found.path) ?? "is not a file"); hand in the file itself")
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
