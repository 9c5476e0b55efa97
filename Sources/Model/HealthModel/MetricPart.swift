/// A named subset of a category type: `sleep` is sleepAnalysis with a value that means asleep.
package struct MetricPart: Hashable, Sendable {
    /// The name in queries, headers and columns.
    package let name: String
    /// The name in sentences: `time in bed`.
    package let title: String
    /// Other common names.
    package let aliases: [String]
    /// The raw values of the part; nil for all values.
    package let values: [Int]?
    /// The raw value that the name refers to. If no sample has it, the answer is based on the other values. Nil if any of `values` fits
    /// the name.
    package let basis: Int?

    /// The raw values that count only if the query asks for the value (S7.4); empty for parts that queries name.
    package let absent: [Int]
    /// All other raw values of a part with `absent` values.
    package let present: [Int]

    init(name: String, title: String, aliases: [String], values: [Int]?, basis: Int?, absent: [Int] = [], present: [Int] = []) {
        (self.name, self.title, self.aliases) = (name, title, aliases)
        (self.values, self.basis, self.absent, self.present) = (values, basis, absent, present)
    }

    /// True if the part leaves samples out.
    package var limitsSamples: Bool { values != nil || isImplied }
    /// True if queries do not name the part: it is what a metric means without a word about values.
    package var isImplied: Bool { !absent.isEmpty }

    /// The parts of sleepAnalysis: the time asleep, and all values, which together cover the time in bed.
    static let ofSleep = [
        MetricPart(name: "sleep", title: "sleep", aliases: ["sleeping"], values: [1, 3, 4, 5], basis: nil),
        MetricPart(name: "timeInBed", title: "time in bed", aliases: ["inBed"], values: nil, basis: 0),
    ]
}
