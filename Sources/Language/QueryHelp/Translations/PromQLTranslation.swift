/// Translates PromQL with functions and aggregations of one selector into a query.
enum PromQLTranslation {
    static func isFunction(_ word: String) -> Bool {
        word.hasSuffix("_over_time") || ["rate", "irate", "increase", "delta", "topk", "bottomk", "histogram_quantile"].contains(word)
    }

    static func query(_ words: [String]) -> String? {
        var reader = Reader(words: words)
        guard reader.expression(depth: 0), let metric = reader.metric else { return nil }
        var query = [reader.inner ?? reader.outer, metric].compactMap { $0 }.joined(separator: " ")
        let keys = [reader.window] + reader.labels.map { $0 }
        let by = keys.compactMap { $0 }
        if !by.isEmpty { query += " by " + by.joined(separator: " and ") }
        if !reader.matchers.isEmpty { query += " where " + reader.matchers.joined(separator: " and ") }
        if let top = reader.top { query += " | \(top)" }
        return query
    }

    private struct Reader {
        let words: [String]
        private var position = 0
        var metric: String?
        /// The function directly around the selector. `outer` is the aggregation around it.
        var inner: String?
        var outer: String?
        var window: String?
        var labels: [String] = []
        var matchers: [String] = []
        var top: String?

        init(words: [String]) { self.words = words }

        private var current: String { position < words.count ? words[position] : "" }

        private mutating func eat(_ word: String) -> Bool {
            guard current == word else { return false }
            position += 1
            return true
        }

        /// Reads an expression. Returns false if there is none.
        mutating func expression(depth: Int) -> Bool {
            guard depth < 20, Translation.isWord(current) else { return false }
            let name = current
            position += 1
            readLabels()
            guard eat("(") else { return selector(name) }
            switch name.lowercased() {
            case "topk", "bottomk":
                top = (name.lowercased() == "topk" ? "top " : "bottom ") + current
                position += 1
                guard eat(",") else { return false }
            case "histogram_quantile", "quantile_over_time", "quantile":
                guard let rank = Double(current), (0...1).contains(rank) else { return false }
                let percent = rank * 100
                inner = "p" + (percent == percent.rounded() ? String(Int(percent)) : String(percent))
                position += 1
                guard eat(",") else { return false }
            default:
                let aggregate = ["rate", "irate", "increase", "delta"].contains(name.lowercased()) ? "sum" : Translation.aggregate(name)
                if isFunction(name.lowercased()) { inner = aggregate } else if outer == nil { outer = aggregate }
            }
            guard expression(depth: depth + 1), eat(")") else { return false }
            readLabels()
            return true
        }

        /// Reads labels such as `by (source, day)`, if there are any.
        private mutating func readLabels() {
            guard current.lowercased() == "by", position + 1 < words.count, words[position + 1] == "(" else { return }
            position += 2
            while position < words.count, !eat(")") {
                let label = current.lowercased()
                if Translation.periods.contains(label) || label == "source" || label == "device" { labels.append(label) }
                position += 1
            }
        }

        /// Reads the rest of a selector such as `steps{source="Watch"}[1h:5m]`. Returns false if it is malformed.
        private mutating func selector(_ name: String) -> Bool {
            metric = name
            if eat("{") {
                while position + 2 < words.count, current != "}" {
                    let (field, sign) = (words[position].lowercased(), words[position + 1])
                    // The lexer splits `=~` into two tokens.
                    let isPattern = words[position + 2] == "~"
                    let value = words[min(words.count - 1, position + (isPattern ? 3 : 2))]
                    if ["source", "device"].contains(field) {
                        matchers.append("\(field) \(isPattern ? "matches" : sign) \(Translation.text(value))")
                    }
                    position += isPattern ? 4 : 3
                    _ = eat(",")
                }
                guard eat("}") else { return false }
            }
            guard eat("[") else { return true }
            window = Translation.interval(current)
            while position < words.count, current != "]" { position += 1 }
            return window != nil && eat("]")
        }
    }
}
