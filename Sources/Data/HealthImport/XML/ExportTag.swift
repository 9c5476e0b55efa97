import HealthModel

/// The attributes that elements of an export share, as they are written.
struct ExportTag {
    var type: Bytes?
    var value: Bytes?
    var unit: Bytes?
    var sourceName: Bytes?
    var sourceVersion: Bytes?
    var device: Bytes?
    var creationDate: Bytes?
    var startDate: Bytes?
    var endDate: Bytes?
    /// `startDate`, when it stood a second time.
    var secondStartDate: Bytes?

    /// The type, nil where there is none or one that is too long to be kept by the thousand.
    var usableType: Bytes? { type.flatMap { 1...ImportFindings.textLimit ~= $0.count ? $0 : nil } }

    init(_ attributes: [XMLAttribute]) {
        for attribute in attributes {
            switch ExportAttribute(attribute.name) {
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
