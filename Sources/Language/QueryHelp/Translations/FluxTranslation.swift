/// Translates Flux and chains of method calls into queries, if Tally has matching clauses.
enum FluxTranslation {
    /// Translates a pipeline such as
    /// `from(bucket: "b") |> range(start: -7d) |> filter(fn: (r) => r._measurement == "steps") |> aggregateWindow(every: 1h, fn: sum)`.
    static func query(_ words: [String]) -> String? {
        var metric: String?
        var aggregate: String?
        var clauses: [String] = []
        for (index, word) in words.enumerated() {
            let rest = words[(index + 1)...].prefix(4).map { $0 }
            switch (word, rest.first) {
            case ("_measurement", "==") where rest.count > 1: metric = Translation.bare(rest[1])
            case ("every", ":") where rest.count > 1: clauses += Translation.interval(rest[1]).map { ["by \($0)"] } ?? []
            case ("start", ":") where rest.count > 2 && rest[1] == "-":
                clauses.append("since -" + (rest[2].hasSuffix("m") ? rest[2] + "in" : rest[2]))
            case ("fn", ":") where rest.count > 1: aggregate = Translation.aggregate(rest[1]) ?? aggregate
            case (_, "(") where index > 1: aggregate = Translation.aggregate(word) ?? aggregate
            default: break
            }
        }
        guard let metric else { return nil }
        return ([aggregate, metric].compactMap { $0 } + clauses).joined(separator: " ")
    }

    /// Translates calls such as `steps.sum()` and `steps.by("day").mean()`.
    static func methodCall(_ words: [String]) -> String? {
        guard let metric = words.first else { return nil }
        var aggregate: String?
        var key: String?
        for word in words.dropFirst() {
            if let known = Translation.aggregate(word) { aggregate = known }
            let text = Translation.bare(word).lowercased()
            if Translation.periods.contains(text) || text == "source" { key = text }
        }
        guard let aggregate, metric != "df" else { return nil }
        return "\(aggregate) \(metric)" + (key.map { " by \($0)" } ?? "")
    }
}
