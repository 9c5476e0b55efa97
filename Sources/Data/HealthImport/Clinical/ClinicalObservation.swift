import CalendarIntervals
import Foundation
import HealthModel

/// A clinical record, as far as Tally reads it.
enum ClinicalRecord {
    /// A number of an observation, in the storage unit of its metric.
    struct Reading {
        var metric: MetricID
        var value: Double
        /// The LOINC code and the other facts of a laboratory result.
        var facts: [MetadataSet.Entry]
        /// The rank of its state. Of results of one test, clinic and time, those with the highest rank count.
        var finality = 0
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

    /// The states of observations that count, with their ranks.
    private static let states = ["preliminary": 0, "final": 1, "appended": 2, "amended": 2, "corrected": 2]

    /// Reads the text of a file.
    init(_ bytes: [UInt8]) {
        guard let resource = try? JSONDecoder().decode(FHIRResource.self, from: Data(bytes)) else {
            self = .problem(.damaged, nil)
            return
        }
        self = resource.resourceType == "Observation" ? Self.read(resource) : .other
    }

    private static func read(_ resource: FHIRResource) -> ClinicalRecord {
        let all = [resource.main] + (resource.component ?? [])
        let isLaboratory = LabReader.isLaboratory(resource)
        let parts = all.compactMap { part in
            if let found = ClinicalCodes.metric(of: part.code) { return Part(part, .vital(found.type, code: found.code)) }
            return isLaboratory && part.hasValue ? LabReader.name(of: part.code).map { Part(part, .lab(name: $0)) } : nil
        }
        guard let first = parts.first?.metric else { return .otherObservation }
        guard let status = resource.status, let finality = states[status] else { return .problem(.withdrawn, first) }
        guard let time = time(of: resource) else { return .problem(.noTime, first) }
        var readings: [Reading] = []
        var problems: [(MetricID, ClinicalFindings.Problem)] = []
        for part in parts {
            switch part.reading {
            case .success(var reading):
                reading.finality = finality
                readings.append(reading)
            case .failure(let error): problems.append((part.metric, error.problem))
            }
        }
        return .observation(readings, time, problems: problems)
    }

    /// A part of an observation whose number is a sample.
    private struct Part {
        enum Kind {
            case vital(QuantityType, code: String)
            case lab(name: String)
        }

        let part: FHIRResource.Component
        let kind: Kind

        init(_ part: FHIRResource.Component, _ kind: Kind) { (self.part, self.kind) = (part, kind) }

        var metric: MetricID {
            switch kind {
            case .vital(let type, _): type.id
            case .lab: .labs
            }
        }

        var reading: Result<Reading, ValueError> {
            switch kind {
            case .vital(let type, let code):
                value(of: part.valueQuantity, for: type).map {
                    Reading(metric: type.id, value: $0, facts: [.init(key: ClinicalCodes.key, value: code)])
                }
            case .lab(let name):
                LabReader.number(of: part).map { Reading(metric: .labs, value: $0, facts: LabReader.facts(of: part, name, value: $0)) }
                    .flatMapError { error in LabReader.text(of: part).map { .success(text($0, name)) } ?? .failure(error) }
            }
        }

        /// Returns a result that is not a number.
        private func text(_ text: String, _ name: String) -> Reading {
            let facts = LabReader.facts(of: part, name, value: nil) + [.init(key: MetadataKey.categoryValueName, value: text)]
            return Reading(metric: .textsOfLabs, value: Double(CategoryType.unlistedRaw), facts: facts)
        }
    }

    struct ValueError: Error { var problem: ClinicalFindings.Problem }

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
