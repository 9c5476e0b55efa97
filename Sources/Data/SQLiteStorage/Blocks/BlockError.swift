/// Why bytes are no block.
package enum BlockError: Error, Hashable {
    /// Written in a format that this version does not know.
    case unknownFormat
    /// The bytes do not match their checksum.
    case checksum
    /// The bytes match their checksum, if there is one, and yet describe no block.
    case malformed

    var explanation: String {
        switch self {
        case .unknownFormat: "its format is not known"
        case .checksum: "its checksum does not match"
        case .malformed: "its content makes no sense"
        }
    }
}
