extension Reader {
    /// Documents and tables of a Fitbit export. The name of a file says what its numbers are.
    static let fitbit = Reader(
        name: "fitbit", longest: 4096,
        words: [
            "[{\"dateTime\":\"", "\"value\":", "\"bpm\":", "\"valuesInZones\":{", "\"dateOfSleep\":", "\"startTime\":\"", "\"endTime\":\"",
            "\"levels\":{\"data\":[", "\"shortData\":[", "\"level\":\"", "\"seconds\":", "\"activityTypeId\":", "\"distanceUnit\":\"Mile\"",
            "\"logId\":", "\"weight\":", "03/10/24 07:00:00", "2024-03-10T02:30:00.000", "\\ud83d\\ude00", "null", "1e400", "[[[[", "},",
            "timestamp,", ",data source\n", "sleep_id,sleep_", "2024-03-10T07:00:00Z", "+05:30",
        ],
        seeds: { fitbitSeeds }, check: { try ImportCheck("Fitbit", names: fitbitNames).check($0) })
}

private let fitbitNames: [(start: String, ending: String)] =
    [
        "steps", "heart_rate", "calories", "sleep", "exercise", "weight", "resting_heart_rate", "time_in_heart_rate_zones",
    ].map { ("\($0)-2024-", ".json") }
    + ["steps_", "Minute SpO2 - ", "Heart Rate Variability Details - ", "UserSleepStages_", "UserSleeps_", "UserExercises_"]
    .map { ("\($0)2024-", ".csv") }

/// A text for each name.
private let fitbitTexts = [
    #"[{"dateTime":"03/10/24 07:00:00","value":"12"},{"dateTime":"03/10/24 07:01:00","value":"0"}]"#,
    #"[{"dateTime":"03/10/24 07:00:00","value":{"bpm":61,"confidence":3}},{"dateTime":"03/10/24 07:00:05","value":{"bpm":0}}]"#,
    #"[{"dateTime":"03/10/24 02:30:00","value":"1.15"},{"dateTime":"11/03/24 01:30:00","value":"1.15"}]"#,
    #"[{"dateOfSleep":"2024-03-10","startTime":"2024-03-09T23:00:00.000","endTime":"2024-03-10T06:00:00.000","levels":{"data":"#
        + #"[{"dateTime":"2024-03-09T23:00:00.000","level":"light","seconds":3600},{"dateTime":"2024-03-10T00:00:00.000","#
        + #""level":"deep","seconds":1800}],"shortData":[{"dateTime":"2024-03-09T23:59:00.000","level":"wake","seconds":120}]}}]"#,
    #"[{"activityName":"Run","activityTypeId":1,"duration":600000,"activeDuration":500000,"distance":1.5,"distanceUnit":"Mile","#
        + #""calories":90,"steps":1500,"averageHeartRate":140,"startTime":"03/10/24 07:00:00"}]"#,
    #"[{"logId":1,"weight":172.4,"bmi":24.1,"fat":21,"date":"03/10/24","time":"07:00:00"}]"#,
    #"[{"dateTime":"03/10/24 00:00:00","value":{"date":"03/10/24","value":60.5}}]"#,
    #"[{"dateTime":"03/10/24 00:00:00","value":{"valuesInZones":{"IN_DEFAULT_ZONE_1":30.0,"IN_DEFAULT_ZONE_2":8}}}]"#,
    "timestamp,steps,data source\n2024-03-10T07:00:00Z,12,Charge 6\n",
    "timestamp,value,data source\n2024-03-10T07:00:00Z,96.5,\n2024-03-10T07:01:00Z,50.0,\n",
    "timestamp,rmssd,coverage,low_frequency,high_frequency\n2024-03-10T02:30:00,30.5,0.9,1,2\n",
    "sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end\n"
        + "1,2,LIGHT,+05:30,2024-03-10T07:00:00Z,+05:30,2024-03-10T08:00:00Z\n",
    "sleep_id,sleep_type,sleep_start,sleep_end,algorithm_version\n1,STAGES,2024-03-10T07:00:00Z,2024-03-10T08:00:00Z,v1\n",
    "exercise_id,exercise_start,exercise_end,activity_name\n1,2024-03-10T07:00:00Z,2024-03-10T08:00:00Z,Walk\n",
]

private let fitbitSeeds: [[UInt8]] = fitbitTexts.enumerated().map { index, text in [UInt8(index + fitbitNames.count)] + Array(text.utf8) }
