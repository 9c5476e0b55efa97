extension Reader {
    /// Documents of Health Auto Export.
    static let autoExport = Reader(
        name: "autoexport", longest: 4096,
        words: [
            "{\"data\":{\"metrics\":[", "{\"data\":{\"workouts\":[", "\"name\":\"step_count\"", "\"name\":\"heart_rate\"", "\"units\":\"",
            "\"data\":[",
            "\"date\":\"", "\"qty\":", "\"Min\":", "\"Avg\":", "\"Max\":", "\"source\":\"iPhone|Watch\"", "\"systolic\":", "\"diastolic\":",
            "\"startDate\":\"", "\"endDate\":\"", "\"value\":\"Core\"", "\"sleepStart\":\"", "\"route\":[", "\"duration\":",
            "{\"data\":{\"medications\":[", "\"scheduledDate\":\"", "\"status\":\"Taken\"", "\"dosage\":",
            "\"codings\":[",
            "\"stateOfMind\":[", "{\"data\":{\"stateOfMind\":[", "\"valence\":", "\"labels\":[\"calm\",",
            "\"associations\":[", "\"metadata\":{", "\"kind\":\"daily_mood\"",
            "2024-03-10 07:00:00 -0500", "2024-03-10 7:00:01\u{202F}pm -0500", "2024-03-10", "null", "1e400", "[[[[", "},", "kJ", "degF",
        ],
        seeds: { autoExportTexts.map { [40] + Array($0.utf8) } }, check: { try ImportCheck("Health Auto Export").check($0) })
}

private let autoExportTexts = [
    #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2024-03-10 07:00:07 -0500","qty":12,"source":"Watch"},"#
        + #"{"date":"2024-03-10 07:01:09 -0500","qty":3,"source":"iPhone|Watch"}]},{"data":[{"date":"2024-03-10 00:00:00 -0500","#
        + #""Min":50,"Avg":61.5,"Max":90}],"units":"bpm","name":"heart_rate"}]}}"#,
    #"{"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[{"startDate":"2024-03-10 01:00:00 -0500","#
        + #""endDate":"2024-03-10 02:00:00 -0500","value":"Core","qty":1,"source":"Watch"},{"date":"2024-03-10","asleep":7,"#
        + #""sleepStart":"2024-03-09 23:00:00 -0500"}]},{"name":"blood_pressure","units":"mmHg","data":[{"date":"2024-03-10 8:00:00 am -0500","#
        + #""systolic":120,"diastolic":80}]}],"stateOfMind":[{"id":"1"}]}}"#,
    #"{"data":{"stateOfMind":[{"id":"1","kind":"momentary_emotion","start":"2024-03-10 07:00:00 -0500","end":"2024-03-10 07:00:00 -0500","#
        + #""valence":-0.25,"valenceClassification":"slightly_unpleasant","labels":["sad","self, doubt"],"associations":["self_care"],"#
        + #""metadata":{"note":"x"}}]}}"#,
    #"{"data":{"workouts":[{"name":"Outdoor Run","start":"2024-03-10 07:00:00 -0500","end":"2024-03-10 08:00:00 -0500","duration":3500,"#
        + #""distance":{"qty":5,"units":"mi"},"activeEnergy":[{"qty":200,"units":"kJ"}],"heartRate":{"min":{"qty":90},"avg":{"qty":140}},"#
        + #""route":[{"latitude":1,"longitude":2,"altitude":3,"timestamp":"2024-03-10 07:00:00 -0500"}]}]}}"#,
    #"{"data":{"medications":[{"displayText":"A 500 mg","start":"2024-03-10 07:05:00 -0500","end":"2024-03-10 07:05:00 -0500","#
        + #""scheduledDate":"2024-03-10 07:00:00 -0500","form":"Tablet","status":"Taken","isArchived":false,"dosage":1,"#
        + #""codings":[{"code":"308182","system":"http://www.nlm.nih.gov/research/umls/rxnorm"}]},"#
        + #"{"displayText":"B","start":"2024-03-10 09:00:00 -0500","status":"Unspecified"}]}}"#,
]
