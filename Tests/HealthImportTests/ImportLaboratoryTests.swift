import CalendarIntervals
import HealthImport
import HealthModel
import Testing

/// Results of laboratories in clinical records (S7.8).
@Suite("Laboratory results of clinical records") struct ImportLaboratoryTests {
    private static let ferritin = #""code":{"text":"Ferritin","coding":[{"system":"http://loinc.org","code":"2276-4"}]}"#
    private static let nanograms = #""valueQuantity":{"value":38,"unit":"ng/mL","system":"http://unitsofmeasure.org","code":"ng/mL"}"#

    /// Returns an observation of a laboratory.
    private func lab(
        _ parts: String..., status: String = "final", time: String = "2026-01-10T08:00:00Z",
        category: String = #"[{"coding":[{"code":"laboratory"}]}]"#
    ) -> String {
        #"{"resourceType":"Observation","status":"\#(status)","category":\#(category),"effectiveDateTime":"\#(time)","#
            + parts.joined(separator: ",") + "}"
    }

    private func run(_ records: String..., body: String = "") throws -> Imported {
        let files = records.enumerated().map { ("clinical-records/Observation-\($0.offset).json", $0.element) }
        return try RoutedArchive.run(body, Dictionary(uniqueKeysWithValues: files))
    }

    @Test("S7.8 a result has the number and the unit of the clinic, and test, code, range and interpretation as metadata")
    func result() throws {
        let range = #""referenceRange":[{"low":{"value":30,"unit":"ng/mL"},"high":{"value":400,"unit":"ng/mL"},"text":"30-400"}]"#
        let flag = #""interpretation":[{"coding":[{"system":"http://hl7.org/fhir/v2/0078","code":"N"}]}]"#
        let imported = try run(lab(Self.ferritin, Self.nanograms, range, flag))
        let row = try #require(imported.rows.first)
        #expect(imported.rows.count == 1 && row.metric == "labResults" && row.value == 38 && row.source == "Health Records")
        #expect(row.start == milliseconds("2026-01-10T08:00:00Z") && row.end == row.start)
        #expect(
            row.metadata == [
                "test": "Ferritin", "unit": "ng/mL", "loinc": "2276-4", "interpretation": "normal", "referenceLow": "30",
                "referenceHigh": "400", "reference": "within",
            ])
        #expect(imported.report.findings.clinical.labCount == 1 && imported.report.findings.clinical.readCount == 0)
        #expect(imported.report.text(in: .utc).contains("clinical records:\n  1 laboratory result\n"))
    }

    @Test(
        "S7.8 the name is the text of the clinic, or else the name of the LOINC code, or else that of another code, or its code",
        arguments: [
            (#""code":{"text":" Ferritin\n serum "}"#, "Ferritin serum"),
            (#""code":{"coding":[{"display":"FER"},{"system":"http://loinc.org","code":"2276-4","display":"Ferritin"}]}"#, "Ferritin"),
            (#""code":{"coding":[{"code":"77","display":"FER"}]}"#, "FER"), (#""code":{"coding":[{"code":"77"}]}"#, "77"),
        ])
    func names(code: String, name: String) throws {
        #expect(try run(lab(code, Self.nanograms)).rows.map(\.metadata["test"]) == [name])
    }

    @Test("A result without a name and a code is another observation")
    func nameless() throws {
        let imported = try run(lab(Self.nanograms), lab(#""code":{"text":" "}"#, Self.nanograms))
        #expect(imported.rows.isEmpty && imported.report.findings.clinical.otherObservations == 2)
    }

    @Test(
        "S7.8 the unit is the code of UCUM, or else the text, without notes in braces",
        arguments: [
            (#""value":1,"unit":"ng/mL""#, "ng/mL"),
            (#""value":1,"unit":"NG","system":"http://unitsofmeasure.org","code":"ng/mL""#, "ng/mL"),
            (#""value":1,"unit":"titer","system":"http://local","code":"T1""#, "titer"), (#""value":1,"code":"mg/dl""#, "mg/dL"),
            (#""value":1,"code":"{score}","system":"http://unitsofmeasure.org""#, nil), (#""value":1"#, nil),
            (#""value":1,"unit":"1""#, nil), (#""value":1,"code":"m[IU]/L","system":"http://unitsofmeasure.org""#, "m[IU]/L"),
        ])
    func units(quantity: String, unit: String?) throws {
        let row = try #require(try run(lab(Self.ferritin, "\"valueQuantity\":{\(quantity)}")).rows.first)
        #expect(row.metadata["unit"] == unit && row.value == 1)
    }

    @Test("A whole number of R4 has no unit")
    func integers() throws {
        let row = try #require(try run(lab(Self.ferritin, #""valueInteger":7"#)).rows.first)
        #expect(row.value == 7 && row.metadata["unit"] == nil)
    }

    @Test(
        "S7.8 a limit, a text and a ratio are texts, and not numbers",
        arguments: [
            (#""valueQuantity":{"value":5,"unit":"ng/mL","comparator":"<"}"#, "< 5 ng/mL"),
            (#""valueQuantity":{"value":0.5,"comparator":">="}"#, ">= 0.5"), (#""valueString":" not\n detected ""#, "not detected"),
            (#""valueString":"5,4 mg/dl""#, "5,4 mg/dl"), (#""valueCodeableConcept":{"text":"A"}"#, "A"),
            (#""valueCodeableConcept":{"coding":[{"code":"260385009","display":"Negative"}]}"#, "Negative"),
            (#""valueRatio":{"numerator":{"value":1},"denominator":{"value":80}}"#, "1:80"),
        ])
    func limitsAndTexts(value: String, text: String) throws {
        let range = #""referenceRange":[{"high":{"value":3,"unit":"ng/mL"}}],"interpretation":{"coding":[{"code":"NEG"}]}"#
        let imported = try run(lab(Self.ferritin, value, range))
        let row = try #require(imported.rows.first)
        #expect(imported.rows.count == 1 && row.metric == "labTexts" && row.value == -1 && row.source == "Health Records")
        #expect(row.metadata["HKCategoryValueName"] == text && row.metadata["test"] == "Ferritin" && row.metadata["loinc"] == "2276-4")
        #expect(row.metadata["interpretation"] == "negative" && row.metadata["reference"] == nil)
        let found = imported.report.findings
        #expect(found.skippedRows == 0 && found.clinical.problems.isEmpty && found.clinical.labCount == 0 && found.clinical.readCount == 0)
    }

    @Test("The report names the tests with texts and limits, and the number of further ones")
    func testsWithTexts() throws {
        func text(_ name: String) -> String { lab(#""code":{"text":"\#(name)"}"#, #""valueString":"negative""#) }
        let few = try run(text("Nitrite"), text("Blood"), lab(Self.ferritin, Self.nanograms)).report.text(in: .utc)
        #expect(
            few.contains(
                "clinical records:\n  1 laboratory result\n  2 laboratory results with a text or a limit, as labTexts: Blood and Nitrite\n")
        )
        let names = ["Nitrite", "Blood", "Ketones", "Protein", "Bilirubin"]
        let files = names.enumerated().map { ("clinical-records/Observation-\($0.offset).json", text($0.element)) }
        let many = try RoutedArchive.run("", Dictionary(uniqueKeysWithValues: files)).report.text(in: .utc)
        #expect(many.contains("5 laboratory results with a text or a limit, as labTexts: Bilirubin, Blood, Ketones and 2 others\n"))
    }

    @Test("S7.8 a corrected number replaces a preliminary text, and two clinics with one text have one result")
    func finalityOfTexts() throws {
        let pending = lab(Self.ferritin, #""valueString":"see comment""#, status: "preliminary")
        let replaced = try run(pending, lab(Self.ferritin, Self.nanograms))
        #expect(replaced.rows.map(\.metric) == ["labResults"] && replaced.report.findings.clinical.replacedCount == 1)
        let other = lab(Self.ferritin, #""valueString":"low""#)
        #expect(try run(lab(Self.ferritin, #""valueString":"high""#), other).rows.count == 2)
    }

    @Test(
        "A missing value, and a number that can't be one, are counted",
        arguments: [
            #""dataAbsentReason":{"text":"clotted"}"#, #""valueQuantity":{"value":"38"}"#, #""valueQuantity":{"value":1e999}"#,
            #""valueString":" ""#, #""valueRatio":{"numerator":{"value":1}}"#, #""valueBoolean":true"#,
        ])
    func notNumbers(value: String) throws {
        let imported = try run(lab(Self.ferritin, value))
        #expect(imported.rows.isEmpty && imported.report.findings.clinical.problems.keys.map(\.self) == [.notNumber])
        #expect(imported.report.findings.rows == 1 && imported.report.findings.skippedByMetric == [.labs: 1])
    }

    @Test(
        "Only observations of the category laboratory are results",
        arguments: [
            (#"[{"coding":[{"code":"laboratory"}]}]"#, 1), (#"{"coding":[{"code":"laboratory"}]}"#, 1),
            (#"[{"coding":[{"code":"LAB"}]}]"#, 1),
            (#"[{"coding":[{"code":"survey"}]}]"#, 0), ("[]", 0), (#""laboratory""#, 0),
            (#"[{"text":"Blood"},{"coding":[{"code":"exam"},{"code":"laboratory"}]}]"#, 1),
        ])
    func categories(category: String, count: Int) throws {
        let imported = try run(lab(Self.ferritin, Self.nanograms, category: category))
        #expect(imported.rows.count == count && imported.report.findings.clinical.otherObservations == 1 - count)
    }

    @Test("S7.8 components are results of separate tests, glucose keeps its metric, and a panel alone has no number")
    func components() throws {
        let hemoglobin = #"{"code":{"text":"Hemoglobin"},"valueQuantity":{"value":14.2,"unit":"g/dL"}}"#
        let glucose = #"{"code":{"coding":[{"system":"http://loinc.org","code":"2345-7"}]},"valueQuantity":{"value":95,"code":"mg/dL"}}"#
        let imported = try run(
            lab(#""code":{"text":"Panel"}"#, "\"component\":[\(hemoglobin),\(glucose)]"), lab(#""code":{"text":"Lipid panel"}"#))
        #expect(imported.rows.map(\.metric).sorted() == ["bloodGlucose", "labResults"])
        #expect(imported.rows.first { $0.metric == "labResults" }?.metadata == ["test": "Hemoglobin", "unit": "g/dL"])
        #expect(imported.report.findings.clinical.otherObservations == 1 && imported.report.findings.skippedRows == 0)
    }

    @Test(
        "S7.8 a range counts if it is the only one, for everybody, and in the unit of the value",
        arguments: [
            (#"[{"low":{"value":40}}]"#, "below"), (#"[{"low":{"value":38},"high":{"value":38}}]"#, "within"),
            (#"[{"high":{"value":30,"unit":"ng/ml"}}]"#, "above"), (#"[{"high":{"value":30,"unit":"ug/L"}}]"#, nil),
            (#"[{"high":{"value":30}},{"high":{"value":50}}]"#, nil), (#"[{"high":{"value":30},"age":{"high":{"value":17}}}]"#, nil),
            (#"[{"high":{"value":30},"appliesTo":[{"text":"men"}]},{"high":{"value":50}}]"#, "within"),
            (#"[{"high":{"value":30},"type":{"coding":[{"code":"treatment"}]}}]"#, nil),
            (#"[{"high":{"value":30},"type":{"coding":[{"code":"normal"}]}}]"#, "above"),
            (#"[{"high":{"value":30},"meaning":{"coding":[{"code":"recommended"}]}}]"#, nil), (#"[{"text":"30 - 400"}]"#, nil),
            (#"{"high":{"value":30}}"#, nil), (#"[{"high":{"value":30,"comparator":"<"}}]"#, nil),
        ])
    func ranges(range: String, position: String?) throws {
        let row = try #require(try run(lab(Self.ferritin, Self.nanograms, "\"referenceRange\":\(range)")).rows.first)
        #expect(row.metadata["reference"] == position && row.metadata["referenceRange"] == (range.contains("30 - 400") ? "30 - 400" : nil))
    }

    @Test(
        "S7.8 interpretations have words for the codes of HL7, in the forms of DSTU2 and R4",
        arguments: [
            (#"{"coding":[{"code":"H"}]}"#, "high"), (#"[{"coding":[{"code":"LL"}]}]"#, "criticallyLow"),
            (#"[{"coding":[{"code":"pos"}]}]"#, "positive"), (#"[{"coding":[{"code":"HX"}]}]"#, "HX"),
            (#"[{"text":"slightly high"}]"#, "slightly high"),
            (#"[{"coding":[{"code":"OK"}]},{"coding":[{"code":"N"}]}]"#, "normal"), ("[]", nil), ("7", nil),
        ])
    func interpretations(written: String, word: String?) throws {
        let row = try #require(try run(lab(Self.ferritin, Self.nanograms, "\"interpretation\":\(written)")).rows.first)
        #expect(row.metadata["interpretation"] == word)
    }

    @Test("S7.8 of results of one test, clinic and time, the most final ones count, in any order of the files")
    func finality() throws {
        func result(_ value: Int, _ status: String, _ time: String = "2026-01-10T08:00:00Z") -> String {
            lab(Self.ferritin, #""valueQuantity":{"value":\#(value),"unit":"ng/mL"}"#, status: status, time: time)
        }
        let imported = try run(
            result(3, "corrected"), result(1, "preliminary"), result(2, "final"), result(4, "preliminary", "2026-01-11T08:00:00Z"),
            result(9, "entered-in-error", "2026-01-12T08:00:00Z"))
        #expect(imported.rows.map(\.value).sorted() == [3, 4] && imported.report.findings.clinical.replacedCount == 2)
        #expect(imported.report.findings.clinical.problems[.withdrawn]?.count == 1 && imported.report.findings.rows == 2)
    }

    @Test("S7.8 a result that two clinics have with one code, time, value and unit counts once")
    func twoClinics() throws {
        func element(_ file: Int, _ source: String) -> String {
            #"<ClinicalRecord type="Observation" identifier="1" sourceName="\#(source)" sourceURL="https://clinic.example" "#
                + #"fhirVersion="4.0.1" receivedDate="2026-01-12 10:00:00 +0000" resourceFilePath="/clinical-records/Observation-\#(file).json"/>"#
        }
        let other = #""valueQuantity":{"value":38,"unit":"ug/L"}"#
        let imported = try run(
            lab(Self.ferritin, Self.nanograms), lab(Self.ferritin, Self.nanograms), lab(Self.ferritin, other),
            body: element(0, "A") + element(1, "B") + element(2, "B"))
        #expect(Set(imported.rows.map { "\($0.source) \($0.metadata["unit"] ?? "")" }) == ["A ng/mL", "B ug/L"])
        #expect(imported.report.findings.clinical.sharedCount == 1)
    }

    @Test("A day without a time is at noon in UTC")
    func days() throws {
        let row = try #require(try run(lab(Self.ferritin, Self.nanograms, time: "2026-01-10")).rows.first)
        #expect(row.start == milliseconds("2026-01-10T12:00:00Z"))
    }

    @Test("A long name is cut, and wrong forms of parts are missing parts")
    func hostile() throws {
        let long = String(repeating: "é", count: 10_000)
        let imported = try run(
            lab("\"code\":{\"text\":\"\(long)\"}", Self.nanograms, #""referenceRange":[7]"#, #""component":7"#),
            lab(#""code":7"#, Self.nanograms), lab(#""code":{"coding":[7],"text":7}"#, Self.nanograms))
        #expect(imported.rows.count == 1 && (imported.rows.first?.metadata["test"]?.count ?? 0) <= 201)
    }

    @Test("The column unit of a table is the unit of a result, numbers are not converted, and a limit is a text")
    func tables() throws {
        let table = """
            type,start,value,unit,metadata.test,source
            labResults,2026-01-10T08:00:00Z,130,mg/dl,LDL,Lab
            labResults,2026-01-11T08:00:00Z,5.6 %,,HbA1c,Lab
            labResults,2026-01-12T08:00:00Z,7.4,,pH,Lab
            labResults,2026-01-13T08:00:00Z,<5,mg/L,CRP,Lab
            labResults,2026-01-13T08:00:00Z,3,count,Casts,Lab
            labResults,2026-01-14T08:00:00Z,≥ 2.5 %,,Blasts,Lab
            labResults,2026-01-15T08:00:00Z,< low,mg/L,CRP,Lab
            """
        let imported = try importBytes(Array(table.utf8))
        let limits = imported.rows.compactMap { $0.metadata[MetadataKey.categoryValueName] }
        let numbers = imported.rows.filter { $0.metadata[MetadataKey.categoryValueName] == nil }
        #expect(numbers.map(\.value) == [130, 5.6, 7.4, 3])
        #expect(numbers.map(\.metadata["unit"]) == ["mg/dL", "%", nil, nil])
        #expect(limits == ["< 5 mg/L", ">= 2.5 %"])
        #expect(imported.issues == [.badValue: [8]])
    }
}
