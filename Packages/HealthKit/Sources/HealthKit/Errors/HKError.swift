public import Foundation

/// An error of HealthKit.
public struct HKError: Error, Sendable, Hashable, CustomNSError {
    /// The codes of errors.
    public enum Code: Int, Sendable {
        /// The reason is unknown.
        case unknownError = -1
        /// Nothing went wrong.
        case noError = 0
        /// The store does not exist or cannot be opened.
        case errorHealthDataUnavailable = 1
        /// A restriction of the device forbids health data. Stores of Tally do not give it.
        case errorHealthDataRestricted = 2
        /// An argument is wrong, such as an object that cannot be saved or an anchor of another store.
        case errorInvalidArgument = 3
        /// The owner of the store does not allow the app to write.
        case errorAuthorizationDenied = 4
        /// The owner of the store has not decided yet whether the app may write.
        case errorAuthorizationNotDetermined = 5
        /// The store cannot be read now: the device is locked, or the file is busy or damaged.
        case errorDatabaseInaccessible = 6
        /// The operation was cancelled.
        case errorUserCanceled = 7
        /// Another workout has begun. Stores of Tally do not give it.
        case errorAnotherWorkoutSessionStarted = 8
        /// The user left the workout. Stores of Tally do not give it.
        case errorUserExitedWorkoutSession = 9
        /// A permission that the app cannot work without was refused. Stores of Tally do not give it.
        case errorRequiredAuthorizationDenied = 10
        /// No sample was chosen for a single statistic.
        case errorNoData = 11
        /// The activity is not allowed now. Stores of Tally do not give it.
        case errorWorkoutActivityNotAllowed = 12
        /// The data are too large: a sample overlaps more than a million buckets of a collection.
        case errorDataSizeExceeded = 13
        /// The app cannot begin a workout in the background. Stores of Tally do not give it.
        case errorBackgroundWorkoutSessionNotAllowed = 14
        /// A guest uses the device, so nothing can be saved.
        case errorNotPermissibleForGuestUserMode = 15
    }

    /// The code.
    public let code: Code
    /// The problem, in one sentence.
    public let localizedDescription: String

    /// Creates an error with a code.
    public init(_ code: Code, _ message: String = "") {
        self.code = code
        localizedDescription = message.isEmpty ? "\(code)" : message
    }

    /// The domain of the errors, as ``HKErrorDomain``.
    public static var errorDomain: String { HKErrorDomain }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// The message, under Foundation's key.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: localizedDescription] }
    /// The message, under Foundation's key, by the name that errors of Apple's frameworks have.
    public var userInfo: [String: Any] { errorUserInfo }
}

/// The domain of HealthKit's errors: `com.apple.healthkit`.
public let HKErrorDomain = "com.apple.healthkit"

extension HKError.Code {
    /// Returns true if an error has the code, so that `catch HKError.errorNoData` works.
    public static func ~= (code: HKError.Code, error: any Error) -> Bool { (error as? HKError)?.code == code }
}

/// The codes under the name of the error, for patterns such as `catch HKError.errorNoData`.
extension HKError {
    /// The code ``Code/unknownError``.
    public static var unknownError: Code { .unknownError }
    /// The code ``Code/noError``.
    public static var noError: Code { .noError }
    /// The code ``Code/errorHealthDataUnavailable``.
    public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }
    /// The code ``Code/errorHealthDataRestricted``.
    public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }
    /// The code ``Code/errorInvalidArgument``.
    public static var errorInvalidArgument: Code { .errorInvalidArgument }
    /// The code ``Code/errorAuthorizationDenied``.
    public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }
    /// The code ``Code/errorAuthorizationNotDetermined``.
    public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }
    /// The code ``Code/errorDatabaseInaccessible``.
    public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }
    /// The code ``Code/errorUserCanceled``.
    public static var errorUserCanceled: Code { .errorUserCanceled }
    /// The code ``Code/errorAnotherWorkoutSessionStarted``.
    public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }
    /// The code ``Code/errorUserExitedWorkoutSession``.
    public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }
    /// The code ``Code/errorRequiredAuthorizationDenied``.
    public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }
    /// The code ``Code/errorNoData``.
    public static var errorNoData: Code { .errorNoData }
    /// The code ``Code/errorWorkoutActivityNotAllowed``.
    public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }
    /// The code ``Code/errorDataSizeExceeded``.
    public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }
    /// The code ``Code/errorBackgroundWorkoutSessionNotAllowed``.
    public static var errorBackgroundWorkoutSessionNotAllowed: Code { .errorBackgroundWorkoutSessionNotAllowed }
    /// The code ``Code/errorNotPermissibleForGuestUserMode``.
    public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }
}
