/// The biological sex of a person.
public enum HKBiologicalSex: Int, Sendable {
    /// Not entered, or the app may not read it.
    case notSet = 0
    /// Female.
    case female = 1
    /// Male.
    case male = 2
    /// Neither female nor male.
    case other = 3
}

/// The blood type of a person.
public enum HKBloodType: Int, Sendable {
    /// Not entered, or the app may not read it.
    case notSet = 0
    /// A+
    case aPositive = 1
    /// A−
    case aNegative = 2
    /// B+
    case bPositive = 3
    /// B−
    case bNegative = 4
    /// AB+
    case abPositive = 5
    /// AB−
    case abNegative = 6
    /// O+
    case oPositive = 7
    /// O−
    case oNegative = 8
}

/// The reaction of the skin to sunlight, on Fitzpatrick's scale.
public enum HKFitzpatrickSkinType: Int, Sendable {
    /// Not entered, or the app may not read it.
    case notSet = 0
    /// Always burns, never tans.
    case I = 1
    /// Usually burns, tans a little.
    case II = 2
    /// Sometimes burns, tans evenly.
    case III = 3
    /// Rarely burns, tans well.
    case IV = 4
    /// Very rarely burns, tans deeply.
    case V = 5
    /// Never burns.
    case VI = 6
}

/// The use of a wheelchair.
public enum HKWheelchairUse: Int, Sendable {
    /// Not entered, or the app may not read it.
    case notSet = 0
    /// The person does not use a wheelchair.
    case no = 1
    /// The person uses a wheelchair.
    case yes = 2
}

/// The goal of the move ring.
public enum HKActivityMoveMode: Int, Sendable {
    /// Active energy.
    case activeEnergy = 1
    /// Minutes of movement.
    case appleMoveTime = 2
}
