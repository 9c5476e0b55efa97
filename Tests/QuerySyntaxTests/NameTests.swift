import QueryDiagnostics
import QuerySyntax
import Testing

@Suite struct NameTests {
    @Test(
        "Names are equal without case, spaces, underscores and hyphens, with letters of any script",
        arguments: [
            ("steps", "steps"), ("heartRate", "heartrate"), ("Heart_Rate - 2", "heartrate2"), ("", ""), ("_ -", ""), ("A.b\t", "a.b\t"),
            ("ÄPFEL-Saft", "äpfelsaft"), ("步_数", "步数"),
        ])
    func key(text: String, expected: String) {
        #expect(Name.key(of: text) == expected)
        #expect(Name(text, range: SourceRange(at: 0)).key == expected)
    }
}
