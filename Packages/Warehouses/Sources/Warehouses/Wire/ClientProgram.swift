import Foundation
@_spi(Guests) import TallyKit

/// A run of a client program, such as curl.
struct ClientProgram {
    /// The name of the program.
    let name: String
    let file: URL
    let environment: [String: String]

    /// Finds a program in the folders of `PATH`. Returns nil if it is not installed.
    init?(_ name: String, environment: [String: String]) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { URL(filePath: String($0)) }
        guard let file = folders.map({ $0.appending(path: name) }).first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
        else { return nil }
        self.name = name
        self.file = file
        // The program does not need Tally's secrets.
        self.environment = environment.filter { !$0.key.hasPrefix("TALLY_") }
    }

    /// Makes a write to a program that has ended fail, instead of ending this process.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    struct Ending {
        var status: Int32
        var output: [UInt8]
        var errors: String
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - input: What the program reads on standard input, such as its settings with a password. Fewer than 64 KiB.
    ///   - folder: A private folder for its output.
    func run(_ arguments: [String], input: String, folder: PrivateFolder, isCancelled: () -> Bool) throws -> Ending {
        Self.ignoreClosedPipes()
        let process = Process()
        process.executableURL = file
        process.arguments = arguments
        process.environment = environment
        let (output, errors) = (try folder.write([], "output"), try folder.write([], "errors"))
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        try? pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? pipe.fileHandleForWriting.close()
        var nap = 0.001
        while process.isRunning {
            if isCancelled() {
                SystemCalls.end(process.processIdentifier)
                process.waitUntilExit()
                throw CancellationError()
            }
            SystemCalls.sleep(seconds: nap)
            nap = min(nap * 1.5, 0.05)
        }
        // On a terminal, Ctrl-C also ends the program.
        if isCancelled() { throw CancellationError() }
        return Ending(
            status: process.terminationStatus, output: Array(try Data(contentsOf: output)),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

/// A folder for requests and answers that only its owner can read. It is deleted with the last reference to it.
///
/// If Tally is killed, its folder stays. The next one deletes it, after an hour: the name has the number of the process, but a process in
/// a container that shares the folder for temporary files is not visible here.
final class PrivateFolder: Sendable {
    let url: URL
    private static let start = "tally-engine-"

    init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        url = parent.appending(path: "\(Self.start)\(getpid())-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // The file system has the clock that dated the other folders, too.
        let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
        if let now = facts?[.modificationDate] as? Date { Self.removeAbandoned(in: parent, now: now) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Deletes the folders of this user whose processes ended without deleting them an hour before `now`.
    private static func removeAbandoned(in parent: URL, now: Date) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(start) {
            let folder = parent.appending(path: name)
            guard let process = name.dropFirst(start.count).split(separator: "-").first.flatMap({ Int32($0) }), process > 0,
                kill(process, 0) != 0, errno == ESRCH,
                let facts = try? FileManager.default.attributesOfItem(atPath: folder.path),
                facts[.type] as? FileAttributeType == .typeDirectory,
                facts[.ownerAccountID].map({ "\($0)" }) == "\(geteuid())",
                let changed = facts[.modificationDate] as? Date, now.timeIntervalSince(changed) > 3600
            else { continue }
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Writes a new file that only its owner can read, also if Tally is ended before it deletes the folder.
    func write(_ bytes: [UInt8], _ name: String) throws -> URL {
        let file = url.appending(path: "\(name)-\(UUID().uuidString)")
        try PrivateFile.write(Data(bytes), to: file)
        return file
    }
}

/// Files and folders that only their owner can use.
enum PrivateFile {
    static func write(_ data: Data, to file: URL) throws {
        guard FileManager.default.createFile(atPath: file.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
    }

    /// Creates a folder, and those around it. An existing folder keeps its permissions.
    static func createFolder(_ folder: URL) throws {
        if FileManager.default.fileExists(atPath: folder.path) { return }
        if folder.pathComponents.count > 1 { try createFolder(folder.deletingLastPathComponent()) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Takes the permissions of a folder away from others.
    static func close(_ folder: URL) throws { try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
}
