/// The reason why bytes are not a valid block.
package enum BlockError: Error, Hashable {
    /// The format is unknown to this version.
    case unknownFormat
    /// The bytes do not match their checksum.
    case checksum
    /// The bytes match their checksum, or have none, but are not a valid block.
    case malformed

    var explanation: String {
        switch self {
        case .unknownFormat: "its format is unknown"
        case .checksum: "its checksum does not match"
        case .malformed: "its content is invalid"
        }
    }
}
