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

    init(_ attributes: [XMLAttribute]) {
        for attribute in attributes {
            switch attribute.kind {
            case .type, .workoutActivityType: type = type ?? attribute.value
            case .value: value = value ?? attribute.value
            case .unit: unit = unit ?? attribute.value
            case .sourceName: sourceName = sourceName ?? attribute.value
            case .sourceVersion: sourceVersion = sourceVersion ?? attribute.value
            case .device: device = device ?? attribute.value
            case .creationDate: creationDate = creationDate ?? attribute.value
            case .startDate where startDate == nil: startDate = attribute.value
            case .startDate: secondStartDate = secondStartDate ?? attribute.value
            case .endDate: endDate = endDate ?? attribute.value
            default: break
            }
        }
    }
}
