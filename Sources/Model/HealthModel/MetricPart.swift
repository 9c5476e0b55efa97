/// The samples of a category under a word of their own: `sleep` is sleepAnalysis with a value that means asleep.
package struct MetricPart: Hashable, Sendable {
    /// The word, which headers and columns show.
    package let name: String
    /// The word as people write it in a sentence: `time in bed`.
    package let title: String
    /// What else people call it.
    package let aliases: [String]
    /// The raw values that belong to the part; nil for all values.
    package let values: [Int]?
    /// The raw value that the word speaks of; where no sample has it, the answer is of the other values. Nil where any of `values` will do.
    package let basis: Int?

    /// The parts of sleepAnalysis: the time asleep, and everything, which covers the time in bed.
    static let ofSleep = [
        MetricPart(name: "sleep", title: "sleep", aliases: ["sleeping"], values: [1, 3, 4, 5], basis: nil),
        MetricPart(name: "timeInBed", title: "time in bed", aliases: ["inBed"], values: nil, basis: 0),
    ]
}
