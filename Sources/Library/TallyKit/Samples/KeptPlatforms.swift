package import HealthModel

/// The settings of a store about the platforms whose exports were imported.
package enum KeptPlatforms {
    package static let setting = "platforms"
    /// The setting with the sources of exports of Android.
    package static let sources = "sources of android"
    static let all = [setting, sources]

    /// No phone has more sources. The limit keeps the setting short if a file has many names.
    private static let greatestCount = 1000

    /// Returns the value of the setting: the names in alphabetic order, with a space between them.
    static func text(of platforms: Set<Platform>) -> String { platforms.map(\.rawValue).sorted().joined(separator: " ") }

    /// Returns the value of the setting: the keys of sources in alphabetic order, one a line.
    static func text(ofSources keys: Set<String>) -> String { keys.sorted().prefix(greatestCount).joined(separator: "\n") }
}

extension SampleSource {
    /// The platforms whose exports were imported.
    package func platforms() throws -> Set<Platform> {
        Set(try setting(KeptPlatforms.setting)?.split(separator: " ").compactMap { Platform(rawValue: String($0)) } ?? [])
    }

    /// The keys of the sources in exports of Android. A source with the same name in another export is also one of them.
    package func sourcesOfAndroid() throws -> Set<String> {
        Set(try setting(KeptPlatforms.sources)?.split(separator: "\n").map(String.init) ?? [])
    }
}
