/// Reads the points of a route, one after the other.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The points in order of time.
    public typealias Results = AsyncThrowingStream<CLLocation, any Error>

    /// The route.
    public let workoutRoute: HKWorkoutRoute

    /// Creates the query.
    public init(_ workoutRoute: HKWorkoutRoute) { self.workoutRoute = workoutRoute }

    /// Asks a store and returns the points. They end with an `HKError` if the store can't be read.
    public func results(for healthStore: HKHealthStore) -> Results {
        let route = workoutRoute
        return AsyncThrowingStream { continuation in
            Task {
                switch await healthStore.resultInBackground({ try route.locations(in: $0) }) {
                case .success(let locations):
                    for location in locations { continuation.yield(location) }
                    continuation.finish()
                case .failure(let error): continuation.finish(throwing: error)
                }
            }
        }
    }
}
