import HealthModel

/// A file of a Fitbit export, by its name. The columns of a table or the keys of a document often don't say what its numbers are.
struct FitbitFile {
    /// The start of the name in lowercase without its date, such as `heart_rate` of `heart_rate-2024-01-31.json`.
    let family: String
    let isTable: Bool

    init(_ path: String) {
        let name = (path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? path).lowercased()
        let base = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
        isTable = base.hasSuffix(".csv")
        family = Self.family(base.lastIndex(of: ".").map { base[..<$0] } ?? base)
    }

    /// Returns a name without the year and what follows, and without a number at its end.
    private static func family(_ name: Substring) -> String {
        var name = name
        let characters = Array(name.utf8)
        for start in characters.indices.dropLast(3) where characters[start..<start + 4].allSatisfy(\.isDigit) {
            name = name.prefix(start)
            break
        }
        while let last = name.last, last == "_" || last == "-" || last == " " || last == "(" { name.removeLast() }
        if let dash = name.lastIndex(where: { $0 == "-" || $0 == "_" }), name[dash...].dropFirst().allSatisfy(\.isNumber) {
            name = name[..<dash]
        }
        return String(name)
    }

    // MARK: - Archives and folders

    /// The documents of which a Fitbit export has one for each day, month or year.
    private static let documents: Set<String> = [
        "steps", "heart_rate", "calories", "distance", "altitude", "sleep", "exercise", "resting_heart_rate", "weight",
        "time_in_heart_rate_zones", "sedentary_minutes", "lightly_active_minutes", "moderately_active_minutes", "very_active_minutes",
        "demographic_vo2_max", "run_vo2_max", "swim_lengths_data", "height", "food_logs", "water_logs",
    ]
    /// Tables that are also recognized outside of the folders that Google makes.
    private static let tables: Set<String> = [
        "minute spo2", "daily spo2", "heart rate variability details", "heart rate variability histogram",
        "daily heart rate variability summary", "daily respiratory rate summary", "respiratory rate summary", "computed temperature",
        "device temperature", "active zone minutes", "sleep_score", "stress score", "usersleeps", "usersleepstages", "userexercises",
        "estimated_oxygen_variation",
    ]

    /// True for the lowercased path of a file of an archive or folder that belongs to a Fitbit export.
    static func isPart(_ path: String) -> Bool {
        let parts = path.split { $0 == "/" || $0 == "\\" }
        guard !parts.contains("__macosx"), let name = parts.last else { return false }
        let file = FitbitFile(path)
        if name.hasSuffix(".json") || name.hasSuffix(".json.gz") {
            return documents.contains(file.family) && name.count > file.family.count + 5
        }
        guard file.isTable else { return false }
        let isGoogles = parts.dropLast().contains { $0.hasSuffix("_googledata") } || name.hasPrefix(file.family + "_2")
        return tables.contains(file.family) || file.isProfile
            || isGoogles && FitbitTable.all.contains { $0.family == file.family && $0.rank == .late }
    }

    /// The names of the table of facts about the person in the languages of Google Takeout.
    private static let profiles: Set<String> = ["profile", "profil", "profilo", "perfil", "profiel"]

    /// True for a file that can be the table of facts about the person, which names the time zone. Its folder has many names, so its columns
    /// decide.
    var isProfile: Bool { isTable && Self.profiles.contains(family) }

    /// True for the path of a file that only counts next to other files of a Fitbit export.
    static func isAddition(_ path: String) -> Bool { FitbitFile(path).isProfile }

    // MARK: - Single files

    /// True for the first bytes of a document or table of a Fitbit export.
    static func recognizes(_ prefix: FilePrefix) -> Bool {
        guard prefix.isText else { return false }
        if prefix.textStarts(with: "[") {
            return ["\"dateTime\"", "\"dateOfSleep\"", "\"activityTypeId\"", "\"logId\""].contains(where: prefix.contains)
        }
        let header = String(decoding: prefix.text.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self).lowercased()
        if header.hasPrefix("timestamp,") { return header.hasSuffix(",data source") || header.hasPrefix("timestamp,rmssd,") }
        return header.hasPrefix("sleep_id,sleep_") || header.hasPrefix("sleep_log_entry_id,") || header.hasPrefix("exercise_id,exercise_")
            || header == "date_time,heart_zone_id,total_minutes"
    }

    // MARK: - The order of reading

    /// The order in which files of an export are read. A day of a metric counts in the first files that have it.
    enum Rank: Int, Comparable {
        /// The facts about the person.
        case profile
        /// The documents and tables that Fitbit makes.
        case first
        /// Averages of nights and days of which other tables have single values.
        case averages
        /// The tables that Google makes from the same data.
        case late

        static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    var rank: Rank {
        if isProfile { return .profile }
        return isTable ? FitbitTable.named(self)?.rank ?? .late : .first
    }
}
