import Foundation
import Readers

// A program for libFuzzer, which has its own `main`. `Fuzz/run` starts it.
//
//     FUZZ_READER=csv Fuzzer FOLDER    looks for inputs that break a property of a reader
//     FUZZ_SEEDS=FOLDER Fuzzer         writes the seeds and the words of all readers, and a line with the limits of each, and ends

/// The reader of this process.
private let reader: Reader = {
    let name = ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""
    guard let reader = Reader.all.first(where: { $0.name == name }) else { fatalError("FUZZ_READER names no reader: `\(name)`") }
    return reader
}()

/// Checks an input. libFuzzer calls this.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do { try reader.check(bytes) } catch { fatalError("\(reader.name): this does not hold: \(error)") }
    return 0
}

/// Writes the seeds if it is asked to. libFuzzer calls this once, before all inputs.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzInitialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    for reader in Reader.all {
        do { try write(reader, to: URL(filePath: folder).appending(path: reader.name)) } catch { fatalError("cannot write: \(error)") }
        print(reader.name, reader.longest, reader.memory, reader.seconds)
    }
    exit(0)
}

private func write(_ reader: Reader, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in reader.seeds().enumerated() { try Data(seed).write(to: folder.appending(path: "seed-\(number)")) }
    let words = reader.words.map { word in
        "\""
            + word.utf8.map { byte in
                let isPlain = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
                return isPlain ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined() + "\"\n"
    }
    try Data(words.joined().utf8).write(to: folder.appendingPathExtension("words"))
}
