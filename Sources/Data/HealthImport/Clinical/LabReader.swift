import CalendarIntervals
import HealthModel

/// Reads results of laboratories in the parts of an observation: a number in the clinic's unit, and metadata.
///
/// Numbers are never converted. A limit such as `< 5`, a ratio and a text are not numbers, so they become texts.
enum LabReader {
    /// Returns true for an observation of a laboratory. HL7 has one code for it, and another one in version 2.
    static func isLaboratory(_ resource: FHIRResource) -> Bool {
        resource.category.contains { category in
            category.coding?.contains { ["laboratory", "lab"].contains($0.code?.lowercased()) } ?? false
        }
    }

    /// Returns the name of a test: the words of the clinic, or else those of a code. Nil if it has neither.
    static func name(of concept: FHIRResource.Concept?) -> String? {
        let codings = concept?.coding ?? []
        let texts =
            [concept?.text] + codings.filter(isLOINC).map(\.display) + codings.map(\.display) + codings.map(\.code)
        return texts.lazy.compactMap { $0.map(words) }.first { !$0.isEmpty }.map { ImportFindings.kept(of: $0) }
    }

    /// Returns the number of a result.
    static func number(of part: FHIRResource.Component) -> Result<Double, ClinicalRecord.ValueError> {
        if let whole = part.valueInteger { return .success(Double(whole)) }
        guard let quantity = part.valueQuantity, let number = quantity.value, abs(number) <= 1e100 else {
            return .failure(.init(problem: .notNumber))
        }
        return quantity.comparator == nil ? .success(number) : .failure(.init(problem: .limit))
    }

    /// Returns the text of a result that is not a number: the words of the clinic, a limit such as `< 5 mg/L`, or a ratio such as `1:80`.
    /// Nil without one.
    static func text(of part: FHIRResource.Component) -> String? {
        if let text = part.valueString.map(words), !text.isEmpty { return ImportFindings.kept(of: text) }
        if let name = name(of: part.valueCodeableConcept) { return name }
        func number(_ quantity: FHIRResource.Quantity?) -> String? {
            quantity?.value.flatMap { abs($0) <= 1e100 ? MetadataNumber.text($0) : nil }
        }
        if let quantity = part.valueQuantity, let comparator = quantity.comparator.map(words), let number = number(quantity) {
            return ImportFindings.kept(of: [comparator, number, unit(of: quantity) ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
        }
        guard let over = number(part.valueRatio?.numerator), let under = number(part.valueRatio?.denominator) else { return nil }
        return "\(over):\(under)"
    }

    /// Returns the metadata of a result.
    ///
    /// - Parameter value: The number; nil for a text, which has no position in a range.
    static func facts(of part: FHIRResource.Component, _ name: String, value: Double?) -> [MetadataSet.Entry] {
        let unit = part.valueQuantity.flatMap(unit)
        let ranges = part.referenceRange.filter { !$0.isConditional }
        // Several ranges are for different people or purposes, and the file does not say for which ones.
        let range = ranges.count == 1 ? ranges[0] : nil
        func limit(_ quantity: FHIRResource.Quantity?) -> Double? {
            guard let quantity, let number = quantity.value, abs(number) <= 1e100, quantity.comparator == nil else { return nil }
            let own = self.unit(of: quantity)
            return own == nil || own == unit ? number : nil
        }
        let (low, high) = (limit(range?.low), limit(range?.high))
        var facts: [(String, String?)] = [
            (LabResult.test, name), (LabResult.unit, unit), (LabResult.code, part.code?.coding?.first(where: isLOINC)?.code.map(words)),
            (LabResult.interpretation, interpretation(of: part)), (LabResult.referenceLow, low.map(MetadataNumber.text)),
            (LabResult.referenceHigh, high.map(MetadataNumber.text)),
            (LabResult.reference, value.flatMap { LabResult.position(of: $0, low: low, high: high) }),
        ]
        if low == nil, high == nil { facts.append((LabResult.referenceRange, range?.text.map(words))) }
        return facts.compactMap { key, value in
            value.flatMap { $0.isEmpty ? nil : MetadataSet.Entry(key: key, value: ImportFindings.kept(of: $0)) }
        }
    }

    /// Returns the unit: the code of UCUM, or else the text for people. Nil for a plain number.
    private static func unit(of quantity: FHIRResource.Quantity) -> String? {
        let codes = quantity.system == "http://unitsofmeasure.org" ? [quantity.code, quantity.unit] : [quantity.unit, quantity.code]
        // A note in braces is a factor of 1 (UCUM 2.4): it says what is counted.
        let units = codes.compactMap { $0.map { LabResult.unit(written: $0.replacing(/\{[^}]*\}/, with: "")) } }
        return units.first { !$0.isEmpty && $0 != "1" }
    }

    /// Returns the interpretation by the codes of HL7, in words. Other codes stay as they are.
    private static func interpretation(of part: FHIRResource.Component) -> String? {
        let codings = part.interpretation.flatMap { $0.coding ?? [] }
        let codes = codings.compactMap { $0.code.map(words) }.filter { !$0.isEmpty }
        if let known = codes.lazy.compactMap({ interpretations[$0.uppercased()] }).first { return known }
        return codes.first ?? part.interpretation.lazy.compactMap { $0.text.map(words) }.first { !$0.isEmpty }
    }

    /// The codes of `ObservationInterpretation`, which are those of version 2.
    private static let interpretations = [
        "LL": "criticallyLow", "L": "low", "N": "normal", "H": "high", "HH": "criticallyHigh", "A": "abnormal",
        "AA": "criticallyAbnormal", "NEG": "negative", "POS": "positive",
    ]

    private static func isLOINC(_ coding: FHIRResource.Coding) -> Bool { coding.system.map(ClinicalCodes.systems.contains) ?? false }

    /// Returns a text without spaces around it and without line breaks.
    private static func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
