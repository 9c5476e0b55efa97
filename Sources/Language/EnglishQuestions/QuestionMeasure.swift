import HealthModel

/// The subject of a question as the start of a query.
struct QuestionMeasure {
    /// The aggregate and the metric, such as `sum steps`.
    private(set) var text: String
    /// The metric with the unit asked for.
    private(set) var metric: String
    /// The name of the column with the values.
    private(set) var column: String
    /// The condition for its samples.
    private(set) var condition: String?
    /// The rows that a stage works on, unless the question names others.
    private(set) var rows = "day"
    /// True for amounts, durations and counts.
    private(set) var adds = true
    private(set) var isClock = false
    /// The slots that decided the measure.
    private(set) var used: Set<SlotKind> = []
    /// The unit asked for; nil if it does not fit.
    private(set) var unit: String?
    private(set) var notes: [String] = []
    /// The name of its column, if a query has several metrics.
    let name: String
    private let subject: Slot
    private let info: QuantityType?

    init?(_ form: QuestionForm) {
        guard let subject = form.subjects.first else {
            self.init(of: Slot(kind: .sum, value: "steps", words: []))
            return
        }
        self.init(of: subject)
        if subject.kind == .workout { settleWorkout(form) }
        if [.night, .span, .event, .sum].contains(subject.kind), let long = form.first(.long) {
            guard subject.kind != .sum || info?.usualUnit.symbol == "min" else { return }
            if subject.kind == .span || subject.kind == .event { (text, column) = ("duration \(metric)", "duration") }
            used.insert(.long)
            let usual = subject.kind == .night ? "hr" : "min"
            if !long.value.isEmpty, long.value != usual { add(unit: long.value) }
        } else if subject.kind == .span, subject.words.contains("minutes") {
            used.insert(.many)
        } else if subject.kind == .span, form.has(.many) {
            (text, column) = ("count \(metric)", "count")
        }
        if subject.kind == .event { used.insert(.many) }
        if let unit = form.first(.unit)?.value { take(unit) }
    }

    private init(of subject: Slot) {
        self.subject = subject
        let parts = subject.value.replacing(" where ", with: "\n").split(separator: "\n").map(String.init)
        metric = parts.first ?? ""
        condition = parts.count > 1 ? parts[1] : nil
        name = subject.kind == .workout ? (subject.value.isEmpty || subject.value.contains(",") ? "workouts" : subject.value) : metric
        if case .known(let known) = MetricCatalog.resolve(name: metric), case .quantity(let type) = known.kind {
            info = type
        } else {
            info = nil
        }
        switch subject.kind {
        case .read:
            let metrics = metric.replacing(", ", with: "\n").split(separator: "\n")
            (text, column, adds) = (metrics.map { "average \($0)" }.joined(separator: ", "), "average", false)
        case .night: (text, column, rows) = ("duration \(metric)", "duration", "night")
        case .span: (text, column) = ("duration \(metric)", "duration")
        case .event: (text, column) = ("count \(metric)", "count")
        case .clock:
            (text, column, rows, isClock) = ("\(metric) sleep", metric, "night", true)
            metric = "sleep"
        case .workout: (text, column, metric) = ("count workouts", "count", "workouts")
        default: (text, column) = ("sum \(metric)", "sum")
        }
    }

    /// Workouts are counted, or their time or their distance is added up.
    private mutating func settleWorkout(_ form: QuestionForm) {
        let activity = subject.value
        if !activity.isEmpty { condition = activity.contains(",") ? "activity in (\(activity))" : "activity = \(activity)" }
        // "How many runs over 10 km" is a number, "runs over 10 km" a list.
        if !form.has(.limit) || form.has(.which) || form.has(.days) { used.insert(.many) }
        if form.has(.far), form.has(.long), !form.has(.average), !form.has(.extreme) { return }
        // Samples also have the distance of rides that nobody recorded as workouts.
        let isRidden = subject.words.contains { ["cycled", "biked", "rode", "bike"].contains($0) } && activity == "cycling"
        if let far = form.first(.far), isRidden, !form.has(.per), !form.has(.extreme) {
            (text, column, condition, metric) = ("sum distanceCycling", "sum", nil, "distanceCycling")
            used.insert(.far)
            if !far.value.isEmpty { add(unit: far.value) }
        } else if let far = form.first(.far) {
            (text, column, rows) = ("sum workout distance", "sum", "workout")
            used.insert(.far)
            if !far.value.isEmpty { add(unit: far.value) }
        } else if let long = form.first(.long) {
            (text, column, rows) = ("duration workouts", "duration", "workout")
            used.insert(.long)
            if !long.value.isEmpty, long.value != "min" { add(unit: long.value) }
        }
    }

    private mutating func add(unit: String) {
        text += " in \(unit)"
        self.unit = unit
    }

    /// Takes the unit asked for, if values can be converted to it.
    private mutating func take(_ symbol: String) {
        // A number of steps is not a percentage.
        if symbol == "%", info?.usualUnit.symbol != "%" { return }
        let isGlucose = info?.usualUnit.symbol == "mg/dL"
        guard case .success(let wanted) = HealthUnit.parseForPeople(symbol, for: isGlucose ? MetricInfo(.quantity(info!)) : nil) else {
            return
        }
        let usual: HealthUnit? =
            switch column {
            case "duration": .hour
            case "sum" where subject.kind == .workout || metric == "workout distance": HealthUnit("km")
            default: info?.usualUnit
            }
        guard let usual, usual.isCompatible(with: wanted) else { return }
        if subject.kind == .read || subject.kind == .sum { metric += " in \(symbol)" }
        add(unit: symbol)
    }

    var withoutCondition: QuestionMeasure {
        var copy = self
        copy.condition = nil
        return copy
    }

    /// True for readings at one time, which last only if they are held.
    var isPoint: Bool { !name.hasSuffix("AudioExposure") }

    var isSpan: Bool { subject.kind == .span }

    /// True for what a day has or has not, such as workouts.
    var isCounted: Bool { [.event, .workout, .span].contains(subject.kind) }

    // MARK: Limits

    /// How long a reading lasts in questions about the time in which values are above or below a limit.
    var hold: String { info?.usualUnit.symbol == "mg/dL" ? "15min" : "2min" }

    /// The metrics that a watch or a sensor measures many times a day, so that a day has a greatest and a least value.
    static let often: Set<String> = ["heartRate", "glucose", "spo2", "environmentalAudioExposure"]
    private var isOften: Bool { Self.often.contains(name) }

    func columnOfDay(_ limit: String) -> String { isOften ? (limit.hasPrefix("<") ? "min" : "max") : "average" }
    func textOfDay(_ limit: String) -> String { "\(columnOfDay(limit)) \(metric)" }

    /// Returns the limit of a column, without the unit that the column has.
    func limit(_ limit: String) -> String {
        let usual =
            switch column {
            case "duration": subject.kind == .night ? "hr" : "min"
            default: unit ?? info?.usualUnit.symbol ?? ""
            }
        let words = limit.split(separator: " ")
        return words.last.map(String.init) == usual ? words.dropLast().joined(separator: " ") : limit
    }

    /// Returns false for a limit with a unit of something else, such as 5 km for a number of workouts.
    func canHave(_ limit: String) -> Bool {
        let symbol = limit.split(separator: " ").last.map(String.init) ?? ""
        guard Double(symbol) == nil, let unit = HealthUnit(symbol) else { return true }
        switch column {
        case "count": return false
        case "duration": return unit.isCompatible(with: .hour)
        default:
            let usual = subject.kind == .workout ? HealthUnit("km") : info?.usualUnit
            return symbol.hasPrefix("mmol") || usual.map(unit.isCompatible) ?? true
        }
    }

    /// Returns the condition for samples; workouts have a duration and a distance.
    ///
    /// Nil if workouts have nothing with the unit of the limit.
    func valueLimit(_ limit: String) -> String? {
        guard subject.kind == .workout else { return "value " + self.limit(limit) }
        let symbol = limit.split(separator: " ").last.map(String.init) ?? ""
        let isOf = { (unit: HealthUnit) in HealthUnit(symbol).map { $0.isCompatible(with: unit) } ?? false }
        if isOf(.hour) { return "duration " + limit }
        if isOf(.kilocalorie) { return "energy " + limit }
        return Double(symbol) != nil || HealthUnit("km").map(isOf) == true ? "distance " + limit : nil
    }

    /// Returns the share of the time in which readings are within a limit.
    func timeWithin(_ limit: String) -> String {
        let limit = self.limit(limit)
        if limit.hasPrefix("> ") { return "time above " + limit.dropFirst(2) }
        if limit.hasPrefix("< ") { return "time below " + limit.dropFirst(2) }
        guard limit.hasPrefix("between ") else { return "share (value \(limit))" }
        return "time in range " + limit.dropFirst(8).replacing(" and ", with: " to ")
    }

    /// Returns the column by which workouts are sorted: the time, or the distance for activities that cover one.
    func size(_ extreme: String, isLong: Bool) -> String {
        let activities: Set<String> = ["running", "cycling", "walking", "hiking", "swimming", "rowing"]
        return extreme.hasSuffix("far") || !isLong && activities.contains(subject.value) ? "distance" : "duration"
    }
}
