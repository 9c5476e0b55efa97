package import HealthModel
package import QueryPlan
import QueryVocabulary

extension QueryEngine {
    /// Returns the samples of `source` that `question` asks for.
    package static func laterSamples(
        _ question: LaterSamples.Question, in source: any SampleSource, options: EngineOptions = EngineOptions()
    ) throws -> LaterSamples {
        let search = try LaterSampleSearch(question, source: source, options: options)
        return switch question.kind {
        case .end: LaterSamples(end: try search.lastEnd())
        case .heldEnd: LaterSamples(end: try search.heldEnd())
        case .countAfterRange: LaterSamples(count: try search.countAfterRange())
        }
    }
}
