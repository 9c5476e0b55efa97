import QueryEngine
import QuerySyntax

extension StatementKind {
    /// The reason why a statement cannot run on an engine with pushed samples; nil if it can.
    var engineRefusal: EngineRefusal? {
        switch self {
        case .why: Self.refusal("`why` needs single samples, which stay in the engine")
        case .changes: Self.refusal("`changes` needs the history of a store")
        case .show(let thing, _, _) where thing.kind == .overlap:
            Self.refusal("`show overlap` needs single samples, which stay in the engine")
        case .export: Self.refusal("`export` needs single samples, which stay in the engine")
        case .add, .addSummary, .load, .delete, .importFiles, .person(.forget), .person(.rename), .decideAccess:
            EngineRefusal("an engine is only read", help: "change the store that was pushed, and push it again")
        default: nil
        }
    }

    private static func refusal(_ reason: String) -> EngineRefusal {
        EngineRefusal(reason, help: "use the store that was pushed")
    }
}
