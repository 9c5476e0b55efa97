import QueryEngine
package import QueryVocabulary

extension StatementWord {
    /// The reason why a statement cannot run on a warehouse with pushed samples; nil if it can.
    package var warehouseRefusal: (any Error)? {
        let (phrase, sources) = (definition.phrase, "use the store that was pushed")
        switch definition.demand {
        case .answers, .keptSettings: return nil
        case .singleSamples: return WarehouseRefusal("`\(phrase)` needs single samples, which stay in the engine", help: sources)
        case .changes: return WarehouseRefusal("`\(phrase)` needs the history of a store", help: sources)
        case .writing: return WarehouseRefusal("an engine is only read", help: "change the store that was pushed, and push it again")
        }
    }
}
