import HealthModel

/// The ranges of the attributes that elements of an export share.
struct ExportTag {
    var type: Range<Int>?
    var value: Range<Int>?
    var unit: Range<Int>?
    var sourceName: Range<Int>?
    var sourceVersion: Range<Int>?
    var device: Range<Int>?
    var creationDate: Range<Int>?
    var startDate: Range<Int>?
    var endDate: Range<Int>?
    /// The second `startDate`, if there is one.
    var secondStartDate: Range<Int>?

    /// The type. Nil if it is missing or longer than the limit for names.
    var usableType: Range<Int>? { type.flatMap { 1...ImportFindings.textLimit ~= $0.count ? $0 : nil } }

    /// Finds the attributes. Space around numbers, dates, units and identifiers does not count.
    init(_ attributes: [XMLAttribute], _ bytes: Bytes) {
        for attribute in attributes {
            let trimmed = bytes.trimmed(attribute.value)
            switch attribute.kind {
            case .type, .workoutActivityType: type = type ?? trimmed
            case .value: value = value ?? trimmed
            case .unit: unit = unit ?? trimmed
            case .sourceName: sourceName = sourceName ?? attribute.value
            case .sourceVersion: sourceVersion = sourceVersion ?? attribute.value
            case .device: device = device ?? attribute.value
            case .creationDate: creationDate = creationDate ?? trimmed
            case .startDate where startDate == nil: startDate = trimmed
            case .startDate: secondStartDate = secondStartDate ?? trimmed
            case .endDate: endDate = endDate ?? trimmed
            default: break
            }
        }
    }
}
