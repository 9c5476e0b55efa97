/// Code that reads bytes from outside, with the properties that it has for all bytes.
///
/// A fuzzer looks for bytes that break a property, and a test checks those that the tree keeps: `Fuzz/Corpus/NAME` has inputs that reach
/// all known code, and `Fuzz/Findings/NAME` those that once broke a property.
package struct Reader: Sendable {
    package let name: String
    /// The greatest size of inputs, in bytes.
    package let longest: Int
    /// The greatest memory of a process that reads such inputs, in MB.
    package var memory = 1024
    /// The greatest time for one input, in seconds.
    package var seconds = 10
    /// Words that inputs often have.
    package var words: [String] = []
    /// Inputs from which a fuzzer starts.
    package let seeds: @Sendable () -> [[UInt8]]
    /// Reads an input. Throws a ``BrokenProperty`` if a property does not hold, and traps if the code does.
    package let check: @Sendable ([UInt8]) throws -> Void

    /// All readers, by the kinds of data.
    package static let all: [Reader] = [
        .export, .archive, .csv, .jsonLines, .gpx, .electrocardiogram, .clinical, .healthConnect, .fit, .tcx, .tracks, .presets,
        .fitbit, .autoExport, .people,
        .statements, .questions, .scripts, .markdown, .lessons, .blocks, .quarters, .stores,
        .answers, .addresses, .frames, .assistants, .editors, .notebooks, .answerSheets, .writtenNumbers,
    ]
}

/// A property that does not hold, in words.
package struct BrokenProperty: Error, CustomStringConvertible {
    package let description: String
}

/// Throws if a property does not hold.
func demand(_ holds: Bool, _ property: @autoclosure () -> String) throws {
    guard holds else { throw BrokenProperty(description: property()) }
}

extension [String] {
    /// Inputs with these texts.
    var inputs: [[UInt8]] { map { text in [UInt8](text.utf8) } }
}
