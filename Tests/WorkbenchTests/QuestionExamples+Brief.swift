extension QuestionTests {
    /// Questions of few words and in other word orders, each with the query that a person worked out for it.
    static let brief: [(question: String, queries: String)] = [
        // Few words and abbreviations
        ("wt last week", "average weight last week"),
        ("blood presure today", "average bloodPressureSystolic, average bloodPressureDiastolic today"),
        ("walk week", "sum steps this week"), ("sleep week", "duration sleep by night this week"),
        ("heart night", "average heartRate where at night"), ("lbs now", "latest weight in lb"),
        ("pressure morning", "average bloodPressureSystolic, average bloodPressureDiastolic where in the morning"),
        ("last walk", "samples of workouts where activity = walking newest first limit 1"),
        ("last low", "samples of glucose where value < 70 newest first limit 1"),
        ("high bp this month", "samples of bloodPressureSystolic this month where value > 140"),
        ("low bp", "samples of bloodPressureSystolic where value < 90"),
        ("glucose spikes yesterday", "samples of glucose yesterday where value > 180"),
        ("good morning, how did I sleep", "duration sleep by night last night"),
        ("how was my night", "duration sleep by night last night"),
        ("mondays over 12000 steps", "sum steps by day where weekday = monday | where sum > 12000"),
        // Lists and charts
        ("show my runs in june", "samples of workouts during june where activity = running"),
        ("show me my walks", "samples of workouts where activity = walking"),
        ("runs june", "samples of workouts during june where activity = running"),
        ("show my weigh-ins in june", "samples of weight during june"),
        ("list my walks this month with heart rate", "average heartRate by workout this month | where activity = walking"),
        ("weight chart", "average weight by day as chart"),
        ("plot my resting heart rate for the last 60 days", "average restingHeartRate by day last 60 days as chart"),
        // `but`, and negations at the start
        (
            "I didn't work out but walked 10000 steps, on which days",
            "sum steps called asked, count workouts called cause by day | where asked >= 10000 and cause = 0"
        ),
        (
            "days with no workout but more than 10000 steps",
            "sum steps called asked, count workouts called cause by day | where asked > 10000 and cause = 0"
        ),
        (
            "days I ate over 200 g of carbs but didn't exercise",
            "sum dietaryCarbohydrates called asked, count workouts called cause by day | where asked > 200 and cause = 0"
        ),
        // All, any and always
        ("is my pulse always under 100", "share (value < 100) of heartRate"),
        ("do I always walk more than 5000 steps", "sum steps by day | share where sum > 5000"),
        ("was my systolic under 130 every time this month", "share (value < 130) of bloodPressureSystolic this month"),
        ("was there any week when I worked out 4 times", "count workouts by week | where count >= 4"),
        ("was there any time yesterday when my glucose was above 180", "samples of glucose yesterday where value > 180"),
        // Nights, and sleep by day
        ("sleep friday to saturday", "duration sleep by night | where date = saturday"),
        ("sleep on the night to sunday", "duration sleep by night | where date = sunday"),
        ("what time did I wake up on monday morning", "last end sleep by night on monday"),
        ("how often do I wake up at night", "count sleepAnalysis by night where value = awake | average"),
        (
            "did I sleep in the daytime last week",
            "duration sleep by each (sessions of sleep gap 1h) last week | where between 08:00 and 20:00"
        ),
        ("which nights did I wake up more than twice", "count sleepAnalysis by night where value = awake | where count > 2"),
        // Earlier times
        ("what was my weight a month ago", "latest weight until 1 month ago"),
        ("what was my weight before june", "latest weight until june"),
        ("is my weight lower than a month ago", "average weight today vs 30 days ago"),
        ("how much heavier am I than in may", "average weight this month vs may"),
        ("steps a week ago today", "sum steps on 7 days ago"), ("what was my weight on the first day of may", "average weight on may 1"),
        (
            "what was my blood sugar at 10 pm",
            "average glucose yesterday where hour of day = 22 ; average glucose today where hour of day = 22"
        ),
        // Months, weekdays and ranks
        ("average steps by weekday in may compared to june", "sum steps by day during june vs may | average by weekday as wide"),
        ("average of steps on mondays in may and in june", "sum steps by day during june vs may where weekday = monday | average"),
        ("compare mondays and fridays steps", "sum steps by day | average by weekday | where weekday in (monday, friday)"),
        ("compare my weekdays and weekends", "sum steps by day | average by weekend"),
        ("rank weekdays by steps", "sum steps by day | average by weekday | sort average descending"),
        ("sort weekdays by weight", "average weight by weekday | sort average descending"),
        ("which month did I sleep more", "duration sleep by night | average by month | top 1"),
        ("which months did I average over 12000 steps", "sum steps by day | average by month | where average > 12000"),
        ("on which weekdays did I walk over 10000 steps", "sum steps by day | average by weekday | where average > 10000"),
        ("which two weekdays do I walk the most", "sum steps by day | average by weekday | top 2"),
        ("which week did I lose the most weight", "average weight by week | change | bottom 1"),
        // Shares of the time, and first times
        ("days with more than 90% in range", "time in range of glucose by day | where timeInRange > 90"),
        ("did my time in range improve this month", "time in range of glucose this month vs last month"),
        ("days when my glucose stayed under 180", "max glucose by day | where max < 180"),
        ("when did I first weigh under 75", "samples of weight where value < 75 oldest first limit 1"),
        ("how many days since I last reached 10000 steps", "sum steps by day | where sum >= 10000 | sort start descending | limit 1"),
        ("how many percent of my weight did I lose", "first, latest weight | derive lost in % = (first - latest) / first"),
        ("range of my blood pressure this month", "min, max bloodPressureSystolic, min, max bloodPressureDiastolic this month"),
        ("blood sugar without the sensor", "average glucose where not source contains \"Sensor\""),
        ("how many meals did I log yesterday", "count dietaryCarbohydrates yesterday"),
    ]
}
