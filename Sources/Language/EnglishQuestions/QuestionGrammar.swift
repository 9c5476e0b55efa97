/// The grammar of questions in everyday English: the phrases that mean something, and the queries that they make.
///
/// A question is read in two steps. First, each of its words becomes part of a slot: a phrase below, the name of a metric, an activity or
/// a unit. Then the first template whose slots are exactly those of the question gives the query. A word that belongs to no slot, and a
/// slot that the template does not use, is not understood, and the question has no safe answer. A misspelled word is read as the nearest
/// one of a phrase if all others are understood, and the answer says so. To teach a word, add it to a phrase; to teach a kind of question,
/// add a template (decision 0125).
enum QuestionGrammar {
    /// Words that carry nothing, wherever they stand. Everything else must be part of a phrase.
    static let empty = words(
        """
        a about actually again all also amount amounts an and any as at being body both but can could data doing done for from get gets getting give
        go going goes got having hello hey hi how hows id in info intake into it its just kind know let like lets level levels logged look looking looks made
        make makes checked making measured mine much need numbers of ok on only out please really recorded said say says see so some spend spent
        coach compute calculate check curious details doctor exactly gimme if info lasted lasting lot out roughly approximately wondering wonder terms wise overview own personal plz pls pull see separately still stats statistics together yet carry carrying huh eh though tho anyway btw basically honestly taken takes take taking tell thank thanks that thats there theres these this those to took tracked used using value
        values want wanted we what whats with would you your also anything something happen happens happened occur went finish finished started
        """)

    /// Words that are left out before phrases are matched, so that phrases need not have them.
    static let articles = words("the even my i me please myself am are is was were be been did do does have has had im ive")

    private static func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

    /// Each line has a kind of slot, its value, and the phrases that mean it. `a/b` is one word of several, and `a?` can be left out.
    /// `{n}` is a number, `{p}` a period, `{u}` a unit, `{a}` an activity, `{d}` a date, `{w}` a weekday, `{ws}` several of them, `{c}` a
    /// time of day, `{h}` an hour, `{part}` a part of the day, `{x}` what has a start and an end. `$1` in a value is the first of these.
    /// `~` before a value marks a guess, which follows in brackets. If several phrases fit, the longest counts.
    static let phrases = """
        # Days of 10k are not a range
        limit: >= $1 <- {k} days/day

        # Ranges
        range: today <- since midnight | by? end of today/day | today | todays | so far today | today so far
        range: today <- tonight
        range: yesterday <- yesterday | yesterdays
        range: last night <- yesterday night | yesterdays night | previous night
        range: last 2 full days <- yesterday and day before | day before and yesterday
        weekendOf: this week <- this weekend
        weekendOf: last week <- last/past weekend | over last? weekend
        nightOn: $1 <- on? last? {w} night | night of {w}
        weeknight: <- on? weeknights/weeknight | on? work/school nights/night
        lately: <- lately | recently | these days | of late
        range: last night <- last night/nights
        range: this $1 <- this {part}
        range: on 2 days ago <- day before yesterday
        range: on $1 days ago <- {n} day/days ago
        range: during $1 $2s ago <- {n} {p} ago
        range: since $1 15 <- since mid/middle of? {mo}
        range: this $1 <- this/current {p} | this/current {p} so far | so far this {p} | {p} to date | {p} so far
        range: this year <- ytd
        range: this year <- of this? year
        range: this month <- of this? month
        range: this week <- of this? week
        range: last $1 <- last/previous {p}
        range: during 2 $1s ago <- {p} before last
        range: last 30 days <- this past month
        range: last 60 minutes <- past hour
        range: last 7 days <- this past week
        range: last 7 days <- past week | past 7 nights
        range: last 30 days <- past month
        range: last 12 months <- past year
        range: last $1 $2s <- last/past/previous/latest/recent {n} {p} | {n} {p}
        range: last $1 days <- last/past/previous {n} nights/night/mornings/evenings
        range: last $1 full $2s <- last/past {n} full/complete {p} | last/past {n} {p} excluding/without/except today | last/past {n} {p} not including/counting today
        range: previous <- {n} {p} before that? | period before | {p} before that? | night before | {n} before that | previous/prior/preceding {n} | with/against {n} {p}? before that? | with/against {p} before that?
        unsupported: <- can/should/could eat/drink
        unsupported: <- in/for/of/on/during? week/month/day {n} | 1/{n} hour/hours/minutes after/before breakfast/lunch/dinner/supper | one hour after/before breakfast/lunch/dinner/supper
        nightPair: $1 $2 <- from? {w} to/until/till/through/into {w}
        nightOf: date = $1 <- on? night to/into {w}
        range: on 7 days ago <- exactly? a/one week ago today | exactly a/one week ago
        unsupported: <- per/an/each/every hour/minute/mile/km/kilometer/kilometre of {a}
        range: on $1 1 <- on? first day? of {mo}
        range: between $1 1 and $1 7 <- first week of {mo}
        range: between $1 8 and $1 14 <- in? second/2nd week of {mo}
        range: between $1 15 and $1 21 <- in? third/3rd week of {mo}
        range: $1 <- in? last week of {lastWeek}
        range: between $1 1 and $1 15 <- first half of {mo}
        range: $1 <- in? second/last half of {lastHalf}
        range: between $3 $1 and $3 $2 <- from/between {nth} to/and/until/through {nth} of? {mo}
        range: between $1 $2 and $1 $3 <- {mo} {n} to {n} | from {mo} {n} to {n}
        range: since $1 1 <- since start/beginning of {mo}
        range: since start of last $1 <- since last {p}
        range: since start of this $1 <- since start/beginning of this? {p}
        range: since $1 <- since {d} | since {w} | from {d} on/onwards | after {d}
        range: until $1 <- until/till {d} | before {d} | up to {d}
        range: between $1 and $2 <- between {d} and {d} | from {d} to/until/till/through {d}
        range: on $1 <- on {day} | {day} | on {w} | {w}
        range: last $1 <- last {w}
        range: during $1 <- {d} | during/for {d}
        range: last $1 <- last {mo}
        startOf: this $1 <- at? start/beginning of this? {p} | start/beginning of this? {p}
        startOf: during $1 <- at? start/beginning of {mo}
        endOf: during $1 <- at? end of {mo}
        range: all time <- all time | ever | of all time | lifetime

        # Groups of rows
        long: <- length | how long | how much time | time | duration | duration of | length of | time spent | amount of time | by time | by duration
        long: min <- how many minutes | minutes | minutes of | in minutes | minute total
        long: hr <- how many hours | hours | hours of | in hours
        per: $1 <- per/each/every/a/one/single {p} | for each/every {p} | {p} by {p} | in a/one/single/any {p} | in a single {p} | {ly}
        per: $1 <- {p} to/over/on {p}
        per: $1$2 <- every/per/each {n} {t}
        per: night <- per/each/every/a/by/for night | for each/every night | nightly | night by night | in a/one night
        per: workout <- in/during a/one/single/any workout/session | per single workout | per/each/every/by workout/workouts/session/sessions/training | for each/every workout
        per: workout $1 <- per/each/every {a} | for/of? each/every of? {a}
        by: $1 <- by {p}
        by: night <- by nights
        by: weekday <- for each/every weekday | by/per/each/every weekday/weekdays | by/per/each/every day of week | by days of week
        profile: weekday <- day of week
        profile: hour of day <- hour/time of day
        by: hour of day <- through day hour by hour | hour by hour through day | through day | over course of day | by/per/each/every hour/hours of day | for each/every hour of day | by time of day | per time of day | throughout day
        by: part of day <- by/per part/parts of day | at? night or/vs/versus/and during/in/at? day | during/in/at? day or/vs/versus/and at? night
        by: month of year <- by month of year
        by: weekend <- by weekend | difference? between weekend/weekends and weekday/weekdays | difference? between weekday/weekdays and weekend/weekends | weekend/weekends vs/or/versus/and/against weekday/weekdays/workdays | weekday/weekdays/workdays vs/or/versus/and/against weekend/weekends
        by: value <- by/per/in/each/every stage/stages/phase/phases | by/per/in/for each? sleep stage/stages | in each sleep? stage | stages
        by: activity <- on/for each/every? sport/activity | each/every sport/activity | by/per type/kind/activity/sport | on/for/per? each/every type/kind/sort of workout/exercise/sport | by type of workout | by workout/activity type | per workout type | by kind of workout
        by: source <- each device/source/app count/counted/record/recorded/measure/measured | apple? watch/phone/iphone compared? to/with/vs/versus/and/against other sources/devices/apps | by/per/each source/app/device | according to each app/source/device | from each app/source/device
        by: metadata "HKIndoorWorkout" <- indoor/outdoor vs/or/versus/and/against/or outdoor/indoor | inside or outside
        condition: metadata "HKIndoorWorkout" = 1 <- indoor
        condition: metadata "HKIndoorWorkout" = 0 <- outdoor
        which: day of month <- on? which/what day of month
        which: $1 <- which/what {p} | on which/what {p} | which/what {p} of month/year
        which: night <- which/what nights/night | after nights | nights while
        which: day <- on? days while also? | days where | days when
        which: $1 <- weeks/months when/where
        which: night <- nights when/where
        rank: <- rank | sort
        which: workout <- which/what workout/workouts
        which: month of year <- which/what month/months of year
        which: weekday <- which/what night/nights of week | on? which/what weekday/weekdays | on? which/what day/days of week
        formula: count workouts by activity{c} | top 1 <- most common/frequent/regular workout/workouts/exercise/activity/sport | most common/frequent type/kind of workout/exercise | favorite/favourite workout/exercise/sport
        formula: count workouts by activity{c} | count <- how many different? types/kinds/sorts of workout/workouts/exercise/sport/sports/activity/activities | how many different sports/activities/workouts
        kinds: <- which/what sport/sports/activity/activities | which/what kind/kinds/type/types/sort/sorts of workout/workouts/exercise/sport/sports
        which: hour of day <- at what/which time/hour of day | which/what hour/hours of day | which/what time of day
        which: part of day <- which/what part of day | in which/what part of day
        which: day <- days | list days | dates
        which: night <- nights | night
        which: $1 <- {p}
        days: $1 <- how many {p} | number of {p} | count of {p}
        days: night <- how many nights | number of nights
        writers: <- which/what app/apps/source/sources/device/devices record/counted/recorded?
        place: <- where
        writers: <- sources of | source of
        writes: <- send | sent | into/to/in apple? health app/database? | into/to/in apple? health | writing/sending/logging/recording/tracking/saving | come/comes/came/coming from | track/log/store/save/provide/measure/writes/write/records/recorded/counts/wrote/measures/tracks

        # Aggregates
        typicalPer: $1 <- on/in/during a/an? average/typical/normal/usual {p} | a/an average/typical/normal/usual {p}
        average: average <- generally | in general | averaging | on a/an average/typical/normal/usual day | average | avg | averages | mean | averaged | on average | in average | typical | usual | usually | normally | typically
        average: min, average <- min/minimum/lowest and/& avg/average/mean
        average: average, min <- avg/average/mean and/& min/minimum/lowest
        average: average, max <- avg/average/mean and/& max/maximum/highest/peak
        average: max, average <- max/maximum/highest/peak and/& avg/average/mean
        average: min, average, max <- min avg/average/mean and/& max | min avg/average/mean max | min max and/& avg/average/mean | min max avg/average/mean
        average: average, median <- average/avg/mean and? median
        average: median, average <- median and? average/avg/mean
        average: average, stddev <- average/avg/mean and? standard deviation of? | average/avg/mean and? stddev/sd
        average: average, median, stddev <- average/avg/mean median and? standard deviation of? | average/avg/mean median and? stddev/sd
        average: median <- median
        average: min, max <- range | range of
        average: stddev <- standard deviation of? | stddev | std dev | variability | variation | fluctuation | fluctuations
        average: p$1 <- percentiles {ns} of? | {ns} percentile/percentiles of? | {n} percentile of? | {nth} percentile of? | percentile {n} | p{n}
        extreme: max hard <- toughest | hardest | most intense/strenuous/demanding/exhausting
        extreme: min hard <- easiest | least intense/strenuous/demanding/exhausting
        extreme: max <- pr/pb | most | highest | max | maximum | peak | greatest | biggest | best | record | largest | all time high | busiest | loudest | heaviest | personal best/record
        extreme: max long <- longest
        extreme: max far <- farthest | furthest
        extreme: min <- least | lowest | min | minimum | fewest | smallest | worst | laziest | lightest
        extreme: min long <- shortest
        record: fastest 42195 m <- fastest/quickest/best marathon time? | personal? record/best/pr/pb for/in/at/over a? marathon | marathon personal? record/best/pr/pb/time | how fast can? run/ran a? marathon
        record: fastest 21097.5 m <- fastest/quickest/best half marathon time? | personal? record/best/pr/pb for/in/at/over a? half marathon | half marathon personal? record/best/pr/pb/time | how fast can? run/ran a? half marathon
        record: fastest $1 m <- fastest/quickest {k} run? | best {k} run? | best {k} time | personal? record/best/pr/pb for/in/at/over a? {k} run? | best time for/in/over a? {k} | {k} run? personal? record/best/pr/pb | best/fastest {k} time | how fast can? run a? {k}
        record: fastest $1 $2 <- fastest/quickest {n} {len} run? | best {n} {len} run/time? | personal? record/best/pr/pb for/in/at/over a? {n} {len} | best time for/in/over {n} {len} | {n} {len} personal? record/best/pr/pb | how fast can? run {n} {len}
        record: fastest 1 $1 <- fastest/quickest/best {len} run/time? | personal? record/best/pr/pb for/in/at/over a? {len} | best time for/in/over a? {len} | {len} personal? record/best/pr/pb/time | how fast can? run a? {len}
        speed: top $1 <- top {n} fastest | {n} fastest/quickest
        speed: top 1 <- fastest | quickest | best/fastest/quickest pace
        speed: bottom $1 <- {n} slowest | slowest {n}
        speed: bottom 1 <- slowest | slowest/worst pace
        split: km <- km/kilometer/kilometre splits/split times? of?/for? | splits/split times? of?/for? | pace/time/times of/for/in each/every km/kilometer/kilometre of?
        split: mile <- mile splits/split times? of?/for? | pace/time/times of/for/in each/every mile of?
        paceUnit: <- in min/minutes per km/kilometer/kilometre
        velocity: <- speed of? | how fast
        pace: <- pace of? | pace for
        extreme: max $1 <- top {n}
        extreme: max $1 <- {n} best/highest/most/biggest | best/highest/biggest {n}
        extreme: max $1 long <- {n} longest | longest {n}
        extreme: max $1 far <- {n} farthest/furthest
        extreme: min <- all time low
        extreme: min $1 <- bottom {n} | {n} worst/lowest/fewest | worst/lowest {n}
        latest: <- last time | latest | current | currently | newest | most recent | last | right now | now | at moment | as of now
        newest: $1 <- last/latest/recent {n}
        first: <- first time | when start/started/begin/began tracking/logging/recording/measuring? | start/started tracking/logging/recording/measuring | first measured? date? | earliest | oldest
        firstAndLast: <- first/earliest measured? vs/and/to now/latest/last/today
        total: <- total | totals | altogether | in total | overall | sum | sum of

        # What is asked for
        total: <- build/built/rack/racked/pile/piled/add/added/clock/clocked/log/logged/run/ran up | put/squeeze/fit in
        many: <- how many | how often | how many times | number of times | how frequently | many times | often | number of | count of | count | frequency of
        far: <- mileage | how far | distance | by distance | distance of
        far: $1 <- how many {len} | {len}
        when: <- how late | how early | when | what/which date/dates | what time | at what time | and when | on which day | at which time
        show: <- bar/line chart/graph of? | in/as? a? table/breakdown/graph/chart/plot of | in/as a? table/graph/chart/plot | table | visualize/visualise | show | plot | graph | chart | draw | display
        list: <- a? list of | filter | find | list | list all | show all
        readings: <- entry | spike | spikes | spiked | reading | readings | measurement | measurements | samples | entries | sessions | session | classes | class | at any time/point | any/some reading/readings
        alerts: <- alert | alerts | notification | notifications | event | events | warnings | detected
        judged: <- judging/judged/going/ranked by | based on | according to
        untilNow: <- at this rate | at? this/same point/stage in/of? | at this time | so far | up to now | until now | till now | to date | at this pace/rate | up to same day/point/time | to/until/by same day/point/date/time
        percent: <- by? what? percent/percentage increase/decrease/growth/drop/difference in/of/between? | by? how many/much percent | how many percent | by? what percent/percentage change/changed? | how many percent change/changed? | in percent | change in %/percent/percents/percentage | change by what? %/percent/percentage | percent change | by percent | percentage change
        unit: $1 <- in {u} | how many {mu} of? | {mu} of | {mu}
        many: <- how many glass/glasses/bottle/bottles of
        tool: weight,bodyFat,leanBody,bmi,fatMass <- from/by/on/with scale/scales
        tool: bloodPressure <- from/by/on/with cuff/monitor
        tool: glucose,Glucose <- sensor | cgm | libre | dexcom | from/by/on/with cgm/meter/sensor/glucometer/libre/dexcom
        tool: emperature <- from/by/on/with thermometer
        csv: <- export | as/to csv | as a csv
        bins: $1 <- in {n} {u}? bins | {n} {u}? bins | bins of {n} {u}?

        # Conditions
        hours: $1 $2 <- during? night? shift hours? {h} to {h} | between {h} and {h} | from {h} to/until/till {h} | {h} to {h}
        atHour: $1 <- at/around {c}
        hours: 00:00 $1 <- before {h} in morning
        hours: $1 24:00 <- since {c} | after/past {c} | from {c} on/onwards | later than {c}
        hours: 00:00 $1 <- before {c} | by {c} | until {c} | earlier than {c}
        limit: > $1 $2 <- more/greater/higher/longer/bigger than {n} {u}? | over/above/exceed/exceeds/exceeding/exceeded/pass/passed/crack/cracked/top/topped/beat/break/broke {n} {u}? | went/go/goes/get/gets/rose/rise/rises/jump/jumped/climb/climbed/stay/stays/stayed over/above {n} {u}?
        limit: > 1 $1 <- more/longer than a/an {u} | over a/an {u}
        limit: >= $1 $2 <- at least {n} {u}? | minimum of {n} {u}? | reach/reached/hit/make/made/get/got/meet/met/achieve/achieved {n} {u}? goal? | get/got to {n} {u}? | reach/reached/hit/achieve/achieved/meet/met at least {n} {u}?
        limit: < $1 $2 <- less/fewer/lower/shorter than {n} {u}? | under/below {n} {u}? | fell/dropped/went/fall/falls/drop/drops/go/goes/get/gets/stay/stays/stayed below/under {n} {u}?
        limit: >= $1 <- at least {n} times | {n} times
        limit: <= $1 <- at most {n} times
        limit: > $1 <- more than {n} times
        limit: < $1 <- less/fewer than {n} times
        limit: >= 2 <- at least twice | twice or more
        limit: >= 1 <- at least once
        limit: > 2 <- more than twice
        limit: > 1 <- more than once
        limit: >= $1 $2 <- with? min/minimum {n} {u}?
        limit: <= $1 $2 <- at most {n} {u}? | no/not more than {n} {u}?
        limit: < $1 $2 <- not reach/reached/hit/make/made/get/got/meet/met/achieve/achieved {n} {u}? | without reaching/hitting {n} {u}?
        limit: > $1 degC <- over/above {n} c/celsius | higher than {n} c/celsius
        limit: < $1 degC <- under/below {n} c/celsius | lower than {n} c/celsius
        limit: > $1 degF <- over/above {n} f/fahrenheit | higher than {n} f/fahrenheit
        limit: >= $1 <- without any? reading/readings under/below {n} | nothing under/below {n} | never under/below {n}
        limit: <= $1 <- nothing over/above {n} | never over/above {n}
        pressure: > $1 <- over/above/exceed/exceeds/exceeded/higher/greater/more than? {bp} | at least {bp} | {bp} or more/higher/above
        pressure: < $1 <- under/below {bp} | lower/less than {bp}
        limit: between $1 and $2 <- between {n} and {n}
        limit: >= $1 $2 <- with {n} {u}?
        limit: between $1 and $2 $3 <- between {n} and {n} {u} | in range {n} to {n} {u}? | range {n} to {n} {u}? | from {n} to {n} {u} | {n} to {n} {u}?
        inRange: tight <- time in tight range | tight range | titr
        inRange: <- time in range | in range | within range | tir
        ofTime: below <- time below/under range | below/under range | tbr
        ofTime: above <- time above/over range | above/over range | tar
        ofTime: <- how much of time | share/percent/percentage/proportion/fraction of time | what share/percent/percentage/proportion of time | % of time
        amount: $1 $2 <- {n} {u}
        number: $1 <- {n}
        office: <- during/in? office/working/business/work hours
        part: $1 <- each/every {part} | in/during {part} | {part} | {parts} | in {parts}
        part: night <- at night/nights
        weekends: weekday in (saturday, sunday) <- on? weekends/weekend | at weekends/weekend | during weekends
        workdays: weekday is not saturday and weekday is not sunday <- monday/mondays to/through/until/till? friday/fridays | on? work days | on? weekdays/workdays/weekday/workday | during weekdays
        condition: weekday = $1 <- on? {ws} | on a/any {w} | on? every/each {w} | on? a? typical/usual/normal/average {w}
        condition: source contains "Meter" <- only from/by meter | from meter only
        condition: source contains "Sensor" <- only from/by sensor/cgm | from sensor/cgm only
        condition: not source contains "Sensor" <- without sensor/cgm
        device: source is "iPhone" <- iphone | phone
        device: source contains "Watch" <- watch | apple watch
        condition: source is "iPhone" <- iphone only | with/from/on/by only? iphone only? | only iphone | from phone | on phone
        condition: source contains "Watch" <- watch only | with/from/on/by only? apple? watch only? | from apple watch
        condition: entered by user <- typed in by hand | entered by hand | entered manually | manually entered | typed in? | by hand
        condition: not entered by user <- without manual entries | not entered by hand | excluding manual entries | without manually entered
        during: workouts <- part of a? workout/workouts | during/while/in/on workouts/workout/exercise/exercising/training/trainings | while work/worked out | while exercised/train/trained | while/when working out | during a workout
        during: not workouts <- not part of a? workout/workouts | not from/in a? workout/workouts/exercise | not counting workouts/exercise | outside/excluding/except of? workouts/exercise/exercising/training | outside of? workouts/workout | not during workouts | while/when not working out | while/when not exercising/training
        during: $1 <- during/while/in/on {x} | during a {x}
        during: not $1 <- not during/while {x} | outside of? {x}
        during: sleepAnalysis is $1 <- during/while/in in? {stage} sleep? | while in {stage} sleep? | when in {stage} sleep?
        during: sleep <- while/when asleep/sleeping | while sleep | during/in sleep
        overnight: <- overnight
        during: not sleep <- while/when awake | during waking hours
        during: within 2h after dietaryCarbohydrates <- after meals/eating | after a meal | after eat/ate
        during: within 1h before dietaryCarbohydrates <- before meals/eating | before a meal | before eat
        during: within 1h after $1 <- after {x} | after a {x} | after working out/exercising | in hour after a? {x} | hour after a? {x}
        during: within 1h before $1 <- before {x} | before a {x} | before working out | hour before a? {x}
        during: within 30min after $1 <- in? half hour after a? {x}
        during: within 30min before $1 <- in? half hour before a? {x}
        during: within 24h after numberOfAlcoholicBeverages <- on? days/mornings after alcohol/drinking/drinks/drink
        which: night <- on? days after sleep/slept/sleeping
        during: within 24h after $1 <- on? day/days after a? {x} | on? next/following day after a? {x} | within a? day after a? {x} | in day after a? {x} | day after a? {x}
        during: within 1h before sleep <- in? hour before bed/sleep/sleeping/bedtime | before bed/sleep/sleeping/bedtime | before go to bed | before going to bed
        during: within $1$2 after $3 <- within {n} {t} after a? {x} | in {n} {t} after a? {x} | {n} {t} after a? {x}
        during: within $1$2 after dietaryCarbohydrates <- within {n} {t} of eating/meals/food | within {n} {t} of a? meal
        during: within $1$2 before sleep <- in/within? {n} {t} before bed/bedtime/sleep
        during: within $1$2 before $3 <- within {n} {t} before a? {x} | in {n} {t} before a? {x} | {n} {t} before a? {x}
        reaction: $1 <- drop/fall/rise/spike/dip/change/react after a? {x} | go/goes up/down after a? {x}
        around: $1 <- before and after a? {x}
        sinceLast: <- how? many? days/time/weeks/hours/months/long it? since last | how? long ago | last time | how? many days/weeks/months ago | how long it? since
        sinceLast: <- which/what day last | date of last | how long gone without a?
        excluding: <- excluding/except/exclude/ignoring/omitting for? | not counting/including | leaving out | other than | minus
        nightOf: date = yesterday <- 2/two nights ago | night before last
        condition: between 05:00 and 09:00 <- fasting
        mealtime: after 18:00 <- after dinner/supper
        mealtime: between 12:00 and 16:00 <- after lunch
        mealtime: between 07:00 and 11:00 <- after breakfast
        mealtime: between 05:00 and 08:00 <- before breakfast
        mealtime: between 10:00 and 12:00 <- before lunch
        mealtime: between 16:00 and 18:00 <- before dinner/supper
        mealtime: between 05:00 and 11:00 <- at/during/for breakfast
        mealtime: between 11:00 and 15:00 <- at/during/for lunch
        mealtime: between 17:00 and 22:00 <- at/during/for dinner/supper
        nearLast: within 2h after each (dietaryCarbohydrates) <- after last meal
        nearLast: within 1h after each ($1) <- in? hour? after last {x}
        nearLast: within 1h before each ($1) <- in? hour? before last {x}
        nearLast: within $1$2 after each ($3) <- in/within? {n} {t} after last {x}
        nearLast: within $1$2 before each ($3) <- in/within? {n} {t} before last {x}
        near: within 2h after each (dietaryCarbohydrates) <- after each/every meal
        near: within $1$2 after each (dietaryCarbohydrates) <- within {n} {t} of each/every meal
        near: within 7d before each ($1) <- in? week before each/every {x}
        near: within 7d after each ($1) <- in? week after each/every {x}
        near: within 1h after each ($1) <- after each/every {x} | in/during hour after each/every {x} | hour after each/every {x}
        near: within 1h before each ($1) <- in/during hour before each/every {x} | hour before each/every {x}
        near: before each ($1) <- before each/every {x}
        near: within $1$2 after each ($3) <- within/in/during {n} {t} after each/every {x} | {n} {t} after each/every {x}
        near: within $1$2 before each ($3) <- within/in/during {n} {t} before each/every {x} | {n} {t} before each/every {x}

        before: < $1 <- before/by/until {n} | earlier than {n} | by {c}
        before: > $1 <- after/past {n} | later than {n}
        need: $1 <- if need {n} hours/h? a? night? |  against {n} hours/h/hr a? night | against {n} hours/h/hr per night | if need {n} hours/h | with a goal of {n} hours

        # Comparisons and shapes over time
        earlier: <- than before | vs before | compared to/with before | versus before
        than: <- in comparison to/with | relative to | as opposed to | or | than | vs | versus | compared to/with | against | compare | compared | next to | difference | difference between | comparison
        aside: <- next/following day/morning
        nextDay: <- next/following? day after eat/ate/drink/drank/have/had? many/much/lots? of?
        more: <- more/less often/frequently | later | earlier | same time/part/point/hour of? | same days | over/on same days | more | less | fewer | higher | lower | better | worse | longer | shorter | further | farther | heavier | lighter | which more/longer/higher/better/worse/lower/greater
        range: during $1 <- {mo} this year
        yearAgo: <- {mo} last year | {mo} a? year ago | this time/month last year | this time a? year ago | same month/week/period/time last year | same month/week/period/time a? year ago | year over year | a? year ago
        range: during 1 $1 ago <- a/one {p} ago
        state: above <- unusually high
        state: below <- unusually low
        judgement: <- high | low | normal | elevated
        usual: <- above/below/over/under average/usual/normal | within/in/inside? usual/typical range | than/to/with/vs usual/normal range? | compare/compared/relative to/with? usual/normal range | relative to usual/normal | compare/compared to/with average | compared to/with usual/normal | from usual | ahead of a? normal/typical day | compared to/with a? average/typical/usual/normal day
        typicalDay: <- typical/usual/normal day of? | average day of
        spread: <- difference between highest/max/maximum/peak/greatest and lowest/min/minimum/least | difference between lowest/min/minimum/least and highest/max/maximum/peak/greatest | spread between highest/max/maximum and lowest/min/minimum
        progress: <- will by/at end of day/today
        progress: <- will have by? tonight/today? | will have by? end of day | will have at end of day
        usual: <- ahead or? behind? of? a? normal/usual/typical/average day
        progress: <- progress | how doing | left to go | left | remaining | to go | expected | where will end up | where end up | on pace for/to | projected | projection | forecast | ahead | behind | on track | on course | will/can/going to? make/reach/hit/meet | make/reach/reached/hit/meet/met/made goal | how close to | how far from | close to
        enough: <- enough
        attain: <- beat/exceed/exceeded | hit/hitting | reach/reached/reaching | met/meet/meeting | achieve/achieved
        afterwards: <- after
        differ: <- show/shows? different | count/counts/counted/record/records/recorded/say/says other/different | differ | disagree | not agree | mismatch | not match | each count/counted/record/recorded/measure/measured/say/show
        goal: <- goal | goals | daily goal | target
        sum: activeEnergy <- move goal
        goalNumber: $1 <- left to/until {n} | left to reach/get/hit {n} | left until {n} | will/can/going to? reach/hit/get/make {n} | will/can/going to? get to {n}
        rolling: $1 $2s <- {n} {p} avg/mean | {n} {p} average | {n} {p} moving/rolling average | rolling/moving {n} {p} average | {n} {p} rolling mean | with a {n} {p} average | moving average over {n} {p}
        rolling: <- moving/rolling/running average of? | smoothed | smooth | without daily? ups and downs
        rolling: $1 $2s <- with {n} {p} moving/rolling? average
        running: <- cumulative | running total | accumulated | cumulated
        gaps: <- gap | gaps | interruptions | stop/stopped recording/working/measuring? | cut/cuts/drop/dropped out | lose/lost signal/connection/contact | disconnect/disconnected
        moved: <- drop | dropped | drops | fall | fell | rise | rose | go/went/gone up/down | increased | decreased
        trend: <- trending up or down | more/less/better/worse/higher/lower/slower/faster/longer/shorter/heavier/lighter than before | more/less/fewer/better/worse/slower/faster/longer/shorter/later/earlier/higher/lower than used to? | getting/become/becoming/gotten/got fitter | fitter | in better shape | getting in shape | trending up/down/upward/upwards/downward/downwards | on rise | getting/become/becoming/gotten/got more/less/fewer/better/worse/higher/lower/slower/faster/longer/shorter/heavier/lighter/later/earlier/stronger/weaker/bigger/smaller/louder/quieter | heading up/down | which direction | growing | shrinking | creeping up/down | slope of? | how fast/quickly losing/gaining/lose/gain | how fast/quickly losing/gaining/lose/gain or losing/gaining/lose/gain | losing or gaining | trend | trends | trending | trend line | going up/down | rising | falling | increased | decreased | improved | worsened | gone up/down | went up/down | risen | increasing | decreasing | improving | dropping | worsening | losing | gaining | gaining or losing | going up or down | up or down | getting up or down
        history: <- history | progression | development | timeline
        weeks: <- over time | changing | changed | developing | developed | evolved | progressed
        change: lost = first - latest <- lose | lost | loss
        change: gained = latest - first <- gain | gained
        delta: <- by how much | change to/from {p} before | difference in | change | changes | change of/in
        shift: $1 <- before and after {d} {tail}
        shift: $1 <- before and after {d}
        shift: $1 <- before and after {event}
        range: since $1 <- since {event}
        baseline: last $1 days <- {n} day/days baseline | {n} day/days norm
        baseline: last 30 days <- baseline
        streak: longest $1 <- most {p} in a? row
        streak: longest night <- most nights in a? row
        streak: longest $1 <- longest run/streak/stretch of {p}
        streak: longest night <- longest run/streak/stretch of nights
        streak: longest <- longest streak of? | best streak | longest stretch of?
        streak: current $1 <- {p} in a? row
        streak: current night <- nights in a? row
        streak: current <- current streak | streak | in a? row | consecutive
        streaks: $1 <- all? runs/streaks/stretches of at least {n} days/nights/day | all? runs/streaks/stretches of {n} days/nights or more
        share: <- % | % of | share of | share | percent of | percentage of | proportion of | what share/percent/percentage/fraction/proportion/part/% of | fraction of | percent | percentage
        nodata: <- not | days/nights not
        nodata: <- gone/went/go/going without
        nodata: forgot <- forgot/forget/forgotten to? | skip | skipped | miss/missed any? days? of?
        nodata: worn <- not wear/wearing watch | forgot/forget to wear watch | watch not worn | watch off
        nodata: workout <- rest
        nodata: <- on? other/remaining days/nights | without | with no | missing | no | without any | free
        gap: <- longest break between? | longest time/period/stretch without any? | longest time/period/stretch with no | longest gap in/between/without | longest time without a? | longest stretch without | longest gap
        perWeight: <- per kg/kilo of? body? weight? | per kilogram of? body? weight?
        goalWeight: $1 $2 <- to? lose to reach/hit/get {n} {mu}? | close to {n} {mu} | how far from {n} {mu} | close to goal/target weight of? {n} {u}? | left/lose/go/remaining to? goal/target weight of? {n} {u}? | from goal/target weight of? {n} {u}? | to goal/target weight of? {n} {u}?
        left: $1 $2 <- missing/away/short/more/go to/until/till/for/of/from {n} {u}? | to go to/until/till {n} {u}? | to {k} | need to? reach/get/hit/make {n} {u}? | left/remaining to/until/of {n} {u}?
        with: <- while drink/drank/eat/ate/have/had/take/took/drinking | after drinking/drink | with a? | with any
        coverage: <- wear watch | wore watch | coverage | how complete | completeness of?
        outliers: <- unusual | outliers | outlier | weird | anomalies | strange
        histogram: <- histogram | distribution | histogram of | distribution of
        zones: $1 <- in? zones/zone {edges}
        limit: between $2 and $3 $4 <- in? zone {n} between/from? {n} to/and {n} {u}?
        zone: = $1 <- what? time? in/at? heart? rate? zone {n} | in/at? hr/cardio zone {n} | in? cycling? power zone {n}
        zone: = 1 <- what? time? in/at? heart? rate? zone one | in/at? hr/cardio zone one | in? cycling? power zone one
        zone: >= $1 <- in/at? heart? rate? zone {n} and above/higher/up/more/over | in/at? heart? rate? zone {n} plus | in/at? heart? rate? zone at least {n}
        zone: <= $1 <- in/at? heart? rate? zone {n} and below/lower/less/under | in/at? heart? rate? zone at most {n}
        zone: > $1 <- above/over heart? rate? zone {n}
        zone: < $1 <- below/under heart? rate? zone {n}
        zone: between $1 and $2 <- in? zone/zones {n} through {n} | in? zone {n} to/through zone {n}
        zone: in ($1, $2) <- in? zone/zones {n} or/plus {n} | in? zone {n} and/or/plus zone {n}
        unsupported: <- in? which/what time zone/zones | time zone/zones | timezone | timezones
        limit: between $1 and $2 $3 <- in? zone/zones of? {n} to {n} {u}? | in? zone/zones between {n} and {n} {u}?
        zones: <- in? each? heart rate zone/zones | in? each? zone/zones | pulse zone/zones | by hr? zone/zones | by heart rate zone/zones | in? each? hr zone/zones | in? each? cycling? power zone/zones | by cycling? power zone/zones
        rhythm: <- follow regular? daily rhythm | regular? daily rhythm | circadian rhythm | how regular day/routine
        regular: <- regularity index | same time/hour each/every night/day/morning/evening | different times? each/every night/day/morning/evening | how? steady/stable/constant/erratic/variable | how much vary/varies/varied/fluctuate/fluctuates | vary | varies | varied | fluctuate | fluctuates | how regular | how regularly | regular | regularly | regularity | consistent | consistency | how consistent | irregular
        twice: <- double counting | double count | count twice | counted twice | twice | double counted | counted double
        priority: <- which source counts/wins/used | which source comes first | which source takes precedence
        effect: <- better/worse/longer/less after days/day with? more/less | more and more | effect/impact/influence of | better/worse/longer/more after long? | better/worse/longer on days with? | affect | affects | influence | influences | depend on | depends on | lower | lowers | raise | raises | improve | improves | reduce | reduces | increase | increases | correlate with | correlation | correlated | correlate | correlation between/of | correlation with | relationship between | related to | link/connection between | linked/connected to | associated with | affected/influenced by | mean/means more/less/lower/higher/better/worse | help | helps | hurt | hurts
        incl: <- active and/plus resting | resting and/plus active | incl resting energy? | including resting energy?

        # Values that are worked out from several metrics
        formula: duration sleep called asleep, duration time in bed called bed by night{c} | derive efficiency = asleep / bed <- sleep efficiency | time? asleep divided by time? in bed | time? asleep as share/percent/percentage/fraction/% of time? in bed | what? share/percent/percentage/fraction/proportion/% of time in bed asleep
        formula: (duration sleep where value is deep) called deep, duration sleep called total{by}{c} | derive part = deep / total <- what? percent/percentage/share/part/%/proportion/fraction of time? sleep/asleep deep sleep? | how much of sleep deep sleep? in? percent? | percent/percentage/share/proportion of? deep sleep? | deep sleep? percent/percentage/share
        formula: (duration sleep where value is rem) called rem, duration sleep called total{by}{c} | derive part = rem / total <- what? percent/percentage/share/part/%/proportion/fraction of time? sleep/asleep rem sleep? | how much of sleep rem sleep? in? percent? | percent/percentage/share/proportion of? rem sleep? | rem sleep? percent/percentage/share
        formula: share (value is core) of sleep{by}{c} <- what? percent/percentage/share/part of sleep light/core sleep? | how much of sleep light/core sleep? in? percent? | percent/percentage/share/proportion of? light/core sleep? | light/core sleep? percent/percentage/share
        ring: moveProgress >= 100 <- close/closed/closing/fill/filled/hit/complete/completed move ring/goal
        ring: exerciseProgress >= 100 <- close/closed/closing/fill/filled/hit/complete/completed exercise ring/goal
        ring: standProgress >= 100 <- close/closed/closing/fill/filled/hit/complete/completed stand ring/goal
        formula: summaries{c} <- daily? summary | daily? summaries | close/closed/fill/filled/complete/completed all? three? activity? rings | all? three? activity? rings | rings
        formula: {latest} weight called mass, {latest} bodyFat called fat{by}{c} | derive fatMass = mass * fat <- fat mass | weight times body? fat percentage? | how many kg/kilos/pounds/lb/lbs of? body? fat
        formula: adherence medicationDoses{by}{c} <- medication? adherence | how often/regularly take/took/taken/taking medication/medications/meds/medicine/pills/tablets | what? share/percent/percentage/proportion/% of medication/medications/meds/pills/doses take/took/taken
        formula: show metrics <- what data | which data | what metrics | what kinds of data | what kind of data | which metrics
        formula: glucose ranges{by}{c} <- glucose ranges | time in each range | glucose report | ambulatory glucose profile | agp
        formula: glucose ranges{by}{c} | select gmi <- would? estimated? a1c | ea1c | estimated? hba1c | gmi | glucose management indicator
        formula: stddev, average bloodGlucose{by}{c} | derive cv = stddev / average <- coefficient of variation of glucose | glucose cv | glucose coefficient of variation
        formula: sum dietaryEnergy called eaten, sum activeEnergy called active, sum restingEnergy called resting{by}{c} | derive balance = eaten - active - resting <- calories eaten/eat vs/and/versus burned/burn | calories eating vs/and/versus burning | eat/eating/ate more/less than burn/burning/burned | calorie/calories/energy balance/deficit/surplus | net calories | calories in vs/and/minus calories? out
        formula: first start time in bed called bed, first start sleep called fell by night{c} | derive latency = fell - bed <- sleep latency | time until/to fall asleep | how long it? take/takes to fall asleep
        formula: sessions of menstrualFlow gap 48h{c} | sort start descending | limit 1 <- first/start/beginning day? of last/latest/recent/current? period | when? last/latest/recent period start/started/begin/began/come? | when? period last start/started/begin/began/come
        formula: count menstrualFlow by each (sessions of menstrualFlow gap 48h){c} | average <- how many days period/periods last | how long period/periods last? | period/periods length | length of period/periods
        formula: sum steps by hour{c} fill zero | average by hour of day | top 1 <- what time of day most active | when most active
        formula: sum steps by hour{c} fill zero | average by hour of day | bottom 1 <- what time of day least active | when least active
        formula: first start dietaryEnergy called breakfast, last end dietaryEnergy called dinner by day{c} | derive window = dinner - breakfast <- eating window

        formula: duration sleep by night{c} | derive debt = {need} - duration | select debt | sum <- hours? of? sleep missing | sleep debt | sleep deficit
        formula: duration sleep by each (sessions of sleep gap 1h){c} | where between 08:00 and 20:00 <- sleep/slept during/in day/daytime | sleep/slept during daytime | daytime sleep
        formula: duration time in bed called bed, duration sleep called asleep by night{c} | derive awake = bed - asleep <- time? in bed not/without asleep/sleeping
        formula: first start sleep called fell, last end sleep called woke by night{c} | derive span = woke - fell <- hours? between fall/falling asleep and wake/waking up
        formula: duration sleep by each (sessions of sleep gap 1h){c} | where between 11:00 and 20:00 <- nap | naps | napping | napped
        formula: duration sleep by each (sessions of sleep gap 1h){c} | where between 11:00 and 20:00 | count <- how many naps | number of naps | how many times nap/napped | how often nap/napped
        formula: first start sleep, last end sleep by night{c} <- sleep/sleeping schedule/times/rhythm/pattern | bed and wake times | bedtimes and wake times
        formula: summaries{c} | where moveProgress >= 100 and exerciseProgress >= 100 and standProgress >= 100 | count <- how often close/closed/fill/filled/complete/completed all? three? rings | how many times close/closed/fill/filled/complete/completed all? three? rings | how many days close/closed/fill/filled/complete/completed all? three? rings | days all? three? rings closed
        formula: summaries{c} | where moveProgress >= 100 and exerciseProgress >= 100 and standProgress >= 100 <- days close/closed/fill/filled all? three? rings | which days close/closed all? three? rings
        formula: summaries{c} | where moveProgress >= 100 | count <- how many days close/closed/fill/filled move ring | days move ring closed | move ring closed how many days
        formula: summaries{c} | share where moveProgress >= 100{g} <- what? percent/percentage/share of days with? a? closed move ring | what? percent/percentage/share of days close/closed move ring

        # Subjects with names that the catalog does not have
        asleepOrAwake: <- asleep/sleeping vs/and/or/versus awake | awake vs/and/or/versus asleep/sleeping
        read: walkingDoubleSupportPercentage <- double support percentage?
        read: heartRateRecoveryOneMinute <- how fast/quickly heart rate recover/recovers/drop after workout/workouts/exercise | how fast/quickly heart rate recover/recovers
        read: walkingSpeed <- how fast walk/walking
        sum: numberOfTimesFallen <- fallen | fall down
        sum: distanceWheelchair <- roll | rolled | rolling
        sum: insulinDelivery <- units of insulin | insulin units
        verb: steps <- walk | walked | move | moved | moving | active
        verb: flights <- climb | climbed | climbing
        verb: activeEnergy <- burn | burned | burnt | burning
        verb: dietaryEnergyConsumed <- eat | ate | eaten | eating | consume | consumed
        verb: dietaryWater <- drink | drank | drunk | drinking
        sum: steps <- step | walking
        read: weight <- heavy | how heavy
        workout: cycling <- ridden
        sum: distance <- walking distance | go far
        sum: flights <- flights of stairs | stairs
        sum: dietaryCaffeine <- coffee | coffees | cup/cups/mug/mugs of coffee/tea
        sum: dietaryWater <- glass/glasses/cup/cups/bottle/bottles of water
        sum: appleExerciseTime <- time? spent/spend exercising/training | exercise goal | active minutes | exercise ring | closing/close/closed exercise ring | minutes of exercise | exercise minutes | exercise time | minutes exercise
        sum: activeEnergy <- active calories/kcal/energy/cals/cal
        sum: dietaryCarbohydrates <- meal | meals
        sum: dietaryEnergyConsumed <- food | calories/kcal/cals eaten | calories from food
        sum: activeEnergy <- calories/kcal/cals/energy burned
        incl: <- resting plus/and active | active plus/and resting
        sum: daylight <- sunlight | sun exposure | in sun | time in sun | outside | outdoors | daylight | outside in daylight | time in daylight | time outside
        either: sum activeEnergy, sum dietaryEnergyConsumed <- energy expenditure | calories | calorie | kcal | energy | cals
        either: read glucose, sum dietarySugar <- sugar
        sum: numberOfAlcoholicBeverages <- alcohol | beer/beers | glass/glasses? of? wine/wines | alcoholic beverages | a drink | alcoholic drinks
        read: heartRate <- how many beats per minute?
        read: respiratoryRate <- how many breaths per minute? | how many breaths | breaths per minute | breathing rate
        either: sum activeEnergy, sum steps <- activity | activity level
        read: heartRate <- heart beat/beats | heartbeat | heart | bpm
        read: restingHeartRate <- resting pulse/heartrate/bpm/hr | rhr
        read: bloodPressureSystolic, bloodPressureDiastolic <- pressure | blood pressure | bp | upper/lower and upper/lower blood? pressure/bp | systolic and diastolic blood? pressure?
        read: bloodPressureSystolic <- blood? pressure? upper/top number/value/reading/figure of? blood? pressure/bp? | upper/top blood pressure/bp
        read: bloodPressureDiastolic <- blood? pressure? lower/bottom number/value/reading/figure of? blood? pressure/bp? | bottom blood pressure/bp
        read: bodyFat <- body? fat %
        read: weight <- step/stepped on scale | weigh | weighed | weighin | weigh in/ins
        read: leanBodyMass <- muscle mass? | lean mass
        read: headphoneAudioExposure <- how loud listen with? headphones/music | headphone/headphones level/levels/volume | how? loud headphones | how? loud music
        read: height <- tall | how tall
        read: basalBodyTemperature <- basal temp/temperature | basal body temp/temperature | bbt
        read: bodyTemperature <- temperature | temp | body temp
        read: environmentalAudioExposure <- how loud day/days | noise level/levels/exposure | noisy | how noisy | how? loud/noisy environment/surroundings | environment/environmental noise | louder | quieter | loud | how loud | noise
        read: glucose <- sugar level/levels | blood glucose | blood sugar/sugars | sugars
        read: glucose <- low/high blood? sugar | lows | highs | hypos | hypers | hypo | hyper | low/high? blood? glucose/sugar? event/events/episode/episodes | go/goes/went/gone/going low/high | run/ran/running low/high | low/high sugars
        either: read cyclingPower, read runningPower <- power
        night: sleep <- short/long/bad/good night/nights | while sleep more/longer/less/better/well/poorly/badly | sleep | slept | asleep | time asleep | sleeping
        night: sleep where value = deep <- deep sleep | deep
        night: sleep where value = rem <- rem sleep | rem
        night: sleep where value = core <- core sleep | light sleep | core
        night: sleepAnalysis where value = awake <- awake in bed | lie/lay/lying awake | awake | time awake | awake at night
        night: timeInBed <- time in bed | in bed
        event: standHours where value = stood <- how many hours stand/stood up | stood/stand up | stand hours | standing hours | hours of standing | hours stand/stood? | how many hours stand | how many stand hours | stand | stood
        unsupported: <- in/to a/one {len} | how long menstrual cycle | cycle length | length of cycle | menstrual cycle
        event: menstrualFlow <- period start/started? | periods | period day/days
        event: environmentalAudioExposureEvent <- noise notification/notifications/alerts
        span: mindfulSession <- meditate | meditated | meditating | mindful minutes
        span: headphoneAudioExposure <- headphone time
        span: headphoneAudioExposure <- listen/listened/listening to? headphones/music | headphone | headphones | headphone/headphones use/usage | headphone listening | listening with headphones
        event: ovulationTestResult where value in (luteinizingHormoneSurge, estrogenSurge) <- positive ovulation test/tests
        event: menstrualFlow where value = heavy <- heavy flow/period/periods/bleeding
        event: menstrualFlow where value = light <- light flow/period/periods/bleeding
        event: menstrualFlow where metadata "HKMenstrualCycleStart" = 1 <- period starts | cycle starts | start of period/periods
        workout: <- after a? workout/training/exercise/gym day/days | gym session/sessions? | exercised | on? workout/training/exercise/gym day/days | workout | workouts | activities | work out | worked out | train | trained | training | exercise sessions | trainings | working out
        workout: traditionalStrengthTraining <- lift/lifting/lifted weights? | weight lifting | weightlifting
        workout: $1 <- go/went/gone/going on/for? a? {a} | going/went/go/gone {a}
        workout: <- went/gone/hit/been to? gym
        workout: $1 <- which {a}
        workout: running <- run | ran | runs | jog | jogged
        workout: cycling <- bike | biked | ride | rode | rides | bike ride/rides | cycled | bikes
        clock: first start <- stay/stayed/staying up | go to bed | went to bed | get to bed | got to bed | going to bed | go to sleep | went to sleep | fall asleep | fell asleep | bedtime | bedtimes | bed time | start sleeping | started sleeping
        clock: last end <- wake up | woke up | waking up | get up | got up | wake | woke | getting up | get/got out of bed | wake time | wake up time | stop sleeping | stopped sleeping | waking time/times | wake times | wake up times
        """
}
