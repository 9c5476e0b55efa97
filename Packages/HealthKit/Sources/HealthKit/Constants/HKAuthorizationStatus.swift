/// The permission to save samples of a type. It says nothing about reading.
public enum HKAuthorizationStatus: Int, Sendable {
    /// The person did not decide yet.
    case notDetermined = 0
    /// The app may not save samples of the type.
    case sharingDenied = 1
    /// The app may save samples of the type.
    case sharingAuthorized = 2
}

/// The need to ask the person for permissions.
public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// HealthKit could not find out, because of an error.
    case unknown = 0
    /// The person did not decide about at least one type.
    case shouldRequest = 1
    /// The person decided about all types.
    case unnecessary = 2
}
