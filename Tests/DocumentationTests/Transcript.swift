import Foundation

/// A fenced block after a `<!-- runnable -->` line, with commands after `$ ` and their output.
struct Transcript {
    struct Step {
        var command: String
        /// The line index of the command in the document.
        var line: Int
        /// The line indexes of the output, up to the next command or the end of the block.
        var output: Range<Int> { line + 1..<end }
        fileprivate(set) var end: Int
    }

    private(set) var steps: [Step] = []

    /// Returns the transcripts in the lines of a document, in order.
    static func all(in lines: [String]) -> [Transcript] {
        var transcripts: [Transcript] = []
        var isMarked = false
        var isInside = false
        for (index, line) in lines.enumerated() {
            if isInside, line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                let last = transcripts.count - 1
                if line.hasPrefix("$ ") {
                    transcripts[last].steps.append(Step(command: String(line.dropFirst(2)), line: index, end: index + 1))
                } else if let step = transcripts[last].steps.indices.last {
                    transcripts[last].steps[step].end = index + 1
                }
            } else if isMarked, line.hasPrefix("```") {
                isInside = true
                transcripts.append(Transcript())
            }
            if !line.isEmpty { isMarked = line == "<!-- runnable -->" }
        }
        return transcripts
    }
}
