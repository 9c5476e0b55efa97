import TerminalText

/// The form of the functions in HealthKit code.
package enum HealthKitForm: Sendable, CaseIterable {
    /// The function passes its rows to a handler.
    case handler
    /// The function passes its rows to a handler, and all of them again after each change.
    case updates
    /// The function is asynchronous and returns its rows.
    case async

    /// The end of the names of queries.
    var suffix: String { self == .async ? "Descriptor" : "" }

    /// Returns the sentence that tells what the function does with its results.
    func summary(_ results: String) -> String {
        switch self {
        case .handler: "Passes the \(results), or an error, to `completion`."
        case .updates: "Passes the \(results), or an error, to `completion`: now, and all of them again after each change of samples."
        case .async: "Returns the \(results), or throws an error."
        }
    }

    /// Returns the statement that hands over the results at the end of the function.
    func handOver(_ results: String) -> String { self == .async ? "return \(results)" : "completion(\(results), nil)" }

    /// Returns the statement that hands over the results and ends the function.
    func leave(with results: String) -> String { self == .async ? handOver(results) : "return \(handOver(results))" }
}

/// A function in HealthKit code: everything around the query.
struct HealthKitFunction {
    let name: String
    /// The type of the results.
    let row: String
    /// An expression for the type of the samples.
    let type: String
    let form: HealthKitForm

    /// Writes the end of the comment and the function around a body.
    func write(permission: String, _ code: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
        code.add("///")
        if form == .updates { Self.tellEnd(&code) }
        code.comment("Request permission to read \(permission) first.", marker: "///")
        switch form {
        case .async: code.block("func \(name)(in store: HKHealthStore) async throws -> [\(row)] {", body)
        case .handler: Self.block(name, row, &code, body)
        case .updates: Self.block(Self.watching(name), row, returns: " -> HKQuery", &code, body)
        }
    }

    private static func watching(_ name: String) -> String { "watch" + name.capitalizedFirst }

    private static func tellEnd(_ code: inout SwiftWriter) {
        code.comment(
            "To end this, pass the query that the function returns to `store.stop`. HealthKit reports changed samples, not the time that "
                + "passes.", marker: "///")
        code.add("///")
    }

    private static func block(
        _ name: String, _ row: String, returns: String = "", _ code: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void
    ) {
        code.block("func \(name)(", closing: ")\(returns) {") {
            $0.add("in store: HKHealthStore,")
            $0.add("completion: @escaping @Sendable ([\(row)]?, (any Error)?) -> Void")
        }
        code.indented(body)
        code.add("}")
    }

    /// Declares `sources` around a body if a condition needs them. HealthKit compares sources by identity, not by name.
    func writeSources(if isNeeded: Bool, _ code: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
        guard isNeeded else { return body(&code) }
        let query = "let sourceQuery = HKSourceQuery(sampleType: \(type), samplePredicate: nil) { _, sources, error in"
        guard form == .async else {
            code.block(query) {
                $0.add("guard let sources else { return completion(nil, error) }")
                body(&$0)
            }
            code.add("store.execute(sourceQuery)")
            return
        }
        code.add("// HealthKit has no asynchronous query for sources.")
        code.add("typealias Sources = CheckedContinuation<Set<HKSource>, any Error>")
        code.block("let sources = try await withCheckedThrowingContinuation { (continuation: Sources) in") {
            $0.block(query) {
                $0.add("guard let sources else { return continuation.resume(throwing: error ?? HKError(.unknownError)) }")
                $0.add("continuation.resume(returning: sources)")
            }
            $0.add("store.execute(sourceQuery)")
        }
        body(&code)
    }

    /// Writes the function that calls this one again after each change, for queries that HealthKit does not update.
    func writeObserver(_ code: inout SwiftWriter) {
        code.add("")
        code.comment("\(HealthKitForm.updates.summary("rows")) An HKObserverQuery asks again with `\(name)`.", marker: "///")
        code.add("///")
        Self.tellEnd(&code)
        code.comment("Request the permission that `\(name)` needs first.", marker: "///")
        Self.block(Self.watching(name), row, returns: " -> HKQuery", &code) {
            $0.add("/// HealthKit does not mark its function as `Sendable`, but any thread may call it.")
            $0.block("struct Delivery: @unchecked Sendable {") { $0.add("let acknowledge: () -> Void") }
            $0.block("let observer = HKObserverQuery(sampleType: \(type), predicate: nil) { _, acknowledge, error in") {
                $0.add("let delivery = Delivery(acknowledge: acknowledge)")
                $0.block("if let error {") {
                    $0.add("completion(nil, error)")
                    $0.add("return delivery.acknowledge()")
                }
                $0.block("\(name)(in: store) { rows, error in") {
                    $0.add("completion(rows, error)")
                    $0.add("// HealthKit delivers no more changes if nobody acknowledges them.")
                    $0.add("delivery.acknowledge()")
                }
            }
            $0.add("store.execute(observer)")
            $0.add("return observer")
        }
    }
}
