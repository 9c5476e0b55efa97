/// The reason why a warehouse cannot be used, or why it failed.
@_spi(Guests)
public struct WarehouseFailure: Error, Hashable, Sendable {
    /// How a failure can be overcome.
    public enum Cause: Hashable, Sendable {
        /// The address or an option is wrong. No request was sent.
        case wrongUse
        /// The same request can succeed soon.
        case passing
        /// The same request would fail again.
        case lasting
    }

    /// How it can be overcome.
    public var cause: Cause
    /// The reason in one sentence, without a full stop.
    public var message: String
    /// The next step for the user.
    public var advice: String

    /// Creates a reason.
    public init(_ cause: Cause, _ message: String, advice: String) {
        (self.cause, self.message, self.advice) = (cause, message, advice)
    }
}

extension WarehouseFailure: CustomStringConvertible {
    /// The message and the advice.
    public var description: String { "\(message); \(advice)" }
}

@_spi(Guests)
extension WarehouseFailure {
    /// The answer has another form than expected.
    public static func unexpected(place: String, reason: String) -> WarehouseFailure {
        WarehouseFailure(
            .lasting, "can't read the answer of \(place): \(reason)", advice: "check that the address is that of the engine's HTTP port")
    }

    /// Nothing was pushed to this place.
    public static func empty(place: String) -> WarehouseFailure {
        WarehouseFailure(.lasting, "\(place) has no samples that Tally pushed", advice: "push a store with `tally push`")
    }

    /// Two stores have a person with the same id.
    static func severalStores(place: String, person: String, stores: [String]) -> WarehouseFailure {
        WarehouseFailure(
            .lasting, "\(place) has the person `\(person)` from \(stores.count) stores: \(stores.joined(separator: ", "))",
            advice: "choose a store: add `?store=\(stores.first ?? "")` to the address")
    }
}
