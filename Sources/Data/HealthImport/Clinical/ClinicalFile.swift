package import HealthModel

/// The readings in a clinical record, in the storage units of their metrics.
package struct ClinicalFile: Hashable, Sendable {
    package let values: [Double]
    package let metrics: [MetricID]

    /// Reads the text of a file. A file that is not an observation is without readings.
    package init(_ bytes: [UInt8]) {
        guard case .observation(let readings, _, _) = ClinicalRecord(bytes) else {
            (values, metrics) = ([], [])
            return
        }
        (values, metrics) = (readings.map(\.value), readings.map(\.metric))
    }
}
