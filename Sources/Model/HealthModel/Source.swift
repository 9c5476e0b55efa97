/// A source of samples: an app or a device, named by the user's own text.
///
/// Two texts that fold to the same key are one source. The text that is printed is the shortest,
/// among equals the one that sorts first, so it does not depend on the order of import.
public struct Source: Hashable, Sendable {
    /// The text as it was written, with its no-break spaces and curly quotes.
    public var name: String
    /// What the text is matched by.
    public var key: String { Source.fold(name) }

    /// Makes the source of that text.
    public init(name: String) { self.name = name }

    /// Whether `name` is printed rather than `other`, another spelling of the same source: doubled and no-break spaces are longer.
    package static func isPrinted(_ name: String, ratherThan other: String) -> Bool {
        let lengths = (name.utf8.count, other.utf8.count)
        return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : name.utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Returns `text` without the differences that people cannot see: case, kinds of space and of
    /// quote, spaces at the ends and doubled ones.
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

/// A recording device as HealthKit describes it; nil where the export says nothing.
public struct Device: Hashable, Sendable {
    /// As the user or the maker calls it.
    public var name: String?
    /// Such as `Apple Inc.`
    public var manufacturer: String?
    /// Such as `Watch`.
    public var model: String?
    /// Apple's product code, such as `Watch7,2`.
    public var hardware: String?
    /// The version of its system.
    public var software: String?

    /// Makes a device of what is known of it.
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

/// What is known of where a sample comes from beyond its source; no part of a sample's identity.
public struct Origin: Hashable, Sendable {
    /// The id of the source in the same dictionary.
    public var source: Int32
    /// The version of the app that recorded the sample.
    public var sourceVersion: String?
    /// What recorded the sample; nil where it is not known.
    public var device: Device?

    /// Makes an origin; `source` is an id of the same dictionary.
    public init(source: Int32, sourceVersion: String? = nil, device: Device? = nil) {
        self.source = source
        self.sourceVersion = sourceVersion
        self.device = device
    }
}

/// The classes that the default priority of sources knows (S6.3), best first.
package enum SourceClass: Int, Comparable, Sendable, CaseIterable {
    case handEntered, watch, phone, other

    package static func < (a: SourceClass, b: SourceClass) -> Bool { a.rawValue < b.rawValue }

    /// Returns the class of a source: by its devices when one says so, else by its name.
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
        if folded.contains("watch") { return .watch }
        return folded.contains("iphone") || folded.contains("ipad") ? .phone : nil
    }
}
