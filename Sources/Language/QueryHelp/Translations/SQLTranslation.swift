import CalendarIntervals
import QuerySyntax

/// Translates SQL and InfluxQL over one table into a query.
///
/// Supports aggregates, grouping, conditions on time, value and source, order and limit.
enum SQLTranslation {
    static func query(_ words: [String]) -> String? {
        guard let select = words.firstIndex(where: { $0.lowercased() == "select" }) else {
            if words.first?.lowercased() == "delete" { return delete(words) }
            return words.dropFirst().first == "(" ? Select(words: ["select"] + words).query : nil
        }
        return Select(words: Array(words[select...])).query
    }

    private static func delete(_ words: [String]) -> String? {
        guard words.count > 2 else { return nil }
        var select = Select(words: ["select", "*"] + words.dropFirst())
        select.verb = "delete samples of"
        return select.query
    }

    /// Generic names of tables and columns, which don't identify a metric.
    fileprivate static let generic: Set<String> = [
        "samples", "records", "data", "health", "healthdata", "health_data", "daily", "measurements", "metrics", "table", "readings",
        "value", "values", "quantity",
        "amount", "v", "x", "*", "count",
    ]
    fileprivate static let timeColumns: Set<String> = [
        "time", "timestamp", "ts", "t", "date", "day", "start", "startdate", "start_date", "start_time", "starttime", "created_at",
        "datetime",
        "end", "end_date", "enddate", "recorded_at",
    ]
    fileprivate static let typeColumns: Set<String> = ["type", "metric", "name", "kind", "measurement", "quantity_type", "sample_type"]

    static func folded(_ word: String) -> String { Translation.bare(word).lowercased() }
}

/// A `select` statement split into its clauses.
private struct Select {
    var verb: String?
    private var parts: [String: [String]] = [:]
    /// True if the statement uses more than one table.
    private var isBeyond = false

    private static let openers: Set<String> = ["select", "from", "where", "group", "having", "order", "limit", "fill", "offset"]

    init(words: [String]) {
        var depth = 0
        var opener = ""
        for word in words where word != ";" {
            let lowered = word.lowercased()
            if word == "(" { depth += 1 }
            if word == ")" {
                // This parenthesis closes a subquery.
                if depth == 0 { break }
                depth -= 1
            }
            if depth == 0, Self.openers.contains(lowered), parts[lowered] == nil {
                opener = lowered
                parts[opener] = []
            } else if depth == 0, lowered == "union" || lowered == "join" {
                isBeyond = true
                return
            } else {
                parts[opener, default: []].append(word)
            }
        }
    }

    private subscript(_ opener: String) -> [String] { parts[opener] ?? [] }

    var query: String? {
        let conditions = Conditions(self["where"])
        // Don't offer a translation that drops a part of the statement.
        guard !conditions.isBeyond, !isBeyond else { return nil }
        let table = self["from"].first.map(Translation.bare) ?? ""
        let isGeneric = table.isEmpty || SQLTranslation.generic.contains(table.lowercased())
        let measures = measures(table: conditions.metric ?? (isGeneric ? nil : table))
        guard let measures else { return nil }
        var text = verb.map { "\($0) \(measures.metric)" } ?? measures.text
        let keys = keys
        if !keys.isEmpty, !measures.areSamples { text += " by " + keys.joined(separator: " and ") }
        text += conditions.ranges.map { " " + $0 }.joined()
        if !conditions.predicates.isEmpty { text += " where " + conditions.predicates.joined(separator: " and ") }
        if let fill = self["fill"].dropFirst().first { text += " fill \(fill == "0" ? "zero" : fill.lowercased())" }
        return text + order(measures)
    }

    // MARK: Measures

    private struct Measures {
        var text: String
        var metric: String
        var areSamples: Bool
        var aggregates: [String]
    }

    private func measures(table: String?) -> Measures? {
        let list = self["select"]
        var pairs: [(aggregate: String, metric: String)] = []
        for (index, word) in list.enumerated() where index + 2 < list.count && list[index + 1] == "(" {
            let argument = list[index + 2].lowercased() == "distinct" && index + 3 < list.count ? list[index + 3] : list[index + 2]
            let aggregate: String
            if ["percentile_cont", "quantile", "percentile", "approx_percentile"].contains(word.lowercased()) {
                guard let rank = list[(index + 2)...].lazy.compactMap(Double.init).first else { continue }
                aggregate = "p\(Int((rank <= 1 ? rank * 100 : rank).rounded()))"
            } else if let known = Translation.aggregate(word) {
                aggregate = known
            } else {
                continue
            }
            let column = Translation.bare(argument)
            guard let metric = table ?? (SQLTranslation.generic.contains(column.lowercased()) ? nil : column) else { return nil }
            if !pairs.contains(where: { $0 == (aggregate, metric) }) { pairs.append((aggregate, metric)) }
        }
        guard let first = pairs.first else {
            return table.map { Measures(text: "samples of \($0)", metric: $0, areSamples: true, aggregates: []) }
        }
        let aggregates = pairs.map(\.aggregate)
        let isOne = pairs.allSatisfy { $0.metric == first.metric }
        let text =
            isOne
            ? "\(aggregates.joined(separator: ", ")) \(first.metric)" : pairs.map { "\($0.aggregate) \($0.metric)" }.joined(separator: ", ")
        return Measures(text: text, metric: first.metric, areSamples: false, aggregates: aggregates)
    }

    // MARK: Grouping

    private var keys: [String] {
        guard let group = parts["group"] else { return [] }
        // `group by 1` and `group by day` refer to selected columns.
        var keys = Self.keys(in: group)
        if keys.allSatisfy({ $0 == "source" || $0 == "device" }) {
            keys = Self.keys(in: self["select"]).filter { !keys.contains($0) && $0 != "source" && $0 != "device" } + keys
        }
        return Array(keys.prefix(2))
    }

    private static func keys(in words: [String]) -> [String] {
        var keys: [String] = []
        var isArgument = false
        for (index, word) in words.enumerated() {
            if word == ")" { isArgument = false }
            guard !isArgument else { continue }
            let folded = SQLTranslation.folded(word)
            let isCall = index + 1 < words.count && words[index + 1] == "("
            let argument = isCall && index + 2 < words.count ? words[index + 2] : ""
            if let key = key(folded, isCall: isCall, argument: SQLTranslation.folded(argument)) {
                isArgument = isCall
                if !keys.contains(key) { keys.append(key) }
            }
        }
        return keys
    }

    private static func key(_ word: String, isCall: Bool, argument: String) -> String? {
        switch (word, isCall) {
        case ("date_trunc", true), ("time", true), ("time_bucket", true), ("toStartOfInterval", true): Translation.interval(argument)
        case ("extract", true), ("date_part", true): profiles[argument]
        case ("strftime", true), ("date_format", true), ("to_char", true): formats[argument]
        case ("date", true), ("todate", true), ("tostartofday", true): "day"
        case ("tostartofhour", true): "hour"
        case ("hour", true), ("dayofweek", true), ("weekday", true), ("dow", true): profiles[word]
        case ("source", _), ("device", _): word
        case ("date", false): "day"
        default: Translation.periods.contains(word) ? word : nil
        }
    }

    private static let profiles = [
        "hour": "hour of day", "dow": "weekday", "isodow": "weekday", "dayofweek": "weekday", "weekday": "weekday", "day": "day of month",
        "week": "week of year", "month": "month of year", "year": "year",
    ]
    private static let formats = [
        "%y-%m-%d": "day", "%y-%m": "month", "%y": "year", "%h": "hour of day", "%w": "weekday", "%m": "month of year", "%y-%w": "week",
        "yyyy-mm-dd": "day", "yyyy-mm": "month", "yyyy": "year", "hh24": "hour of day",
    ]

    // MARK: Order and limit

    private func order(_ measures: Measures) -> String {
        let order = self["order"].dropFirst().map { $0.lowercased() }
        let isDescending = order.contains("desc")
        let limit = self["limit"].first.flatMap(Int.init)
        let isByTime =
            order.first.map { SQLTranslation.timeColumns.contains(Translation.bare($0)) || Translation.periods.contains($0) || $0 == "1" }
            ?? true
        if measures.areSamples {
            guard verb == nil else { return "" }
            return (isDescending && isByTime ? " newest first" : "") + (limit.map { " limit \($0)" } ?? "")
        }
        var text = ""
        if let having = parts["having"] {
            // `sum(value) > 5` refers to the column `sum`.
            let words = having.split { $0 == "(" || $0 == ")" || $0 == "value" || $0 == "*" }.flatMap { $0 }
            guard let aggregate = words.first.flatMap(Translation.aggregate), words.count == 3 else { return "" }
            text = " | where \(aggregate) \(words[1]) \(words[2])"
        }
        switch (isByTime, isDescending, limit) {
        case (true, _, let limit?): return text + " | limit \(limit)"
        case (true, _, nil): return text
        case (false, true, let limit?): return text + " | top \(limit)"
        case (false, false, let limit?): return text + " | bottom \(limit)"
        case (false, let descending, nil): return text + " | sort \(measures.aggregates.first ?? "sum")" + (descending ? " descending" : "")
        }
    }
}

/// The conditions of a `where` clause, split at each `and`.
private struct Conditions {
    private(set) var metric: String?
    private(set) var ranges: [String] = []
    private(set) var predicates: [String] = []
    /// True if a condition can't be translated.
    private(set) var isBeyond = false

    init(_ words: [String]) {
        var part: [String] = []
        var awaitsSecond = false
        for word in words + ["and"] {
            let lowered = word.lowercased()
            if lowered == "between" { awaitsSecond = true }
            if lowered == "and", !awaitsSecond {
                if !part.isEmpty { read(part) }
                part = []
                continue
            }
            if lowered == "and" { awaitsSecond = false }
            part.append(word)
        }
        if ranges.count > 2 { isBeyond = true }
    }

    private mutating func read(_ words: [String]) {
        guard words.count > 2, !words.contains(where: { $0.lowercased() == "or" }) else {
            isBeyond = true
            return
        }
        let column = SQLTranslation.folded(words[0])
        let sign = words[1].lowercased()
        if SQLTranslation.typeColumns.contains(column), sign == "=" {
            metric = Translation.bare(words[2])
        } else if SQLTranslation.timeColumns.contains(column) {
            readTime(sign, Array(words[2...]))
        } else if ["value", "source", "device"].contains(column) {
            let rest = words[1...].map { $0.hasPrefix("'") ? Translation.text($0) : $0 == "<>" ? "!=" : $0.lowercased() }
            predicates.append(([column] + rest).joined(separator: " "))
        } else {
            isBeyond = true
        }
    }

    private mutating func readTime(_ sign: String, _ words: [String]) {
        if sign == "between", let and = words.firstIndex(where: { $0.lowercased() == "and" }),
            let first = time(Array(words[..<and])), let last = time(Array(words[(and + 1)...]))
        {
            ranges.append("between \(first) and \(last)")
            return
        }
        guard let time = time(words) else {
            isBeyond = true
            return
        }
        switch sign {
        case ">", ">=": ranges.append("since \(time)")
        case "<": ranges.append("until \(time)")
        case "<=": ranges.append("through \(time)")
        case "=": ranges.append("on \(time)")
        default: isBeyond = true
        }
    }

    /// Translates a time such as `'2024-01-01'`, `now() - 30d`, `now() - interval '30 days'` or `current_date - 7`.
    private func time(_ words: [String]) -> String? {
        guard let first = words.first.map(SQLTranslation.folded) else { return nil }
        if first.prefix(4).allSatisfy(\.isNumber), first.count >= 4 { return first }
        guard ["now", "current_date", "current_timestamp", "today"].contains(first) else { return nil }
        let rest = words.dropFirst().filter { !["(", ")"].contains($0) && $0.lowercased() != "interval" }
        guard rest.first == "-" else { return rest.isEmpty ? "now" : nil }
        let amount = rest.dropFirst().map(Translation.bare).joined(separator: " ").lowercased()
        let digits = amount.prefix { $0.isNumber }
        guard !digits.isEmpty else { return nil }
        let unit = amount.dropFirst(digits.count).filter { $0 != " " }
        if unit.isEmpty { return "-\(digits)d" }
        guard let known = Translation.period(unit) else {
            return unit == "m" ? "-\(digits)min" : nil
        }
        return "-\(digits)\(known.suffix)"
    }
}
