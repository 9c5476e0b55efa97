/// The levels of a night as values of Apple's sleep analysis.
enum FitbitSleep {
    static let unspecified = 1
    static let awake = 2

    /// Returns the value of a level; nil for an unknown one.
    static func raw(_ level: String) -> Int? {
        switch level.lowercased() {
        case "asleep", "unspecified": unspecified
        // Fitbit counts time without rest as awake.
        case "wake", "awake", "restless": awake
        case "light": 3
        case "deep": 4
        case "rem": 5
        default: nil
        }
    }

    /// A part of a night with one level.
    struct Part: Hashable {
        var start: Int64
        var end: Int64
        var raw: Int
    }

    /// Returns the parts of a night with short wakes cut out of them.
    ///
    /// A document has wakes of up to three minutes in another list than the stages that they interrupt. Fitbit subtracts them.
    static func parts(_ stages: [Part], wakes: [Part]) -> [Part] {
        let wakes = wakes.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var parts: [Part] = []
        var first = 0
        for stage in stages.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            while first < wakes.count, wakes[first].end <= stage.start { first += 1 }
            var start = stage.start
            var next = first
            while stage.raw != awake, next < wakes.count, wakes[next].start < stage.end {
                let wake = Part(start: max(wakes[next].start, start), end: min(wakes[next].end, stage.end), raw: awake)
                next += 1
                guard wake.start < wake.end else { continue }
                if start < wake.start { parts.append(Part(start: start, end: wake.start, raw: stage.raw)) }
                parts.append(wake)
                start = wake.end
            }
            if start < stage.end { parts.append(Part(start: start, end: stage.end, raw: stage.raw)) }
        }
        return parts
    }
}
