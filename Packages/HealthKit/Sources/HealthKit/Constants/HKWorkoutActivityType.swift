/// The activity of a workout. The numbers are HealthKit's, so number 81 is missing.
public enum HKWorkoutActivityType: UInt, Sendable {
    /// American football.
    case americanFootball = 1
    /// Archery.
    case archery = 2
    /// Australian football.
    case australianFootball = 3
    /// Badminton.
    case badminton = 4
    /// Baseball.
    case baseball = 5
    /// Basketball.
    case basketball = 6
    /// Bowling.
    case bowling = 7
    /// Boxing.
    case boxing = 8
    /// Climbing, on rocks or in a hall.
    case climbing = 9
    /// Cricket.
    case cricket = 10
    /// A mix of aerobic exercise and strength training.
    case crossTraining = 11
    /// Curling.
    case curling = 12
    /// Cycling, outdoors or on an exercise bike.
    case cycling = 13
    /// Dance. Newer workouts use `cardioDance` or `socialDance`.
    case dance = 14
    /// Exercise with elements of dance. Newer workouts use `barre` or `pilates`.
    case danceInspiredTraining = 15
    /// Exercise on an elliptical machine.
    case elliptical = 16
    /// Riding and other sports with horses.
    case equestrianSports = 17
    /// Fencing.
    case fencing = 18
    /// Fishing.
    case fishing = 19
    /// Strength training with free weights or body weight.
    case functionalStrengthTraining = 20
    /// Golf.
    case golf = 21
    /// Gymnastics.
    case gymnastics = 22
    /// Handball.
    case handball = 23
    /// Hiking.
    case hiking = 24
    /// Hockey, on ice or on a field.
    case hockey = 25
    /// Hunting.
    case hunting = 26
    /// Lacrosse.
    case lacrosse = 27
    /// Martial arts.
    case martialArts = 28
    /// Exercise for body and mind, such as meditation or qigong.
    case mindAndBody = 29
    /// A mix of aerobic exercises. Newer workouts use `mixedCardio` or `highIntensityIntervalTraining`.
    case mixedMetabolicCardioTraining = 30
    /// Canoeing, kayaking and other sports with a paddle.
    case paddleSports = 31
    /// Play: tag, dodgeball, a playground.
    case play = 32
    /// Warming up, cooling down, stretching and massage.
    case preparationAndRecovery = 33
    /// Racquetball.
    case racquetball = 34
    /// Rowing, on water or on a machine.
    case rowing = 35
    /// Rugby.
    case rugby = 36
    /// Running or jogging, outdoors or on a treadmill.
    case running = 37
    /// Sailing.
    case sailing = 38
    /// Skating, on ice, inline skates or a skateboard.
    case skatingSports = 39
    /// Sledding, snowmobiling and other sports on snow.
    case snowSports = 40
    /// Soccer, in most countries called football.
    case soccer = 41
    /// Softball.
    case softball = 42
    /// Squash.
    case squash = 43
    /// Exercise on a stair climber.
    case stairClimbing = 44
    /// Surfing, also with a kite or a sail.
    case surfingSports = 45
    /// Swimming.
    case swimming = 46
    /// Table tennis.
    case tableTennis = 47
    /// Tennis.
    case tennis = 48
    /// Track and field.
    case trackAndField = 49
    /// Strength training with machines or weights.
    case traditionalStrengthTraining = 50
    /// Volleyball.
    case volleyball = 51
    /// Walking.
    case walking = 52
    /// Exercise in water.
    case waterFitness = 53
    /// Water polo.
    case waterPolo = 54
    /// Water skiing, wakeboarding and other sports on water.
    case waterSports = 55
    /// Wrestling.
    case wrestling = 56
    /// Yoga.
    case yoga = 57
    /// Barre workout.
    case barre = 58
    /// Training of the core muscles.
    case coreTraining = 59
    /// Cross-country skiing.
    case crossCountrySkiing = 60
    /// Downhill skiing.
    case downhillSkiing = 61
    /// Stretching for flexibility.
    case flexibility = 62
    /// Short intervals of high intensity with breaks.
    case highIntensityIntervalTraining = 63
    /// Jumping rope.
    case jumpRope = 64
    /// Kickboxing.
    case kickboxing = 65
    /// Pilates.
    case pilates = 66
    /// Snowboarding.
    case snowboarding = 67
    /// Walking or running up and down stairs.
    case stairs = 68
    /// Exercise with a step.
    case stepTraining = 69
    /// Moving a wheelchair at the pace of a walk.
    case wheelchairWalkPace = 70
    /// Moving a wheelchair at the pace of a run.
    case wheelchairRunPace = 71
    /// Tai chi.
    case taiChi = 72
    /// A mix of aerobic exercises.
    case mixedCardio = 73
    /// Hand cycling.
    case handCycling = 74
    /// Ultimate, disc golf and other sports with a flying disc.
    case discSports = 75
    /// Video games that need movement.
    case fitnessGaming = 76
    /// Dance as aerobic exercise.
    case cardioDance = 77
    /// Dance with other people, such as ballroom dancing.
    case socialDance = 78
    /// Pickleball.
    case pickleball = 79
    /// Slow movement after another exercise.
    case cooldown = 80
    /// Triathlon and other workouts with more than one sport.
    case swimBikeRun = 82
    /// The time between two sports of one workout.
    case transition = 83
    /// Diving.
    case underwaterDiving = 84
    /// An activity that is not in this list.
    case other = 3000
}
