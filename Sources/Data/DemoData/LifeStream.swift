import HealthModel

/// One kind of sample in a life.
struct LifeStream: Sendable {
    typealias Fill = @Sendable (DayPlan, inout LifeRandom, inout LifeColumn) -> Void

    let metric: MetricID
    /// The storage and export unit of the values. Empty for category types.
    let unit: String
    /// The number of decimals. All values are decimal numbers, so an export contains them exactly.
    let decimals: Int
    /// Streams with the same salt get the same random numbers. For example, the distance of a walk has the times of its steps.
    let salt: UInt64
    private let fill: Fill

    private init(_ metric: MetricID, unit: String, decimals: Int, salt: UInt64, fill: @escaping Fill) {
        self.metric = metric
        self.unit = unit
        self.decimals = decimals
        self.salt = salt
        self.fill = fill
    }

    /// Creates a stream of a known quantity type.
    static func quantity(_ name: String, decimals: Int, salt: UInt64, _ fill: @escaping Fill) -> LifeStream {
        let id = MetricID("HKQuantityTypeIdentifier" + name)
        guard case .quantity(let type)? = MetricCatalog.metric(id)?.kind else { preconditionFailure("\(name) is not a quantity type") }
        return LifeStream(id, unit: type.storageUnit.symbol, decimals: decimals, salt: salt, fill: fill)
    }

    /// Creates a stream of a category type.
    static func category(_ name: String, salt: UInt64, _ fill: @escaping Fill) -> LifeStream {
        LifeStream(MetricID("HKCategoryTypeIdentifier" + name), unit: "", decimals: 0, salt: salt, fill: fill)
    }

    var isCategory: Bool { unit.isEmpty }

    /// Appends the samples of one day in ascending order of start. Each source has a start only once.
    func append(_ plan: DayPlan, seed: UInt64, to column: inout LifeColumn) {
        var random = LifeRandom(seed: seed, day: plan.dayNumber, salt: salt)
        column.begin(plan, decimals: decimals)
        fill(plan, &random, &column)
    }

    /// Returns a value as exports write it: a decimal number, or the name of a category's value.
    func text(_ value: Double) -> String {
        if case .category(let type)? = MetricCatalog.metric(metric)?.kind { return type.exportName(raw: Int(value)) ?? "" }
        var text: [UInt8] = []
        text.append(value, decimals: decimals)
        return String(decoding: text, as: UTF8.self)
    }

    /// All streams in the order of an export.
    static let all: [LifeStream] = body + heart + movement + energy + surroundings + time + category

    /// Returns the stream of a metric in ``all``.
    static func named(_ name: String) -> LifeStream {
        guard let stream = all.first(where: { $0.metric.identifier.hasSuffix("Identifier" + name) }) else {
            preconditionFailure("\(name) is not a stream")
        }
        return stream
    }
}

/// The samples of one stream during generation.
struct LifeColumn {
    private(set) var samples = SampleBatch()
    /// The metadata sets that `samples` refer to by index: the shared sets of ``LifeMetadata``, then those of single samples.
    private(set) var metadata: [MetadataSet]
    /// The current time in seconds since 1970. Later samples are not recorded yet.
    private let now: Int
    private let sharedCount: Int
    private var era: Int32 = 0
    private var scale = 1.0

    init(shared: [MetadataSet], now: Int) {
        metadata = shared
        sharedCount = shared.count
        self.now = now
    }

    mutating func begin(_ plan: DayPlan, decimals: Int) {
        era = LifeSource.era(dayNumber: plan.dayNumber)
        scale = LifeColumn.powersOfTen[decimals]
    }

    /// Appends a sample, rounded to the decimals of the stream, unless it ends after now.
    ///
    /// - Parameters:
    ///   - start: in seconds since 1970, like `end`.
    ///   - value: in the unit of the stream, or the raw value of a category.
    mutating func add(_ source: LifeSource, _ start: Int, _ end: Int, _ value: Double, metadata: Int32 = LifeMetadata.empty) {
        guard end <= now else { return }
        samples.starts.append(Int64(start) * 1000)
        samples.ends.append(Int64(end) * 1000)
        // A whole number divided by a power of ten is the double nearest to the decimal number, which a reader also gets.
        samples.values.append((value * scale).rounded() / scale)
        samples.sources.append(source.rawValue)
        samples.origins.append(source.origin(era: era))
        samples.metadata.append(metadata)
        samples.units.append(0)
        // Devices deliver their samples with a small, varying delay.
        samples.created.append(Int64(min(end + 2 + start % 61, now)) * 1000)
    }

    /// Adds the metadata of one sample and returns its id.
    mutating func intern(_ set: MetadataSet) -> Int32 {
        metadata.append(set)
        return Int32(metadata.count - 1)
    }

    /// Removes all samples and the metadata of single samples.
    mutating func removeAll() {
        samples.removeAll()
        metadata.removeSubrange(sharedCount...)
    }

    /// Returns the samples and starts again with the same metadata.
    mutating func takeSamples() -> SampleBatch {
        defer { samples = SampleBatch() }
        return samples
    }

    static let powersOfTen: [Double] = [1, 10, 100, 1000, 1e4, 1e5, 1e6]
}
