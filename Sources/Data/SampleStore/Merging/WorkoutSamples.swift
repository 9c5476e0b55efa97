package import HealthModel

extension WorkoutActivityType {
    /// The value of a workout's sample: the raw value of its activity. An unknown activity gets a number from
    /// 100,000 up that depends only on its name.
    package var code: Double {
        if let rawValue { return Double(rawValue) }
        // FNV-1a with 32 bits gives the same result in every process, in contrast to Hasher.
        let hash = exportName.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return 100_000 + Double(hash)
    }
}

extension SampleBatch {
    /// Creates the samples of `workouts`.
    package init(_ workouts: [Workout]) {
        self.init()
        for workout in workouts {
            starts.append(workout.start.milliseconds)
            ends.append(workout.end.milliseconds)
            values.append(WorkoutActivityType(exportName: workout.activity).code)
            sources.append(workout.source)
            origins.append(workout.origin)
            metadata.append(workout.metadata)
            units.append(0)
            created.append(workout.created?.milliseconds ?? SampleBatch.unknownTime)
            numbers.append(workout.number)
        }
    }
}
