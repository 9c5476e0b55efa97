public import Foundation
import TallyKit

/// The app or device that saved a sample.
public final class HKSource: NSObject, NSCopying, Sendable {
    /// The name that people see.
    public let name: String
    /// The identifier of the app. Exports do not have it, so it equals the name.
    public let bundleIdentifier: String

    init(name: String) {
        self.name = name
        bundleIdentifier = name
    }

    /// Returns the source of the samples that this program saves: `TALLY_ACT_AS`, or else the name of the process.
    public class func `default`() -> HKSource { HKSource(name: ProcessName.ofApp) }

    /// Returns true for a source with the same name. Differences in case and spaces do not matter.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKSource)?.key == key }
    /// A hash of the name.
    public override var hash: Int { key.hashValue }
    /// The name.
    public override var description: String { name }
    /// Returns the source itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    private var key: String { Source(name: name).key }
}

/// A source with the version of its app and of its system.
public final class HKSourceRevision: NSObject, NSCopying, Sendable {
    /// The source.
    public let source: HKSource
    /// The version of the app; nil if it is unknown.
    public let version: String?
    /// The product code of the device, such as `Watch7,2`; nil if it is unknown.
    public let productType: String?
    /// The version of the operating system. Stores do not keep it, so it is 0.0.0 for samples from a store.
    public let operatingSystemVersion: OperatingSystemVersion

    /// Creates a revision of a source without a product and a system.
    public convenience init(source: HKSource, version: String?) {
        self.init(source: source, version: version, productType: nil, operatingSystemVersion: OperatingSystemVersion())
    }

    /// Creates a revision of a source.
    public init(source: HKSource, version: String?, productType: String?, operatingSystemVersion: OperatingSystemVersion) {
        self.source = source
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    /// Returns true for a revision with the same source, version and product.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSourceRevision else { return false }
        return (source, version, productType) == (other.source, other.version, other.productType)
    }
    /// A hash of the source and the version.
    public override var hash: Int { source.hash ^ (version?.hashValue ?? 0) }
    /// The name of the source and the version.
    public override var description: String { version.map { "\(source.name) \($0)" } ?? source.name }
    /// Returns the revision itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Any version.
public let HKSourceRevisionAnyVersion = "HKSourceRevisionAnyVersion"
/// Any product.
public let HKSourceRevisionAnyProductType = "HKSourceRevisionAnyProductType"
/// Any version of the operating system.
public let HKSourceRevisionAnyOperatingSystem = OperatingSystemVersion(majorVersion: -1, minorVersion: -1, patchVersion: -1)

/// The name under which this program saves.
enum ProcessName {
    static var ofApp: String { appInEnvironment ?? ProcessInfo.processInfo.processName }

    /// The app that asks; nil for the owner of the store.
    static var appInEnvironment: String? {
        guard let app = ProcessInfo.processInfo.environment["TALLY_ACT_AS"], !app.isEmpty else { return nil }
        return app
    }
}
