/// The amount of menstrual bleeding. Newer code uses ``HKCategoryValueVaginalBleeding``, with the same numbers.
public enum HKCategoryValueMenstrualFlow: Int, Sendable {
    /// Bleeding. Its amount is unknown.
    case unspecified = 1
    /// Light.
    case light = 2
    /// Medium.
    case medium = 3
    /// Heavy.
    case heavy = 4
    /// No bleeding.
    case none = 5
}

/// The amount of bleeding, in a cycle, during pregnancy or after it.
public enum HKCategoryValueVaginalBleeding: Int, Sendable {
    /// Bleeding. Its amount is unknown.
    case unspecified = 1
    /// Light.
    case light = 2
    /// Medium.
    case medium = 3
    /// Heavy.
    case heavy = 4
    /// No bleeding.
    case none = 5
}

/// The menopausal state at a moment. A sample with it starts and ends at the same time.
public enum HKCategoryValueMenopausalState: Int, Sendable {
    /// Menopause.
    case menopause = 1
    /// Perimenopause.
    case perimenopause = 2
    /// Neither of them. It does not mean that the state is unknown.
    case none = 3
}

/// The quality of cervical mucus, from the least fertile to the most fertile.
public enum HKCategoryValueCervicalMucusQuality: Int, Sendable {
    /// Dry.
    case dry = 1
    /// Sticky.
    case sticky = 2
    /// Creamy.
    case creamy = 3
    /// Watery.
    case watery = 4
    /// Like egg white.
    case eggWhite = 5
}

/// The result of an ovulation test at home.
public enum HKCategoryValueOvulationTestResult: Int, Sendable {
    /// No surge of a hormone.
    case negative = 1
    /// A surge of luteinizing hormone: ovulation is near.
    case luteinizingHormoneSurge = 2
    /// The test gave no clear result.
    case indeterminate = 3
    /// A surge of estrogen: the fertile days begin.
    case estrogenSurge = 4

    /// The former name of ``luteinizingHormoneSurge``.
    @available(*, deprecated, renamed: "luteinizingHormoneSurge")
    public static var positive: HKCategoryValueOvulationTestResult { .luteinizingHormoneSurge }
}

/// The result of a pregnancy test at home.
public enum HKCategoryValuePregnancyTestResult: Int, Sendable {
    /// Negative.
    case negative = 1
    /// Positive.
    case positive = 2
    /// The test gave no clear result.
    case indeterminate = 3
}

/// The result of a progesterone test at home, which confirms an ovulation.
public enum HKCategoryValueProgesteroneTestResult: Int, Sendable {
    /// Negative.
    case negative = 1
    /// Positive.
    case positive = 2
    /// The test gave no clear result.
    case indeterminate = 3
}

/// A method of contraception.
public enum HKCategoryValueContraceptive: Int, Sendable {
    /// The method is unknown.
    case unspecified = 1
    /// An implant.
    case implant = 2
    /// Injections.
    case injection = 3
    /// An intrauterine device.
    case intrauterineDevice = 4
    /// A vaginal ring.
    case intravaginalRing = 5
    /// Pills.
    case oral = 6
    /// Patches.
    case patch = 7
}
