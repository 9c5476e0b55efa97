/// A source of samples: an app or a device, with a name chosen by the user.
///
/// Two names that fold to the same key are one source. The displayed name is the shortest one. Among equally short names, it is the first
/// in sort order. Thus it does not depend on the order of import.
public struct Source: Hashable, Sendable, Codable {
    /// The name as written, including no-break spaces and curly quotes.
    public var name: String
    /// The key by which names are compared.
    public var key: String { Source.fold(name) }

    /// Creates the source with that name.
    public init(name: String) { self.name = name }

    /// Returns true if `name` is displayed instead of `other`, another spelling of the same source. Double and no-break spaces count as
    /// longer.
    package static func isPrinted(_ name: String, ratherThan other: String) -> Bool {
        let lengths = (name.utf8.count, other.utf8.count)
        return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : name.utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Returns `text` without invisible differences: case, kinds of spaces and quotes, and leading, trailing and double spaces.
    package static func fold(_ text: String) -> String {
        var key = ""
        var pendingSpace = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\t", "\n", "\r", "\u{A0}", "\u{2007}", "\u{202F}", "\u{2009}", "\u{3000}":
                pendingSpace = !key.isEmpty
            case "\u{200B}", "\u{200E}", "\u{200F}", "\u{FEFF}":
                continue
            default:
                if pendingSpace {
                    key.append(" ")
                    pendingSpace = false
                }
                switch scalar {
                case "\u{2018}", "\u{2019}", "\u{02BC}": key.append("'")
                case "\u{201C}", "\u{201D}": key.append("\"")
                default: key += scalar.properties.lowercaseMapping
                }
            }
        }
        return key
    }
}

/// A recording device, as described by HealthKit. Fields are nil if the export does not have them.
public struct Device: Hashable, Sendable, Codable {
    /// The name given by the user or the maker.
    public var name: String?
    /// The maker, such as `Apple Inc.`
    public var manufacturer: String?
    /// The model, such as `Watch`.
    public var model: String?
    /// Apple's product code, such as `Watch7,2`.
    public var hardware: String?
    /// The version of its operating system.
    public var software: String?

    /// Creates a device from the known fields.
    public init(
        name: String? = nil, manufacturer: String? = nil, model: String? = nil, hardware: String? = nil, software: String? = nil
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardware = hardware
        self.software = software
    }
}

/// Details about the origin of a sample, in addition to its source. They are not part of a sample's identity.
public struct Origin: Hashable, Sendable, Codable {
    /// The id of the source in the same dictionary.
    public var source: Int32
    /// The version of the app that recorded the sample.
    public var sourceVersion: String?
    /// The recording device; nil if unknown.
    public var device: Device?

    /// Creates an origin. `source` is an id in the same dictionary.
    public init(source: Int32, sourceVersion: String? = nil, device: Device? = nil) {
        self.source = source
        self.sourceVersion = sourceVersion
        self.device = device
    }
}

/// The classes of sources in the default order (S6.3), best first.
package enum SourceClass: Int, Comparable, Sendable, CaseIterable {
    case handEntered, watch, phone, other

    package static func < (a: SourceClass, b: SourceClass) -> Bool { a.rawValue < b.rawValue }

    /// Classifies a source by its devices if possible, or else by its name.
    package static func classify(name: String, devices: some Sequence<Device>) -> SourceClass {
        var best = SourceClass.other
        for device in devices {
            for text in [device.hardware, device.model, device.name] {
                guard let text, let found = named(text) else { continue }
                best = min(best, found)
                break
            }
        }
        return best == .other ? named(name) ?? .other : best
    }

    private static func named(_ text: String) -> SourceClass? {
        let folded = Source.fold(text)
        func names(_ device: String) -> Bool { folded.indices.contains { folded[$0...].hasPrefix(device) } }
        if names("watch") { return .watch }
        return names("iphone") || names("ipad") ? .phone : nil
    }
}
