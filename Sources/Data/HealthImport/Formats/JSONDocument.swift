/// JSON that no format reads: documents of several lines, arrays, and objects without keys of samples.
enum JSONDocument {
    /// A phrase for the file, with what Tally reads instead.
    static func phrase(for start: some Collection<UInt8>) -> String {
        let start = Array(start.prefix(FilePrefix.length))
        if start.span.offset(of: "\"resourceType\"") != nil {
            return "a FHIR document; Tally reads clinical records from the zip or the folder of an Apple Health export"
        }
        return "a JSON document; Tally reads JSON Lines, with one object per line, and documents of Health Auto Export, Fitbit, "
            + "Google Fit and Oura"
    }

    /// Returns true for an object that goes on after its first line. JSON Lines have a whole object on each line.
    ///
    /// A damaged line before another object is still one of JSON Lines.
    static func isOverLines(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "{"), let lineEnd = text.firstIndex(of: 0x0A) else { return false }
        var depth = 0
        var (isText, isEscaped) = (false, false)
        for byte in text[..<lineEnd] {
            if isEscaped {
                isEscaped = false
            } else if isText {
                isEscaped = byte == UInt8(ascii: "\\")
                isText = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
        }
        guard depth > 0, !isText, let next = text[lineEnd...].first(where: { !$0.isBlank }) else { return false }
        return next != UInt8(ascii: "{")
    }
}
