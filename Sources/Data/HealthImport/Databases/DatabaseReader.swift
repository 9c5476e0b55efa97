import Foundation
import SystemBridges
import Threading

/// Reads the rows of a document that is a database.
protocol DatabaseReader: SendableMetatype {
    var builder: BatchBuilder { get set }

    /// - Parameter path: the path of the document, for errors.
    init(_ file: DatabaseFile, options: ImportOptions, path: String) throws(ImportError)

    /// Reads all rows. Passes each batch to `deliver`, and stops if it returns false.
    mutating func read(_ deliver: BatchDelivery)
}

extension DocumentReading {
    /// One thread reads a database from a private copy, because rows are in no order in its file.
    static func database<Reader: DatabaseReader>(by _: Reader.Type) -> DocumentReading {
        DocumentReading(lastRow: nil) { assembler, options, path, deliver throws(ImportError) in
            let (copy, bytes, failure) = try assembler.copy(of: path)
            let file: DatabaseFile
            do throws(DatabaseDamage) { file = try DatabaseFile(copy) } catch {
                throw .unreadable(path: path, reason: failure?.reason ?? "the database is damaged: \(error.reason)")
            }
            var reader = try Reader(file, options: options, path: path)
            reader.read(deliver)
            return Assembler.End(findings: reader.builder.findings, bytes: bytes, failure: failure)
        }
    }
}

extension Assembler {
    /// Copies the document into a file without a name, which only its owner can read and which ends with this process.
    fileprivate func copy(of path: String) throws(ImportError) -> (file: Descriptor, bytes: Int, failure: ReadFailure?) {
        func fail(_ error: SystemFailure) -> ImportError {
            .unreadable(path: path, reason: "a private copy of the database cannot be written: \(error.reason)")
        }
        let place = FileManager.default.temporaryDirectory.appending(path: "tally-import-\(UUID().uuidString)").path
        let file: Descriptor
        do throws(SystemFailure) {
            file = try Descriptor.open(place, O_RDWR | O_CREAT | O_EXCL)
            try FilePath.remove(place)
        } catch { throw fail(error) }
        var bytes = 0
        while let next = pieces.pop() {
            switch next {
            case .success(let piece):
                let chunk = piece.takeChunk()
                do throws(SystemFailure) { try file.writeAll(chunk.memory[chunk.start...]) } catch {
                    file.close()
                    throw fail(error)
                }
                bytes += chunk.count
                spare.put(chunk.memory)
            case .failure(let reason): return (file, bytes, reason)
            }
        }
        return (file, bytes, nil)
    }
}
