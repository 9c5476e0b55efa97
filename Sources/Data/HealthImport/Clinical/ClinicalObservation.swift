import CalendarIntervals
import Foundation
import HealthModel

/// A clinical record, as far as Tally reads it.
enum ClinicalRecord {
    /// A number of an observation, in the storage unit of its metric.
    struct Reading {
        var metric: MetricID
        var value: Double
        /// The code of LOINC.
        var code: String
    }

    /// The day or time of an observation.
    struct Time {
        var start: ISO8601.Reading
        var end: ISO8601.Reading?
    }

    /// An observation with its readings, and what is wrong with its other parts.
    case observation([Reading], Time, problems: [(metric: MetricID, problem: ClinicalFindings.Problem)])
    /// An observation of a code without a metric.
    case otherObservation
    /// A resource of another type, such as a vaccination.
    case other
    case problem(ClinicalFindings.Problem, MetricID?)

    /// The greatest size of a file. A record has a few kilobytes.
    static let mostBytes = 1 << 20

    /// States of observations that count.
    private static let states: Set = ["final", "amended", "corrected", "appended", "preliminary"]

    /// Reads the text of a file.
    init(_ bytes: [UInt8]) {
        guard let resource = try? JSONDecoder().decode(FHIRResource.self, from: Data(bytes)) else {
            self = .problem(.damaged, nil)
            return
        }
        self = resource.resourceType == "Observation" ? Self.read(resource) : .other
    }

    private static func read(_ resource: FHIRResource) -> ClinicalRecord {
        let parts = ([(resource.code, resource.valueQuantity)] + (resource.component ?? []).map { ($0.code, $0.valueQuantity) })
            .compactMap { concept, quantity in ClinicalCodes.metric(of: concept).map { (type: $0.type, code: $0.code, quantity: quantity) }
            }
        guard let first = parts.first?.type.id else { return .otherObservation }
        guard let status = resource.status, states.contains(status) else { return .problem(.withdrawn, first) }
        guard let time = time(of: resource) else { return .problem(.noTime, first) }
        var readings: [Reading] = []
        var problems: [(MetricID, ClinicalFindings.Problem)] = []
        for part in parts {
            switch value(of: part.quantity, for: part.type) {
            case .success(let value): readings.append(Reading(metric: part.type.id, value: value, code: part.code))
            case .failure(let error): problems.append((part.type.id, error.problem))
            }
        }
        return .observation(readings, time, problems: problems)
    }

    private struct ValueError: Error { var problem: ClinicalFindings.Problem }

    private static func value(of quantity: FHIRResource.Quantity?, for type: QuantityType) -> Result<Double, ValueError> {
        guard let quantity, let number = quantity.value, abs(number) <= 1e100 else { return .failure(.init(problem: .notNumber)) }
        guard quantity.comparator == nil else { return .failure(.init(problem: .limit)) }
        guard let unit = ClinicalCodes.unit(of: quantity, for: type),
            let value = HealthUnit.convert(unit.amount(written: number), from: unit, to: type.storageUnit)
        else { return .failure(.init(problem: quantity.code == nil && quantity.unit == nil ? .noUnit : .unknownUnit)) }
        return .success(value)
    }

    private static func time(of resource: FHIRResource) -> Time? {
        if let start = (resource.effectiveDateTime ?? resource.effectiveInstant).flatMap({ ISO8601.read($0) }) { return Time(start: start) }
        guard let period = resource.effectivePeriod, let start = period.start.flatMap({ ISO8601.read($0) }) else { return nil }
        return Time(start: start, end: period.end.flatMap { ISO8601.read($0) })
    }
}
