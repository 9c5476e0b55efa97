package import HealthModel

/// A route of a store, without its points.
package struct StoredRoute: Sendable {
    /// The id of its person.
    package let person: String
    /// Apple's short name of the activity.
    package let activity: String
    private let workout: Int64
    private let place: Int

    /// Passes all routes of the people of a view to `body`, by person and then by time.
    package static func forEach(in reader: any SampleSource, _ body: (StoredRoute, TimeSeries) throws -> Void) throws {
        for person in try reader.persons() {
            let view = try reader.view(of: person.id)
            for workout in try view.workouts(from: .min, through: .max) {
                let activity = WorkoutActivityType(exportName: workout.activity).shortName
                for (place, route) in try view.series(.route, of: workout.number).enumerated() {
                    try body(StoredRoute(person: person.id, activity: activity, workout: workout.number, place: place), route)
                }
            }
        }
    }

    /// Returns the points.
    package func points(in reader: any SampleSource) throws -> TimeSeries {
        try reader.view(of: person).series(.route, of: workout)[place]
    }
}
