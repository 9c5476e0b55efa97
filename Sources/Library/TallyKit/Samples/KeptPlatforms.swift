package import HealthModel

/// The setting of a store with the platforms whose exports were imported.
package enum KeptPlatforms {
    package static let setting = "platforms"

    /// Returns the value of the setting: the names in alphabetic order, with a space between them.
    static func text(of platforms: Set<Platform>) -> String { platforms.map(\.rawValue).sorted().joined(separator: " ") }
}

extension SampleSource {
    /// The platforms whose exports were imported.
    package func platforms() throws -> Set<Platform> {
        Set(try setting(KeptPlatforms.setting)?.split(separator: " ").compactMap { Platform(rawValue: String($0)) } ?? [])
    }
}
