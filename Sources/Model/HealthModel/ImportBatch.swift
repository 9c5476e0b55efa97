/// Samples and related data on their way into a store, with their own dictionaries.
///
/// Ids in the columns are indexes into the dictionaries of this batch. Index 0 of `origins`, `metadata` and `units` means unknown, the
/// empty set and the storage unit.
package struct ImportBatch: Sendable, Codable, Equatable {
    /// The id of the person whose samples these are; empty for the person without a name.
    package var person = ""
    package var sources: [Source] = []
    package var origins: [Origin] = [Origin(source: 0)]
    package var metadata: [MetadataSet] = [MetadataSet()]
    package var units: [String] = [""]
    /// The samples in any order. The `numbers` columns are empty.
    package var samples: [MetricID: SampleBatch] = [:]
    package var workouts: [Workout] = []
    package var summaries: [ActivitySummary] = []
    package var correlations: [Correlation] = []
    /// The series of samples in `samples`.
    package var series: [SampleSeries] = []
    /// The units of unlisted metrics in their file.
    package var fileUnits: [MetricID: String] = [:]
    /// The metrics of which a source has at most one sample with the same start and end. Of two, the one that was created later counts
    /// (S1.2). It can contain workouts, and activity summaries, of which those of the batch count.
    package var replacing: Set<MetricID> = []
    /// The metrics of which a source has at most one sum for each time, which grows until that time has passed. Of a new and a stored one,
    /// the greater counts (S1.2).
    package var growing: Set<MetricID> = []
    /// The records of Health Connect whose samples are in this batch. An import uses and removes them; a store does not know them.
    package var records: [RecordMark] = []
    /// The samples of the person that this batch replaces: the starts of samples in milliseconds since 1970, by metric and number. A store
    /// deletes them before it writes the others.
    package var outdated: [MetricID: [Int64: Int64]] = [:]
    /// The texts of settings that are written with the batch.
    package var settings: [String: String] = [:]

    package init() {}

    /// True if the batch has nothing to write.
    package var isEmpty: Bool {
        samples.values.allSatisfy { $0.count == 0 } && workouts.isEmpty && summaries.isEmpty && correlations.isEmpty && fileUnits.isEmpty
            && settings.isEmpty
    }

    /// Decodes a batch. Versions without people wrote batches without one.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        person = try values.decodeIfPresent(String.self, forKey: .person) ?? ""
        sources = try values.decode([Source].self, forKey: .sources)
        origins = try values.decode([Origin].self, forKey: .origins)
        metadata = try values.decode([MetadataSet].self, forKey: .metadata)
        units = try values.decode([String].self, forKey: .units)
        samples = try values.decode([MetricID: SampleBatch].self, forKey: .samples)
        workouts = try values.decode([Workout].self, forKey: .workouts)
        summaries = try values.decode([ActivitySummary].self, forKey: .summaries)
        correlations = try values.decode([Correlation].self, forKey: .correlations)
        series = try values.decodeIfPresent([SampleSeries].self, forKey: .series) ?? []
        fileUnits = try values.decode([MetricID: String].self, forKey: .fileUnits)
        replacing = try values.decodeIfPresent(Set<MetricID>.self, forKey: .replacing) ?? []
        growing = try values.decodeIfPresent(Set<MetricID>.self, forKey: .growing) ?? []
        records = try values.decodeIfPresent([RecordMark].self, forKey: .records) ?? []
        outdated = try values.decodeIfPresent([MetricID: [Int64: Int64]].self, forKey: .outdated) ?? [:]
        settings = try values.decodeIfPresent([String: String].self, forKey: .settings) ?? [:]
    }
}

/// A series on its way into a store, with the fields that identify its sample.
package struct SampleSeries: Sendable, Codable, Equatable {
    package var metric: MetricID
    /// The start of the sample.
    package var start: Instant
    /// The end of the sample.
    package var end: Instant
    /// The id of the source in the batch.
    package var source: Int32
    package var series: TimeSeries

    package init(metric: MetricID, start: Instant, end: Instant, source: Int32, series: TimeSeries) {
        (self.metric, self.start, self.end, self.source, self.series) = (metric, start, end, source, series)
    }
}

/// The result of a write for the samples of one metric.
package struct WriteOutcome: Hashable, Sendable {
    package var added = 0
    package var alreadyThere = 0
    /// The number of samples that arrive later, when the device is unlocked.
    package var kept = 0
    package init() {}

    package static func + (a: WriteOutcome, b: WriteOutcome) -> WriteOutcome {
        var sum = a
        sum.added += b.added
        sum.alreadyThere += b.alreadyThere
        sum.kept += b.kept
        return sum
    }
}

/// Receives batches from an importer.
package protocol SampleSink {
    /// Writes the whole batch or nothing.
    ///
    /// A sample is the same as a stored one if metric, source, start, end and value are equal, unless both have metadata and it differs
    /// (S1.2). Samples of different people are never the same.
    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome]
    /// Writes batches, usually of different people. A store writes all of them or nothing. The default writes one after another.
    func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome]
}

extension SampleSink {
    package func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        try batches.reduce(into: [:]) { try $0.merge(write($1), uniquingKeysWith: +) }
    }
}
