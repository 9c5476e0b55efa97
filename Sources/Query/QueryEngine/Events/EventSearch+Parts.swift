import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// The parts of workouts as rows: `by part of workouts` (S13.10).
extension EventSearch {
    func parts(of samples: SampleIntervals) throws -> [Event] {
        try search.parts(of: samples, in: range).map { part in
            var event = Event(stretch: Stretch(from: part.from, to: part.to))
            event.labels = [.text(WorkoutActivityType(exportName: part.activity).shortName), .text(part.name)]
            event.sample = part.workout
            return event
        }
    }
}
