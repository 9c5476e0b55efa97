import Foundation

/// Runs the commands of a transcript in a separate home folder and working folder.
struct TranscriptRunner: ~Copyable {
    private let home: URL

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "tally-transcript-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: home.appending(path: "Examples"), withDestinationURL: Repository.root.appending(path: "Examples"))
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    /// The build folder, which contains the program.
    static let programs: URL = {
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let isBeside = FileManager.default.isExecutableFile(atPath: beside.appending(path: "tally").path)
        return isBeside ? beside : Repository.root.appending(path: ".build/debug")
    }()

    /// Returns the lines that a command prints to standard output and standard error, in order.
    func output(of command: String, input: String = "") throws -> [String] {
        let source = home.appending(path: "input")
        try Data(input.utf8).write(to: source)
        let pipe = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = home
        process.environment = ["HOME": home.path, "PATH": "\(Self.programs.path):/usr/bin:/bin", "LANG": "C.UTF-8"]
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n").trimmed
    }
}

extension [String] {
    /// The lines without empty lines at the end.
    var trimmed: [String] { Array(prefix((lastIndex { !$0.isEmpty } ?? -1) + 1)) }
}
