package import HealthModel

extension SampleSeries {
    /// Returns the number of the sample of this series among the stored samples `rows`. Nil if its sample is not one of them.
    package func owner(in rows: SampleBatch) -> Int64? {
        rows.starts.indices.first {
            rows.starts[$0] == start.milliseconds && rows.ends[$0] == end.milliseconds && rows.sources[$0] == source
        }.map { rows.numbers[$0] }
    }
}
