import HealthModel
package import QueryDiagnostics
import StorageModel

extension PipelineTrace {
    /// Runs `body` and records its stages and the views of a store that it reads.
    package func recording<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self) { try ViewPurpose.$observer.withValue({ Self.record($0) }, operation: body) }
    }

    /// Runs `body` and records its stages and the views of a store that it reads.
    package func recording<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$current.withValue(self) { try await ViewPurpose.$observer.withValue({ Self.record($0) }, operation: body) }
    }

    private static func record(_ purpose: ViewPurpose) { record(.read, "SampleStorage → SampleSource", for: purpose.rawValue) }
}
