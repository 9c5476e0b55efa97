/// The words that the app translates to the language of the phone, in English. A workout or a dose is then the same one in documents of two
/// languages. The translations are those of the app, and not those of Apple.
///
/// Sources: Lybron/health-auto-export#42, #65 and #66, and the lists of programs that read its documents, such as meltforce/FreeReps. Languages
/// without a public source are missing.
enum AutoExportWords {
    /// Returns the name of a workout in English, with spaces between its words. Unknown names stay as they are.
    static func workoutName(_ name: String) -> String {
        let plain = name.replacing("_", with: " ")
        return workouts[plain.lowercased()] ?? plain
    }

    /// Returns the status of a dose in English. Unknown words stay as they are.
    static func status(_ word: String) -> String { statuses[word.lowercased()] ?? word }

    private static let workouts = [
        "outdoor ausführen": "Outdoor Run", "indoor ausführen": "Indoor Run", "innenräume ausführen": "Indoor Run",
        "outdoor spaziergang": "Outdoor Walk", "indoor spaziergang": "Indoor Walk", "innenräume spaziergang": "Indoor Walk",
        "outdoor radfahren": "Outdoor Cycling", "indoor radfahren": "Indoor Cycling", "innenräume radfahren": "Indoor Cycling",
        "radfahren": "Cycling", "schwimmbad schwimmen": "Pool Swim", "freiwasser schwimmen": "Open Water Swim", "wandern": "Hiking",
        "rudern": "Rowing", "elliptisch": "Elliptical", "kerntraining": "Core Training",
        "funktionales krafttraining": "Functional Strength Training", "traditionelles krafttraining": "Traditional Strength Training",
        "hochintensives intervalltraining": "High Intensity Interval Training", "flexibilität": "Flexibility", "abkühlen": "Cooldown",
        "sonstige": "Other",
        "aire libre correr": "Outdoor Run", "interior ciclismo": "Indoor Cycling", "ciclismo": "Cycling", "caminata": "Walking",
        "natación": "Swimming", "elíptica": "Elliptical", "entrenamiento de fuerza funcional": "Functional Strength Training",
    ]

    private static let statuses = ["tomado": "Taken", "omitido": "Skipped", "no interactuado": "Not Interacted"]
}
