/// The grammar of questions in everyday English: the phrases that mean something, and the queries that they make.
///
/// A question is read in two steps. First, each of its words becomes part of a slot: a phrase below, the name of a metric, an activity or
/// a unit. Then the first template whose slots are exactly those of the question gives the query. A word that belongs to no slot, and a
/// slot that the template does not use, is not understood, and the question has no safe answer. To teach a word, add it to a phrase; to
/// teach a kind of question, add a template (decision 0125).
enum QuestionGrammar {
    /// Words that carry nothing, wherever they stand. Everything else must be part of a phrase.
    static let empty = words(
        """
        a about actually again all amount amounts an and any as at being body both can could data doing done for from get gets getting give
        go going goes got having hello hey hi how hows id in info intake into it its just kind know let like lets level levels logged look looking looks made
        make makes making measured mine much need numbers of ok on only out please really recorded said say says see so some spend spent
        stats statistics taken takes take taking tell thank thanks that thats there theres these this those to took tracked used using value
        values want wanted we what whats with would you your also
        """)

    /// Words that are left out before phrases are matched, so that phrases need not have them.
    static let articles = words("the my i me please myself am are is was were be been did do does have has had im ive")

    private static func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

    /// Each line has a kind of slot, its value, and the phrases that mean it. `a/b` is one word of several, and `a?` can be left out.
    /// `{n}` is a number, `{p}` a period, `{u}` a unit, `{a}` an activity, `{d}` a date, `{w}` a weekday, `{ws}` several of them, `{c}` a
    /// time of day, `{h}` an hour, `{part}` a part of the day, `{x}` what has a start and an end. `$1` in a value is the first of these.
    /// `~` before a value marks a guess, which follows in brackets. If several phrases fit, the longest counts.
    static let phrases = """
        # Ranges
        range: today <- today | todays | so far today | today so far
        range: yesterday <- yesterday | yesterdays
        range: last night <- last night/nights
        range: this $1 <- this {part}
        range: from start of 2 days ago to yesterday <- day before yesterday
        range: this $1 <- this/current {p} | this/current {p} so far | so far this {p} | {p} to date | {p} so far
        range: this year <- ytd
        range: last $1 <- last/previous {p}
        range: last 7 days <- past week | past 7 nights
        range: last 30 days <- past month
        range: last 12 months <- past year
        range: last $1 $2s <- last/past/previous/latest/recent {n} {p} | {n} {p}
        range: last $1 days <- last/past/previous {n} nights/night/mornings/evenings
        range: last $1 full $2s <- last/past {n} full/complete {p}
        range: previous <- {n} {p} before that? | period before
        range: since start of last $1 <- since last {p}
        range: since start of this $1 <- since start/beginning of this? {p}
        range: since $1 <- since {d} | since {w} | from {d} on/onwards | after {d}
        range: until $1 <- until/till {d} | before {d} | up to {d}
        range: between $1 and $2 <- between {d} and {d} | from {d} to/until/till/through {d}
        range: on $1 <- on {day} | {day} | on {w} | {w}
        range: last $1 <- last {w}
        range: during $1 <- {d} | during/for {d}
        range: last $1 <- last {mo}
        range: all time <- all time | ever | of all time | lifetime

        # Groups of rows
        long: <- length | how long | how much time | time | duration | duration of | length of | time spent | amount of time | by time | by duration
        long: min <- how many minutes | minutes | minutes of | in minutes | minute total
        long: hr <- how many hours | hours | hours of | in hours
        per: $1 <- per/each/every/a/one/single {p} | for each/every {p} | {p} by {p} | in a/one/single/any {p} | in a single {p} | {ly}
        per: night <- per/each/every/a/by/for night | for each/every night | nightly | night by night | in a/one night
        per: workout <- per/each/every/by workout/workouts/session/sessions/training | for each/every workout
        per: workout $1 <- per/each/every {a} | for/of each/every {a}
        by: $1 <- by {p}
        by: night <- by nights
        by: weekday <- by/per/each/every weekday/weekdays | by/per/each/every day of week | by days of week
        profile: weekday <- day of week
        profile: hour of day <- hour/time of day
        by: hour of day <- by/per hour/hours of day | by time of day | per time of day | throughout day
        by: part of day <- by/per part/parts of day
        by: month of year <- by month of year
        by: weekend <- by weekend | weekend/weekends vs/or/versus/and/against weekday/weekdays/workdays | weekday/weekdays/workdays vs/or/versus/and/against weekend/weekends
        by: value <- by/per/in/each/every stage/stages/phase/phases | by/per/in/for each? sleep stage/stages | in each sleep? stage | stages
        by: activity <- by/per type/kind/activity/sport | by type of workout | by workout/activity type | per workout type | by kind of workout
        by: source <- by/per/each source/app/device | according to each app/source/device | from each app/source/device
        which: $1 <- which/what {p} | on which/what {p} | what {p} of month/year
        which: night <- which/what nights/night
        which: workout <- which/what workout/workouts
        which: weekday <- which/what weekday | which/what day of week
        which: hour of day <- which/what hour/hours of day | which/what time of day | which/what part of day
        which: day <- days | list days | dates
        which: night <- nights | night
        which: $1 <- {p}
        days: $1 <- how many {p} | number of {p} | count of {p}
        days: night <- how many nights | number of nights
        writers: <- which/what app/apps/source/sources/device/devices
        place: <- where
        writers: <- sources of | source of
        writes: <- come/comes from | track/log/store/save/provide/measure/writes/write/records/recorded/counts/wrote/measures/tracks

        # Aggregates
        average: average <- on a/an average/typical/normal/usual day | average | avg | averages | mean | averaged | on average | in average | typical | usual | usually | normally | typically
        average: median <- median
        average: stddev <- standard deviation of? | stddev | std dev | variability | variation
        average: p$1 <- {n} percentile of? | {nth} percentile of? | percentile {n} | p{n}
        extreme: max <- most | highest | max | maximum | peak | greatest | biggest | best | record | largest | all time high | busiest | loudest | heaviest | personal best/record
        extreme: max long <- longest
        extreme: max far <- farthest | furthest
        extreme: min <- least | lowest | min | minimum | fewest | smallest | worst | laziest | lightest
        extreme: min long <- shortest
        speed: top <- fastest
        speed: bottom <- slowest
        pace: <- pace of? | pace per/for
        extreme: max $1 <- top {n}
        extreme: max $1 <- {n} best/highest/most/biggest
        extreme: min $1 <- bottom {n} | {n} worst/lowest/fewest
        latest: <- latest | current | currently | newest | most recent | last | right now | now | at moment | as of now
        newest: $1 <- last/latest/recent {n}
        first: <- first | earliest | oldest
        total: <- total | totals | altogether | in total | overall | sum | sum of

        # What is asked for
        many: <- how many | how often | how many times | many times | often | number of | count of | count | frequency of
        far: <- how far | distance | by distance | distance of
        far: $1 <- how many {len} | {len}
        when: <- when | what time | at what time | and when | on which day | at which time
        show: <- show | plot | graph | chart | draw | display
        list: <- list | list all | show all
        readings: <- reading | readings | measurement | measurements | samples | entries | sessions | session | classes | class
        alerts: <- alert | alerts | notification | notifications | event | events | warnings | detected
        untilNow: <- so far | up to now | until now | till now | to date | up to same day/point/time | to/until/by same day/point/date/time
        percent: <- in percent | percent change | by percent | percentage change
        unit: $1 <- in {u}

        # Conditions
        hours: $1 $2 <- between {h} and {h} | from {h} to/until/till {h} | {h} to {h}
        hours: $1 24:00 <- after/past {c} | from {c} on/onwards | later than {c}
        hours: 00:00 $1 <- before {c} | by {c} | until {c} | earlier than {c}
        limit: > $1 $2 <- more/greater/higher/longer/bigger than {n} {u}? | over/above/exceeds/exceeding/exceeded {n} {u}? | went over/above {n} {u}?
        limit: > 1 $1 <- more/longer than a/an {u} | over a/an {u}
        limit: >= $1 $2 <- at least {n} {u}? | {n} {u}? or more | minimum of {n} {u}? | reach/reached/hit/make/made/get/got/meet/met/achieve/achieved {n} {u}? | get/got to {n} {u}?
        limit: < $1 $2 <- less/fewer/lower/shorter than {n} {u}? | under/below {n} {u}? | fell/dropped/went below/under {n} {u}?
        limit: <= $1 $2 <- at most {n} {u}? | {n} {u}? or less/fewer | no/not more than {n} {u}?
        limit: >= $1 $2 <- with {n} {u}?
        limit: between $1 and $2 $3 <- between {n} and {n} {u} | in range {n} to {n} {u}? | range {n} to {n} {u}? | from {n} to {n} {u} | {n} to {n} {u}?
        inRange: <- time in range | in range | within range | tir
        ofTime: <- how much of time | share/percent/percentage/proportion/fraction of time | what share/percent/percentage/proportion of time | % of time
        amount: $1 $2 <- {n} {u}
        number: $1 <- {n}
        part: $1 <- in/during {part} | {part} | {parts} | in {parts}
        part: night <- at night/nights
        weekends: weekday in (saturday, sunday) <- on? weekends/weekend | at weekends/weekend | during weekends
        workdays: weekday is not saturday and weekday is not sunday <- on? weekdays/workdays/weekday/workday | during weekdays
        condition: weekday = $1 <- on? {ws} | on? every/each {w} | on? a? typical/usual/normal/average {w}
        condition: source is "iPhone" <- iphone only | with/from/on/by only? iphone only? | only iphone | from phone | on phone
        condition: source contains "Watch" <- watch only | with/from/on/by only? apple? watch only? | from apple watch
        condition: entered by user <- typed in by hand | entered by hand | entered manually | manually entered | typed in? | by hand
        condition: not entered by user <- without manual entries | not entered by hand | excluding manual entries | without manually entered
        during: workouts <- during/while/in/on workouts/workout/exercise/exercising/training/trainings | while/when working out | during a workout
        during: not workouts <- outside/outside of/without/excluding/except workouts | outside of? workouts/workout | not during workouts | while/when not working out/exercising | when not exercising
        during: $1 <- during/while/in/on {x} | during a {x}
        during: not $1 <- not during/while {x} | outside of? {x}
        during: sleep <- while/when asleep/sleeping | while sleep | during/in sleep | overnight
        during: not sleep <- while/when awake | during waking hours
        during: within 2h after dietaryCarbohydrates <- after meals/eating | after a meal | after eat/ate
        during: within 1h before dietaryCarbohydrates <- before meals/eating | before a meal | before eat
        during: within 1h after $1 <- after {x} | after a {x} | after working out/exercising | in hour after a? {x} | hour after a? {x}
        during: within 1h before $1 <- before {x} | before a {x} | before working out | hour before a? {x}
        during: within 1h before sleep <- before bed/sleep/sleeping | before go to bed | before going to bed
        during: within $1$2 after $3 <- within {n} {t} after a? {x} | in {n} {t} after a? {x} | {n} {t} after a? {x}
        during: within $1$2 before $3 <- within {n} {t} before a? {x} | in {n} {t} before a? {x} | {n} {t} before a? {x}
        near: within 2h after each (dietaryCarbohydrates) <- after each/every meal
        near: within 1h after each ($1) <- after each/every {x} | in/during hour after each/every {x} | hour after each/every {x}
        near: within 1h before each ($1) <- in/during hour before each/every {x} | hour before each/every {x}
        near: before each ($1) <- before each/every {x}
        near: within $1$2 after each ($3) <- within/in/during {n} {t} after each/every {x} | {n} {t} after each/every {x}
        near: within $1$2 before each ($3) <- within/in/during {n} {t} before each/every {x} | {n} {t} before each/every {x}

        # Comparisons and shapes over time
        earlier: <- than before | vs before | compared to/with before | versus before
        than: <- or | than | vs | versus | compared to/with | against | compare | compared | next to | difference | difference between | comparison
        more: <- more | less | fewer | higher | lower | better | worse | longer | shorter | further | farther | heavier | lighter | which more/longer/higher/better/worse/lower/greater
        yearAgo: <- same month/week/period/time last year | same month/week/period/time a? year ago | year over year | a? year ago
        usual: <- than/to/with/vs usual/normal | compared to/with usual/normal | from usual | ahead of a? normal/typical day | compared to/with average/typical/usual/normal day
        typicalDay: <- typical/usual/normal day of? | average day of
        progress: <- ahead | behind | on track | on course | will/can make/reach/hit/meet | make/reach/reached/hit/meet/met/made goal | how close to | how far from | close to
        goal: <- goal | goals | daily goal | target
        sum: activeEnergy <- move goal
        goalNumber: $1 <- left to reach/get/hit {n} | left until {n} | will/can reach/hit/get/make {n} | will/can get to {n}
        rolling: $1 $2s <- {n} {p} average | {n} {p} moving/rolling average | rolling/moving {n} {p} average | {n} {p} rolling mean | with a {n} {p} average | moving average over {n} {p}
        running: <- cumulative | running total | accumulated | cumulated
        trend: <- trend | trends | trending | trend line | going up/down | rising | falling | increased | decreased | improved | worsened | gone up/down | went up/down | risen | increasing | decreasing | improving | dropping | worsening | losing | gaining | gaining or losing | going up or down | getting higher/lower/better/worse/slower/faster/longer/shorter/heavier/lighter/later/earlier | up or down | getting up or down
        history: <- history | progression | development | timeline
        weeks: <- over time | changing | changed | developing
        change: lost = first - latest <- lose | lost | loss
        change: gained = latest - first <- gain | gained
        delta: <- change | changes | change of/in
        shift: $1 <- before and after {d}
        streak: longest $1 <- most {p} in a? row
        streak: longest night <- most nights in a? row
        streak: longest <- longest streak of? | longest run of days | best streak | longest stretch of?
        streak: current $1 <- {p} in a? row
        streak: current night <- nights in a? row
        streak: current <- current streak | streak | in a? row | consecutive
        share: <- % | % of | share of | share | percent of | percentage of | proportion of | what share/percent/percentage of | fraction of | percent | percentage
        nodata: workout <- rest
        nodata: <- without | with no | missing | no | without any | free
        gap: <- longest gap in/between/without | longest time without a? | longest stretch without | longest gap
        with: <- with a? | with any
        coverage: <- coverage | how complete | completeness of?
        outliers: <- unusual | outliers | outlier | weird | anomalies | strange
        histogram: <- histogram | distribution | histogram of | distribution of
        zones: <- in? each? heart rate zone/zones | in? each? zone/zones | pulse zone/zones
        rhythm: <- daily rhythm | circadian rhythm | when most active | when least active | what time of day most/least active | how regular day/routine
        regular: <- how regular | how regularly | regular | regularly | regularity | consistent | consistency | how consistent | irregular
        twice: <- counted twice | twice | double counted | counted double
        priority: <- which source counts/wins/used | which source comes first | which source takes precedence
        effect: <- effect/impact/influence of | better/worse/longer/more after long? | better/worse/longer on days with? | affect | affects | influence | influences | depend on | depends on | lower | lowers | raise | raises | improve | improves | reduce | reduces | increase | increases | correlate with | correlation between/of | correlation with | relationship between | related to | help | helps | hurt | hurts
        incl: <- incl resting energy? | including resting energy?

        # Values that are worked out from several metrics
        formula: duration sleep called asleep, duration time in bed called bed by night{c} | derive efficiency = asleep / bed <- sleep efficiency
        formula: (duration sleep where value is deep) called deep, duration sleep called total{by}{c} | derive part = deep / total <- what? percent/percentage/share/part of sleep deep sleep? | percent/percentage/share/proportion of deep sleep | deep sleep percent/percentage/share
        formula: summaries{c} <- rings | close/closed rings | activity rings
        formula: average weight called mass, average bodyFat called fat{by}{c} | derive fatMass = mass * fat <- fat mass
        formula: show metrics <- what kinds of data | what kind of data | which metrics
        formula: glucose ranges{by}{c} <- glucose ranges | time in each range | glucose report | ambulatory glucose profile | agp
        formula: glucose ranges{by}{c} | select gmi <- gmi | glucose management indicator
        formula: stddev, average bloodGlucose{by}{c} | derive cv = stddev / average <- coefficient of variation of glucose | glucose cv | glucose coefficient of variation
        formula: sum dietaryEnergy called eaten, sum activeEnergy called active, sum restingEnergy called resting{by}{c} | derive balance = eaten - active - resting <- calories eaten vs/and burned | calorie/calories/energy balance/deficit/surplus | net calories | calories in vs/and calories? out
        formula: first start time in bed called bed, first start sleep called fell by night{c} | derive latency = fell - bed <- sleep latency | how long it? take/takes to fall asleep
        formula: first start dietaryEnergy called breakfast, last end dietaryEnergy called dinner by day{c} | derive window = dinner - breakfast <- eating window

        # Subjects with names that the catalog does not have
        verb: steps <- walk | walked | move | moved | moving | active
        verb: flights <- climb | climbed | climbing
        verb: activeEnergy <- burn | burned | burnt | burning
        verb: dietaryEnergyConsumed <- eat | ate | eaten | eating | consume | consumed
        verb: dietaryWater <- drink | drank | drunk
        sum: steps <- step | walking
        sum: distance <- walking distance | go far
        sum: flights <- flights of stairs | stairs
        sum: dietaryCaffeine <- coffee | coffees
        sum: appleExerciseTime <- minutes of exercise | exercise minutes | exercise time | minutes exercise
        sum: activeEnergy <- active calories/kcal/energy
        sum: dietaryEnergyConsumed <- calories/kcal eaten | calories from food
        sum: activeEnergy <- calories/kcal burned
        sum: daylight <- daylight | outside in daylight | time in daylight | time outside
        either: sum activeEnergy, sum dietaryEnergyConsumed <- calories | calorie | kcal | energy
        either: read glucose, sum dietarySugar <- sugar
        sum: numberOfAlcoholicBeverages <- alcohol | a drink | alcoholic drinks
        read: heartRate <- heart beat/beats | heartbeat | heart | bpm
        read: restingHeartRate <- resting pulse/heartrate/bpm/hr | rhr
        read: bloodPressureSystolic, bloodPressureDiastolic <- blood pressure | bp
        read: weight <- weigh | weighed | weighin | weigh in/ins
        read: leanBodyMass <- muscle mass? | lean mass
        read: headphoneAudioExposure <- headphone/headphones level/levels/volume
        read: height <- tall | how tall
        read: bodyTemperature <- temperature | temp | body temp
        read: environmentalAudioExposure <- noise level/levels/exposure | loud | how loud | noise
        read: glucose <- sugar level/levels | blood glucose | blood sugar/sugars | sugars
        night: sleep <- sleep | slept | asleep | time asleep | sleeping
        night: sleepAnalysis where value = deep <- deep sleep | deep
        night: sleepAnalysis where value = rem <- rem sleep | rem
        night: sleepAnalysis where value = core <- core sleep | light sleep | core
        night: sleepAnalysis where value = awake <- awake | time awake | awake at night
        night: timeInBed <- time in bed | in bed
        event: standHours where value = stood <- stand hours | hours of standing | hours stand/stood? | how many hours stand | how many stand hours | stand | stood
        event: menstrualFlow <- period start/started? | periods
        event: environmentalAudioExposureEvent <- noise notification/notifications/alerts
        event: sleepAnalysis where value = awake <- how many times wake up | how often wake up
        span: mindfulSession <- meditate | meditated | meditating | mindful minutes
        span: headphoneAudioExposure <- headphone time
        workout: <- workout | workouts | activities | work out | worked out | train | trained | training | exercise sessions | trainings | working out
        workout: running <- run | ran | runs | jog | jogged
        workout: cycling <- bike | biked | ride | rode | rides | bike ride/rides | cycled | bikes
        clock: first start <- go to bed | went to bed | get to bed | got to bed | going to bed | go to sleep | went to sleep | fall asleep | fell asleep | bedtime | bedtimes | bed time | start sleeping | started sleeping
        clock: last end <- wake up | woke up | waking up | get up | got up | wake | woke | wake time | wake up time | stop sleeping | stopped sleeping | waking time
        """
}
