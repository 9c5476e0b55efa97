import HealthModel
import QueryPlan
import StorageModel

/// The sums that a warehouse added up for the samples of some people, as quarter hours of a store.
struct AddedQuarters: QuarterSource {
    /// The sums of a metric.
    struct Content {
        /// The states by part and source. Each list has the quarter hour of its states.
        fileprivate var states: [QuarterChunkContent.Key: [(place: Int64, columns: [Double])]] = [:]
        fileprivate var sources: Set<Int32> = []
        fileprivate var ranks: Set<MergingRank> = []
        fileprivate var chunks: Set<Int64> = []
        /// The samples across edges, in order.
        var crossing = SampleBatch()

        mutating func add(_ state: QuarterTask.State) {
            chunks.insert(QuarterHour.chunk(of: state.place))
            if state.source != 0 { sources.insert(state.source) }
            guard state.part != .presence else {
                for (index, isHandEntered) in [false, true].enumerated() where state.columns[index] > 0 {
                    ranks.insert(MergingRank(source: state.source, isHandEntered: isHandEntered))
                }
                return
            }
            states[.init(state.part, source: state.source), default: []].append((state.place, state.columns))
        }
    }

    private let contents: [MetricID: Content]
    private let facts: any SampleSource
    private let summary: (MetricID) throws -> MetricSummary?

    init(_ contents: [MetricID: Content], facts: any SampleSource, summary: @escaping (MetricID) throws -> MetricSummary?) {
        self.facts = facts
        self.summary = summary
        var contents = contents
        for (metric, content) in contents {
            for source in content.crossing.sources { contents[metric]?.sources.insert(source) }
            for row in content.crossing.starts.indices {
                let quarters = QuarterHour.meeting(from: content.crossing.starts[row], to: content.crossing.ends[row])
                for chunk in QuarterHour.chunk(of: quarters.lowerBound)...QuarterHour.chunk(of: quarters.upperBound - 1) {
                    contents[metric]?.chunks.insert(chunk)
                }
            }
        }
        self.contents = contents
    }

    var capabilities: SourceCapabilities { SourceCapabilities(quarters: self) }

    func persons() throws -> [Person] { try facts.persons() }
    func view(of person: String) -> any SampleSource { self }
    func metricSummaries() throws -> [MetricSummary] { try facts.metricSummaries() }
    func metricSummary(of metric: MetricID) throws -> MetricSummary? { try summary(metric) }
    func sources() throws -> [Int32: Source] { try facts.sources() }
    func origins() throws -> [Int32: Origin] { try facts.origins() }
    func setting(_ name: String) throws -> String? { try facts.setting(name) }
    func priority(of metric: MetricID) throws -> [String]? { try facts.priority(of: metric) }

    /// Returns no samples. The sums cover the whole time.
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) {}

    func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory? {
        guard let content = contents[metric] else { return QuarterDirectory(chunks: [], stale: []) }
        let order = try SourceRanking(of: metric, in: self).mergingRanks.filter(content.ranks.contains)
        return QuarterDirectory(
            chunks: content.chunks.sorted().map { QuarterChunk(index: $0, sources: content.sources.sorted(), ranks: order) }, stale: [])
    }

    func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) -> QuarterColumns? {
        let count = Int(QuarterHour.chunkSize)
        guard part != .presence else {
            // Only whether a source has samples at all is used.
            let columns = [false, true].map { isHandEntered in
                let isPresent = contents[metric]?.ranks.contains(MergingRank(source: source, isHandEntered: isHandEntered)) ?? false
                return Array(repeating: isPresent ? 1.0 : 0.0, count: count)
            }
            return QuarterColumns(columns: columns, byteCount: 0)
        }
        var columns = (0..<part.columnCount).map { column in
            Array(repeating: part == .extremes && column == 0 ? 1.0 : 0.0, count: count)
        }
        let quarters = QuarterHour.quarters(ofChunk: chunk)
        for state in contents[metric]?.states[.init(part, source: source)] ?? [] where quarters.contains(state.place) {
            for column in columns.indices { columns[column][Int(state.place - quarters.lowerBound)] = state.columns[column] }
        }
        return QuarterColumns(columns: columns, byteCount: 0)
    }

    func quarterCrossing(chunk: Int64, of metric: MetricID) -> SampleBatch? {
        var samples = SampleBatch()
        guard let crossing = contents[metric]?.crossing else { return samples }
        let quarters = QuarterHour.quarters(ofChunk: chunk)
        let (start, end) = (quarters.lowerBound * QuarterHour.milliseconds, quarters.upperBound * QuarterHour.milliseconds)
        let meeting = crossing.starts.indices.filter { crossing.starts[$0] < end && crossing.ends[$0] > start }
        samples.append(meeting.map { Int32($0) }, of: crossing)
        return samples
    }
}

/// The sums of several groups of people.
struct AddedCohort: SampleSource {
    /// The sums by one person of each group.
    let views: [String: AddedQuarters]
    /// The sums by other people; nil if there are none.
    private let others: AddedQuarters?
    private let all: any SampleSource

    init(views: [String: AddedQuarters], all: any SampleSource) { (self.views, others, self.all) = (views, nil, all) }

    init(empty: AddedQuarters, all: any SampleSource) { (views, others, self.all) = ([:], empty, all) }

    func persons() throws -> [Person] { try all.persons() }
    func view(of person: String) throws -> any SampleSource { try views[person] ?? others ?? all.view(of: person) }
    func metricSummaries() throws -> [MetricSummary] { try all.metricSummaries() }
    func sources() throws -> [Int32: Source] { try all.sources() }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) {}
}
