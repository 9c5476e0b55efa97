import Foundation
import Synchronization
@_spi(Guests) import TallyKit

/// A running process of `spark-sql`, which answers one statement after another. It takes seconds to start, so a session keeps it.
final class SparkSession: Sendable {
    let address: WarehouseAddress
    private let program: ClientProgram
    let folder: PrivateFolder
    private let running = Mutex<Running?>(nil)

    private struct Running {
        var process: Process
        var input: FileHandle
        var output: URL
        var errors: URL
        /// The bytes of both files that were read.
        var readOutput = 0
        var readErrors = 0
        var count = 0
    }

    init(_ address: WarehouseAddress, access: WarehouseAccess) throws {
        self.address = address
        guard let program = ClientProgram("spark-sql", environment: access.environment) else {
            throw WarehouseFailure.missingProgram(
                "spark-sql", help: "install Spark, for example with `pip install pyspark`, and add its programs to PATH")
        }
        self.program = program
        folder = try PrivateFolder()
    }

    deinit { running.withLock { Self.end(&$0) } }

    var place: String { address.masked }

    /// Returns the rows of a query.
    func rows(_ query: String, isCancelled: @escaping () -> Bool) throws -> WarehouseRows {
        // A JSON object in each line keeps tabs, line feeds and nulls apart.
        let lines = try run(
            "SELECT to_json(struct(*), map('ignoreNullFields', 'false')) FROM (\n\(query)\n)", isCancelled: isCancelled)
        var answer = WarehouseRows()
        do {
            for line in lines {
                let fields = try AnswerReader.object(in: Array(line.utf8))
                if answer.names.isEmpty { answer.names = fields.map(\.name) }
                guard fields.count == answer.names.count else { throw AnswerProblem.torn }
                answer.rows.append(fields.map(\.value))
            }
        } catch is AnswerProblem {
            throw WarehouseFailure.torn(place: place)
        }
        return answer
    }

    /// Runs statements, and returns the lines that they print.
    @discardableResult
    func run(_ statements: String, isCancelled: @escaping () -> Bool) throws -> [String] {
        try running.withLock { running in
            if running?.process.isRunning != true { running = try start() }
            guard var session = running else { return [] }
            session.count += 1
            let (done, end) = ("tally-done-\(session.count)", "tally-end-\(session.count)")
            // Spark stops reading a file after an error, so the first mark is only printed after success.
            let file = try folder.write(Array("\(statements);\nSELECT '\(done)';\n".utf8), "statement")
            defer { try? FileManager.default.removeItem(at: file) }
            try session.input.write(contentsOf: Data("source \(file.path);\nSELECT '\(end)';\n".utf8))
            var lines: [String] = []
            var rest: [UInt8] = []
            var nap = 0.005
            while true {
                if isCancelled() {
                    Self.end(&running)
                    throw CancellationError()
                }
                let isRunning = session.process.isRunning
                rest += try Self.newBytes(of: session.output, after: &session.readOutput)
                while let feed = rest.firstIndex(of: 10) {
                    lines.append(String(decoding: rest[..<feed], as: UTF8.self))
                    rest.removeSubrange(...feed)
                }
                if let last = lines.lastIndex(of: end) {
                    running = session
                    guard let whole = lines.firstIndex(of: done), whole < last else {
                        throw WarehouseFailure.server(place: place, code: nil, text: try problem(&session, in: &running))
                    }
                    _ = try Self.newBytes(of: session.errors, after: &session.readErrors)
                    running = session
                    return lines[..<whole].filter { $0.hasPrefix("{") }
                }
                guard isRunning else {
                    running = session
                    let text = try problem(&session, in: &running)
                    Self.end(&running)
                    throw WarehouseFailure.server(place: place, code: nil, text: "spark-sql ended: \(text)")
                }
                SystemCalls.sleep(seconds: nap)
                nap = min(nap * 1.3, 0.1)
            }
        }
    }

    /// Returns Spark's words about an error.
    private func problem(_ session: inout Running, in running: inout Running?) throws -> String {
        let text = String(decoding: try Self.newBytes(of: session.errors, after: &session.readErrors), as: UTF8.self)
        running = session
        let lines = text.split(separator: "\n").map(String.init).filter { line in
            !["Time taken", "WARN", "INFO", "Setting ", "Using Spark", "To adjust", "WARNING:", "\tat ", "Spark "].contains {
                line.hasPrefix($0) || ($0.count == 4 && line.contains(" \($0) "))
            }
        }
        let start = lines.firstIndex { $0.hasPrefix("[") } ?? lines.firstIndex { $0.contains("Exception") } ?? 0
        return lines.isEmpty ? "no reason was given" : lines[start...].prefix(3).joined(separator: " ")
    }

    private func start() throws -> Running {
        ClientProgram.ignoreClosedPipes()
        let process = Process()
        // Only the owner may read what Spark writes. The workers of a cluster learn it from `umask-mode`.
        process.executableURL = URL(filePath: "/bin/sh")
        let settings = [
            "spark.ui.enabled": "false", "spark.sql.catalogImplementation": "in-memory", "spark.sql.session.timeZone": "UTC",
            "spark.sql.warehouse.dir": folder.url.appending(path: "warehouse").path, "spark.sql.ansi.enabled": "true",
            "spark.hadoop.fs.permissions.umask-mode": "077",
        ]
        process.arguments =
            ["-c", "umask 077; exec \"$@\"", "sh", program.file.path, "--master", address.master]
            + settings.sorted { $0.key < $1.key }.flatMap { ["--conf", "\($0.key)=\($0.value)"] }
        process.environment = program.environment
        process.currentDirectoryURL = folder.url
        let (output, errors) = (try folder.write([], "output"), try folder.write([], "errors"))
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        return Running(process: process, input: pipe.fileHandleForWriting, output: output, errors: errors)
    }

    /// Ends the process, which also stops its work in the cluster.
    private static func end(_ running: inout Running?) {
        guard let session = running else { return }
        running = nil
        try? session.input.close()
        if session.process.isRunning { SystemCalls.end(session.process.processIdentifier) }
    }

    private static func newBytes(of file: URL, after count: inout Int) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(count))
        let bytes = Array(try handle.readToEnd() ?? Data())
        count += bytes.count
        return bytes
    }
}
