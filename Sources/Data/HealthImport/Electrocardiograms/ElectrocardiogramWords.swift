import HealthModel

/// The words of watches for a classification, in the language of the phone.
///
/// English words are those of exports and of Apple's instructions for use. Of other languages, only the two medical terms are known. All
/// other words are kept as text.
enum ElectrocardiogramWords {
    /// Raw values of `HKElectrocardiogram.Classification` by words in lower case.
    private static let classifications: [String: Int] = [
        "sinus rhythm": 1, "sinusrhythmus": 1, "rythme sinusal": 1, "ritmo sinusal": 1, "ritmo sinusale": 1, "sinusritme": 1,
        "atrial fibrillation": 2, "vorhofflimmern": 2, "fibrillation auriculaire": 2, "fibrillation atriale": 2, "fibrilación auricular": 2,
        "fibrillazione atriale": 2, "fibrilação auricular": 2, "fibrilação atrial": 2, "boezemfibrilleren": 2,
        "low heart rate": 3, "high heart rate": 4, "poor recording": 5, "inconclusive": 6, "unrecognized": 100,
    ]

    /// Returns the raw value of a classification; nil for unknown words. An empty text is not set.
    static func classification(_ text: String) -> Int? {
        let words = text.lowercased()
        if words.isEmpty { return 0 }
        if let known = classifications[words] { return known }
        // Newer watches add the heart rate to these words.
        for (start, raw) in [("heart rate over ", 4), ("heart rate under ", 3), ("atrial fibrillation ", 2), ("high heart rate ", 4)]
        where words.hasPrefix(start) { return raw }
        return nil
    }

    /// Returns the symptoms that the owner chose, as text. Empty for words that mean no symptoms.
    static func symptoms(_ text: String) -> String { ["none", "-"].contains(text.lowercased()) ? "" : text }
}
