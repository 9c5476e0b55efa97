import HealthModel
package import QueryDiagnostics
import QueryPlan
package import QuerySyntax

extension Name {
    /// The id of the person that the name means: without spaces around it, and empty for the person without a name. Nil if it can't be one.
    package var personID: String? { isQuoted && (text.isEmpty || text == PersonField.unnamed) ? "" : Person.id(text) }
}

extension Diagnostic {
    /// The error for a text that cannot be an id.
    package static func unusableID(_ name: Name) -> Diagnostic {
        let isEmpty = name.text.allSatisfy(\.isWhitespace)
        return Diagnostic(
            .settingValue,
            isEmpty
                ? "the id of a person must have at least one character"
                : "the id of a person has up to 200 bytes, without control characters", at: name.range, help: "write for example `P01`")
    }
}
