public import Foundation

/// An error of HealthKit.
public struct HKError: Error, Sendable, Hashable, CustomNSError {
    /// The codes of errors.
    public enum Code: Int, Sendable {
        case unknownError = -1
        case noError = 0
        case errorHealthDataUnavailable = 1
        case errorHealthDataRestricted = 2
        case errorInvalidArgument = 3
        case errorAuthorizationDenied = 4
        case errorAuthorizationNotDetermined = 5
        case errorDatabaseInaccessible = 6
        case errorUserCanceled = 7
        case errorAnotherWorkoutSessionStarted = 8
        case errorUserExitedWorkoutSession = 9
        case errorRequiredAuthorizationDenied = 10
        case errorNoData = 11
        case errorWorkoutActivityNotAllowed = 12
        case errorDataSizeExceeded = 13
        case errorBackgroundWorkoutSessionNotAllowed = 14
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

    /// `com.apple.healthkit`
    public static var errorDomain: String { "com.apple.healthkit" }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// The message, under Foundation's key.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: localizedDescription] }
}
