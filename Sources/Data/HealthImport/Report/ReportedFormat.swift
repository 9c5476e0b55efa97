package import HealthModel

/// The properties of a format that the report of an import depends on.
package struct ReportedFormat: Hashable, Sendable {
    /// The name, such as `CSV`.
    package var name: String
    /// A document of the format in a sentence, such as `an Apple Health export`.
    var phrase: String
    /// The words after the name of a document that has no rows.
    var withoutRows: String
    /// The name of the numbered parts that problems are located in.
    package var part = "line"
    /// True if the report marks the names of parts that are not imported as elements: `<ClinicalRecord>`.
    var marksElements = true
    /// True if a document has everything that its sources recorded until its date, and false if it only has its rows.
    package var hasWholeHistory = false
    /// The platform whose export it is; nil for formats of any source.
    package var platform: Platform?
}
