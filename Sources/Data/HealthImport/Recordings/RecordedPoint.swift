import HealthModel

/// A moment of a recording, as a watch or a bicycle computer writes it. NaN is an unknown number.
struct RecordedPoint {
    /// The time and the place.
    var place = RoutePoints.Point()
    /// Meters since the start of the recording, or of a part of it.
    var distance = Double.nan
    /// Beats per minute.
    var heartRate = Double.nan
    /// Turns of the pedals, strokes, or steps of one leg per minute.
    var cadence = Double.nan
    /// Watts.
    var power = Double.nan
    /// Degrees Celsius at the device.
    var temperature = Double.nan
    /// The vertical movement of a step, in centimeters.
    var oscillation = Double.nan
    /// The time of a foot on the ground, in milliseconds.
    var groundContact = Double.nan
    /// The length of a step, in meters.
    var stepLength = Double.nan
    /// Breaths per minute.
    var breathing = Double.nan

    var time: Int64 { place.time ?? .min }
}

/// A part of a recording with numbers that its device computed: a lap, a sport, or all of it. Nil is an unknown number.
struct RecordedSpan {
    /// Milliseconds since 1970.
    var start: Int64
    var end: Int64
    /// The seconds without pauses.
    var activeSeconds: Double?
    /// Meters.
    var distance: Double?
    /// Kilocalories.
    var energy: Double?
    /// Kilocalories with those of the body at rest.
    var totalEnergy: Double?
    /// Strides or strokes, as the device counts them.
    var cycles: Double?
    /// Steps of both legs.
    var steps: Double?
    /// Strokes of a swimmer.
    var strokes: Double?
    var heartRate = Extent()
    /// Watts.
    var power = Extent()
    /// Meters upwards and downwards.
    var ascent: Double?
    var descent: Double?

    /// Counts cycles of a sport as steps or strokes. On foot, a cycle is two steps.
    mutating func count(_ cycles: Double?, as activity: String) {
        if SportKinds.isOnFoot(activity) { steps = steps ?? cycles.map { $0 * 2 } }
        if activity == "Swimming" { strokes = strokes ?? cycles }
    }

    /// The average, the least and the greatest of numbers.
    struct Extent {
        var average: Double?
        var minimum: Double?
        var maximum: Double?

        var isEmpty: Bool { average == nil && minimum == nil && maximum == nil }
    }
}

/// A recording of one or several sports.
struct RecordedActivity {
    /// One sport of a recording.
    struct Leg {
        /// Apple's name of the activity, without its prefix.
        var activity: String
        var span: RecordedSpan
        /// The facts in the file about the sport, as metadata.
        var metadata: [(key: String, value: String)] = []
    }

    /// The sports in the order of their starts. At least one.
    var legs: [Leg]
    /// The distance that the device had counted before; nil if nothing was recorded before.
    var counter: DistanceCounter?
    var laps: [RecordedSpan] = []
    /// Times without recording, in milliseconds.
    var pauses: [Range<Int64>] = []
    /// Lengths of a pool with their strokes.
    var lengths: [RecordedSpan] = []
    var metadata: [(key: String, value: String)] = []
    /// Parts of the only sport, such as the intervals of a planned run. The totals of the workout contain their numbers.
    var intervals: [Leg] = []
    /// Segments and other events in addition to laps and pauses.
    var events: [Workout.Event] = []

    /// Counts the energy as total energy, which includes that of the body at rest.
    mutating func countEnergyAsTotal() {
        for index in legs.indices {
            legs[index].span.totalEnergy = legs[index].span.totalEnergy ?? legs[index].span.energy
            legs[index].span.energy = nil
        }
        for index in laps.indices {
            laps[index].totalEnergy = laps[index].totalEnergy ?? laps[index].energy
            laps[index].energy = nil
        }
    }

    var start: Int64 { legs.map(\.span.start).min() ?? 0 }
    var end: Int64 { legs.map(\.span.end).max() ?? 0 }

    /// Apple's name of the whole, without its prefix. Several sports are a triathlon.
    var activity: String {
        let sports = Set(legs.map(\.activity)).subtracting(["Transition"])
        return sports.count == 1 ? sports.first ?? "Other" : "SwimBikeRun"
    }
}

/// The device that made a recording.
struct RecordedSource: Hashable {
    /// The name of the source.
    var name: String
    /// The device as Apple's exports describe it; empty if it is unknown.
    var device = ""
    /// The version of its software.
    var version = ""
    /// The UTC offset of its clock, such as `+02:00`.
    var zone: String?
    /// Further facts about its samples, as metadata.
    var facts: [String: String] = [:]
}
