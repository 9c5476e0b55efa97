/// A format of documents: how Tally recognizes it, where it looks for it, how it reads it, and how it describes it.
///
/// A format is a value in the list `all` and a reader. No other code of this module asks for one of them by name.
package struct DocumentFormat: Sendable {
    /// All formats, in the order in which they are asked. The first one that recognizes a document reads it, so a format comes before
    /// another one that also recognizes its documents.
    static let all: [DocumentFormat] = [
        .appleExport, .healthConnect, .fitbit, .fitbitExport, .autoExport, .autoExportFiles, .fit, .tcx, .gpx, .activityFiles, .jsonLines,
        .csv,
    ]

    /// The properties that the report depends on.
    let reported: ReportedFormat
    /// The name that chooses the format in an option. Empty if no option can choose it.
    var option = ""
    /// True if a document is read with a preset that recognizes its columns.
    var yieldsToPresets = false
    /// How documents of this format differ from scripts.
    let apartFromScripts: ScriptDifference
    let reading: DocumentReading
    /// Returns true for the lowercased path of a file in an archive or folder that may be a document, which its first bytes then decide.
    /// Nil if the format is only read from single files.
    var isMember: (@Sendable (_ path: String) -> Bool)? = nil
    /// Returns true for the lowercased path of a file in an archive or folder that is a part of a document of many files. Nil if documents
    /// are single files.
    var isPart: (@Sendable (_ path: String) -> Bool)? = nil
    /// Returns true for the path of a file that is only read together with others. Nil if each file can be read alone.
    var isAddition: (@Sendable (_ path: String) -> Bool)? = nil
    /// Returns true for the first bytes of such a part. Nil if its path decides alone.
    var recognizesPart: (@Sendable (FilePrefix) -> Bool)? = nil
    /// Returns true for the first bytes of a document.
    let recognizes: @Sendable (FilePrefix) -> Bool

    /// The formats that an option can choose.
    package static let options = all.filter(\.isFirstWithOption).map(\.option)

    /// True if an option chooses the format, and none before it.
    private var isFirstWithOption: Bool {
        !option.isEmpty && Self.all.first { $0.option == option }?.reported == reported
    }

    /// The names of all formats of single files, such as `FIT, CSV or JSON Lines`.
    static var names: String {
        let names = all.filter(\.isFirstWithOption).map { $0.reported.name.replacing(" export", with: "") }
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    // MARK: - Archives and folders

    /// Returns true if a file of an archive or folder may be a document, by its path.
    static func mayBeDocument(_ path: String) -> Bool {
        let path = path.lowercased()
        return !path.split(separator: "/").contains("__macosx") && all.contains { $0.isMember?(path) == true }
    }

    /// The format of a file of an archive or folder. Nil if it is not a document.
    static func ofMember(_ path: String, _ prefix: FilePrefix) -> DocumentFormat? {
        let path = path.lowercased()
        return all.first { $0.isMember?(path) == true && $0.recognizes(prefix) }
    }

    /// The formats that archives and folders can contain, such as `an Apple Health export`.
    static var namesOfMembers: String {
        let names = all.filter { $0.isMember != nil || $0.isPart != nil }.map(\.reported.phrase)
        return names.dropLast().joined(separator: ", ") + (names.last.map { ", or \($0)" } ?? "")
    }
}

/// How the documents of a format differ from scripts, which are text as well.
enum ScriptDifference: Sendable {
    /// The content shows that it is a document with samples.
    case always
    /// The content shows the format, but files of this format can also contain other things than samples.
    case byContent
    /// Only one of these endings of the name shows that text is not a script.
    case byName([String])
}

/// How a document is cut and read.
struct DocumentReading: Sendable {
    /// Returns the offset of the last place where a row probably starts, to cut a document into pieces. Nil if one thread reads it whole.
    let lastRow: (@Sendable (Bytes) -> Int?)?
    let read: @Sendable (Assembler, ImportOptions, _ path: String, BatchDelivery) throws(ImportError) -> Assembler.End

    /// Several threads read pieces of a document.
    static func inPieces<Reader: PieceReader & ~Copyable>(by reader: Reader.Type) -> DocumentReading {
        DocumentReading(lastRow: { Reader.lastRow(in: $0) }) { assembler, options, path, deliver throws(ImportError) in
            try assembler.readPieces(by: Reader.self, options: options, path: path, deliver)
        }
    }

    /// One thread reads a document from start to end.
    static func whole<Reader: DocumentReader & ~Copyable>(by reader: Reader.Type) -> DocumentReading {
        DocumentReading(lastRow: nil) { assembler, options, path, deliver throws(ImportError) in
            try assembler.readWhole(by: Reader.self, options: options, path: path, deliver)
        }
    }
}
