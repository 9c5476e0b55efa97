/// The numbers of the messages that Tally reads.
enum FITMessage {
    static let fileID: UInt16 = 0
    static let sport: UInt16 = 12
    static let session: UInt16 = 18
    static let lap: UInt16 = 19
    static let record: UInt16 = 20
    static let event: UInt16 = 21
    static let deviceInfo: UInt16 = 23
    static let weightScale: UInt16 = 30
    static let course: UInt16 = 31
    static let activity: UInt16 = 34
    static let bloodPressure: UInt16 = 51
    static let monitoring: UInt16 = 55
    static let length: UInt16 = 101
    static let monitoringInfo: UInt16 = 103
    static let fieldDescription: UInt16 = 206
    static let monitoringHeartRate: UInt16 = 211
    static let stress: UInt16 = 227
    static let oxygen: UInt16 = 269
    static let sleepLevel: UInt16 = 275
    static let respiration: UInt16 = 297

    /// Messages with measurements that Tally does not read, by name. Others describe the device and its settings.
    static let unread: [UInt16: String] = [
        78: "hrv (beats)", 132: "hr (heart rates of a strap)", 142: "segment_lap", 216: "time_in_zone", 225: "set (strength training)",
        268: "dive_summary", 285: "jump", 346: "sleep_assessment (scores)", 370: "hrv_status_summary",
    ]
}

/// The kind of a FIT file, by the number in its first message.
enum FITFileType {
    static let activity: Int64 = 4
    static let course: Int64 = 6

    /// The kinds of files without measurements, by number. Files of the other kinds are read, also those of numbers that makers chose.
    static let unread: [Int64: String] = [
        1: "device", 2: "settings", 3: "sport", 5: "workout plan", course: "course", 7: "schedule", 10: "totals", 11: "goals",
        34: "segment", 35: "segment list", 40: "display",
    ]
}

/// A sport of FIT.
struct FITSport {
    /// The name in the profile, such as `running`, or the number of an unknown sport.
    var name: String
    var subName: String?
    /// Apple's name of the activity, without its prefix.
    var activity: String
    /// True for sports that only happen inside; nil if the sport does not say it.
    var isIndoor: Bool?

    init(_ number: Int64, sub: Int64?) {
        let known = Int(exactly: number).flatMap { Self.sports[$0] } ?? "\(number) Other"
        let words = known.split(separator: " ").map(String.init)
        (name, activity) = (words[0], words.count > 1 ? words[1] : "Other")
        guard let sub, sub != 0, let kind = Int(exactly: sub).flatMap({ Self.subSports[$0] }) else {
            subName = sub.flatMap { $0 == 0 ? nil : String($0) }
            return
        }
        let parts = kind.split(separator: " ").map(String.init)
        subName = parts[0]
        if parts.contains("in") { isIndoor = true }
        // The second number names machines and kinds of training.
        if let other = parts.dropFirst().first(where: { $0 != "in" }), ["Other", "Racquetball", "Cycling"].contains(activity) {
            activity = other
        }
    }

    /// The names by number, each with Apple's name.
    private static let sports: [Int: String] = [
        0: "generic Other", 1: "running Running", 2: "cycling Cycling", 3: "transition Transition", 4: "fitness_equipment Other",
        5: "swimming Swimming", 6: "basketball Basketball", 7: "soccer Soccer", 8: "tennis Tennis",
        9: "american_football AmericanFootball", 10: "training Other", 11: "walking Walking",
        12: "cross_country_skiing CrossCountrySkiing", 13: "alpine_skiing DownhillSkiing", 14: "snowboarding Snowboarding",
        15: "rowing Rowing", 16: "mountaineering Climbing", 17: "hiking Hiking", 18: "multisport SwimBikeRun", 19: "paddling PaddleSports",
        20: "flying Other", 21: "e_biking Cycling", 22: "motorcycling Other", 23: "boating Other", 24: "driving Other", 25: "golf Golf",
        26: "hang_gliding Other", 27: "horseback_riding EquestrianSports", 28: "hunting Hunting", 29: "fishing Fishing",
        30: "inline_skating SkatingSports", 31: "rock_climbing Climbing", 32: "sailing Sailing", 33: "ice_skating SkatingSports",
        34: "sky_diving Other", 35: "snowshoeing SnowSports", 36: "snowmobiling Other", 37: "stand_up_paddleboarding PaddleSports",
        38: "surfing SurfingSports", 39: "wakeboarding WaterSports", 40: "water_skiing WaterSports", 41: "kayaking PaddleSports",
        42: "rafting PaddleSports", 43: "windsurfing WaterSports", 44: "kitesurfing WaterSports", 47: "boxing Boxing",
        48: "floor_climbing StairClimbing", 49: "baseball Baseball", 53: "diving UnderwaterDiving",
        62: "hiit HighIntensityIntervalTraining", 64: "racket Racquetball", 65: "wheelchair_push_walk WheelchairWalkPace",
        66: "wheelchair_push_run WheelchairRunPace", 67: "meditation MindAndBody", 69: "disc_golf DiscSports", 71: "cricket Cricket",
        72: "rugby Rugby", 73: "hockey Hockey", 74: "lacrosse Lacrosse", 75: "volleyball Volleyball", 76: "water_tubing WaterSports",
        77: "wakesurfing WaterSports", 80: "mixed_martial_arts MartialArts", 82: "snorkeling WaterSports", 83: "dance Dance",
        84: "jump_rope JumpRope",
    ]

    /// The names by number, each with `in` for inside, and with Apple's name if the sport says less.
    private static let subSports: [Int: String] = [
        1: "treadmill in Running", 2: "street", 3: "trail", 4: "track", 5: "spin in", 6: "indoor_cycling in Cycling", 7: "road",
        8: "mountain", 9: "downhill", 11: "cyclocross", 12: "hand_cycling HandCycling", 13: "track_cycling",
        14: "indoor_rowing in Rowing", 15: "elliptical in Elliptical", 16: "stair_climbing in StairClimbing", 17: "lap_swimming",
        18: "open_water", 19: "flexibility_training Flexibility", 20: "strength_training TraditionalStrengthTraining", 21: "warm_up",
        26: "cardio_training MixedCardio", 27: "indoor_walking in Walking", 30: "casual_walking", 31: "speed_walking",
        43: "yoga Yoga", 44: "pilates Pilates", 45: "indoor_running in Running", 46: "gravel_cycling", 48: "commuting",
        58: "virtual_activity in", 62: "breathing MindAndBody", 67: "ultra", 68: "indoor_climbing in Climbing", 69: "bouldering Climbing",
        70: "hiit HighIntensityIntervalTraining", 84: "pickleball Pickleball", 88: "indoor_hand_cycling in HandCycling",
        94: "squash Squash", 95: "badminton Badminton", 97: "table_tennis TableTennis",
    ]
}

/// The devices of FIT.
enum FITDevice {
    /// The names of makers by number.
    private static let makers: [Int64: String] = [
        1: "Garmin", 9: "Saris", 11: "Tanita", 23: "Suunto", 32: "Wahoo", 40: "Concept2", 48: "Pioneer", 63: "Specialized", 69: "Stages",
        70: "Sigma", 71: "TomTom", 72: "Peripedal", 73: "Wattbike", 86: "Elite", 89: "Tacx", 95: "Stryd", 107: "Magene", 111: "Technogym",
        115: "iGPSPORT", 123: "Polar", 128: "iFit", 137: "Bosch", 142: "TAG Heuer", 258: "Lezyne", 260: "Zwift", 263: "Favero",
        265: "Strava", 267: "Bryton", 268: "SRAM", 281: "TrainerRoad", 282: "Sufferfest", 289: "Hammerhead", 294: "COROS", 305: "WHOOP",
        309: "FORM", 310: "Decathlon", 315: "RGT", 331: "MyWhoosh",
    ]

    /// Garmin's products by number, as far as many people have them.
    private static let products: [Int64: String] = [
        717: "Forerunner 405", 1018: "Forerunner 310XT", 1036: "Edge 500", 1124: "Forerunner 110", 1169: "Edge 800",
        1328: "Forerunner 910XT", 1345: "Forerunner 610", 1551: "fenix", 1561: "Edge 510", 1567: "Edge 810", 1623: "Forerunner 620",
        1632: "Forerunner 220", 1765: "Forerunner 920XT", 1836: "Edge 1000", 1967: "fenix 2", 2050: "fenix 3", 2067: "Edge 520",
        2156: "Forerunner 630", 2157: "Forerunner 230", 2158: "Forerunner 735XT", 2413: "fenix 3 HR", 2429: "Index Smart Scale",
        2431: "Forerunner 235", 2530: "Edge 820", 2544: "fenix 5S", 2604: "fenix 5X", 2691: "Forerunner 935", 2697: "fenix 5",
        2700: "vivoactive 3", 2713: "Edge 1030", 2886: "Forerunner 645", 2888: "Forerunner 645 Music", 2909: "Edge 130",
        3076: "Forerunner 245", 3077: "Forerunner 245 Music", 3110: "fenix 5 Plus", 3112: "Edge 520 Plus", 3113: "Forerunner 945",
        3121: "Edge 530", 3122: "Edge 830", 3226: "Venu", 3282: "Forerunner 45", 3288: "fenix 6S", 3290: "fenix 6", 3291: "fenix 6X",
        3466: "Instinct Solar", 3570: "Edge 1030 Plus", 3589: "Forerunner 745", 3652: "Forerunner 945 LTE", 3703: "Venu 2",
        3843: "Edge 1040", 3869: "Forerunner 55", 3888: "Instinct 2", 3905: "fenix 7S", 3906: "fenix 7", 3907: "fenix 7X",
        3943: "epix Gen 2", 3990: "Forerunner 255 Music", 3992: "Forerunner 255", 4024: "Forerunner 955", 4061: "Edge 540",
        4062: "Edge 840", 4257: "Forerunner 265", 4260: "Venu 3", 4315: "Forerunner 965", 4432: "Forerunner 165", 4440: "Edge 1050",
        4536: "fenix 8", 65534: "Connect",
    ]

    /// Returns the source of a recording.
    ///
    /// - Parameter name: the name that the device gives its product; nil if it gives none.
    static func source(maker: Int64?, product: Int64?, name: String?, version: String) -> RecordedSource {
        // A name of the product says more than an unknown number.
        let makerName = maker.flatMap { makers[$0] ?? (name == nil ? "maker \($0)" : nil) }
        let productName = name ?? product.map { maker == 1 ? products[$0] ?? "product \($0)" : "product \($0)" }
        let parts = [makerName, productName].compactMap(\.self)
        let whole = productName.flatMap { product in
            makerName.flatMap { product.lowercased().hasPrefix($0.lowercased()) ? product : nil }
        }
        var device = ""
        if let makerName { device += ", manufacturer:\(makerName)" }
        if let productName { device += ", model:\(productName)" }
        let shown = whole ?? parts.joined(separator: " ")
        return RecordedSource(
            name: shown.isEmpty ? "FIT" : shown, device: device.isEmpty ? "" : "<<HKDevice>\(device)>", version: version)
    }
}
