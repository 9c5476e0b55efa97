// MARK: Objects and samples

/// The UUID of an object, as the key path of a predicate.
public let HKPredicateKeyPathUUID = "UUID"
/// The source of an object, as the key path of a predicate.
public let HKPredicateKeyPathSource = "source"
/// The source of an object with its version, as the key path of a predicate.
public let HKPredicateKeyPathSourceRevision = "sourceRevision"
/// The device of an object, as the key path of a predicate.
public let HKPredicateKeyPathDevice = "device"
/// The metadata of an object, as the key path of a predicate.
public let HKPredicateKeyPathMetadata = "metadata"
/// The correlation that contains an object, as the key path of a predicate.
public let HKPredicateKeyPathCorrelation = "correlation"
/// The workout to which an object belongs, as the key path of a predicate.
public let HKPredicateKeyPathWorkout = "workout"
/// The start of a sample, as the key path of a predicate.
public let HKPredicateKeyPathStartDate = "startDate"
/// The end of a sample, as the key path of a predicate.
public let HKPredicateKeyPathEndDate = "endDate"
/// The quantity of a sample, as the key path of a predicate.
public let HKPredicateKeyPathQuantity = "quantity"
/// The value of a category sample, as the key path of a predicate.
public let HKPredicateKeyPathCategoryValue = "value"
/// The day of an activity summary, as the key path of a predicate.
public let HKPredicateKeyPathDateComponents = "dateComponents"

// MARK: Quantity samples with more than one value

/// The number of values in a sample, as the key path of a predicate.
public let HKPredicateKeyPathCount = "count"
/// The sum of a cumulative sample, as the key path of a predicate.
public let HKPredicateKeyPathSum = "quantity"
/// The average of a discrete sample, as the key path of a predicate.
public let HKPredicateKeyPathAverage = "quantity"
/// The lowest value of a discrete sample, as the key path of a predicate.
public let HKPredicateKeyPathMin = "min"
/// The highest value of a discrete sample, as the key path of a predicate.
public let HKPredicateKeyPathMax = "max"
/// The newest value of a discrete sample, as the key path of a predicate.
public let HKPredicateKeyPathMostRecent = "most_recent"
/// The start of the newest value of a discrete sample, as the key path of a predicate.
public let HKPredicateKeyPathMostRecentStartDate = "most_recent_start_date"
/// The end of the newest value of a discrete sample, as the key path of a predicate.
public let HKPredicateKeyPathMostRecentEndDate = "most_recent_end_date"
/// The duration of the newest value of a discrete sample, as the key path of a predicate.
public let HKPredicateKeyPathMostRecentDuration = "most_recent_duration"

// MARK: Workouts

/// The activity of a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutType = "workoutType"
/// The duration of a workout in seconds, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutDuration = "duration"
/// The distance of a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutTotalDistance = "totalDistance"
/// The active energy of a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned = "totalEnergyBurned"
/// The swimming strokes of a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount = "totalSwimmingStrokeCount"
/// The climbed floors of a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed = "totalFlightsClimbed"
/// The sum of a quantity in a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutSumQuantity = "sumQuantity"
/// The average of a quantity in a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutAverageQuantity = "averageQuantity"
/// The lowest value of a quantity in a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutMinimumQuantity = "minimumQuantity"
/// The highest value of a quantity in a workout, as the key path of a predicate.
public let HKPredicateKeyPathWorkoutMaximumQuantity = "maximumQuantity"
