/// The kinds of exercise of Health Connect.
struct ExerciseType {
    /// The name in Health Connect.
    var name: String
    /// Apple's name of the activity, without its prefix.
    var activity: String

    /// The type of an exercise with this number. One that is not in the table has its number as its name.
    init(_ number: Int64) {
        guard let index = Int(exactly: number), ExerciseType.table.indices.contains(index) else {
            (name, activity) = (String(number), "Other")
            return
        }
        let words = ExerciseType.table[index].split(separator: " ").map(String.init)
        name = words[0]
        activity = words.count > 1 ? words[1] : words[0].prefix(1).uppercased() + words[0].dropFirst()
    }

    /// The names from 0 on, each with Apple's name unless that is the same.
    private static let table: [String] = [
        "unknown Other", "badminton", "baseball", "basketball", "biking Cycling", "bikingStationary Cycling", "bootCamp CrossTraining",
        "boxing", "calisthenics FunctionalStrengthTraining", "cricket", "dancing Dance", "exerciseClass Other", "fencing",
        "footballAmerican AmericanFootball", "footballAustralian AustralianFootball", "frisbeeDisc DiscSports", "golf",
        "guidedBreathing MindAndBody", "gymnastics", "handball", "highIntensityIntervalTraining", "hiking", "iceHockey Hockey",
        "iceSkating SkatingSports", "martialArts", "paddling PaddleSports", "paragliding Other", "pilates", "racquetball",
        "rockClimbing Climbing", "rollerHockey Hockey", "rowing", "rugby", "running", "runningTreadmill Running", "sailing",
        "scubaDiving UnderwaterDiving", "skating SkatingSports", "skiing DownhillSkiing", "snowboarding", "snowshoeing SnowSports",
        "soccer",
        "softball", "squash", "stairClimbing", "strengthTraining TraditionalStrengthTraining", "stretching Flexibility",
        "surfing SurfingSports", "swimmingOpenWater Swimming", "swimmingPool Swimming", "tableTennis", "tennis", "volleyball", "walking",
        "waterPolo", "weightlifting TraditionalStrengthTraining", "wheelchair WheelchairWalkPace", "yoga", "otherWorkout Other",
        "stairClimbingMachine StairClimbing", "elliptical", "rowingMachine Rowing",
    ]

    /// The numbers of segments that are not exercise: rest and pause.
    static let breaks: Set<Int64> = [66, 67]
}
