import QueryDiagnostics
import Testing

@Suite("Catalog of codes")
struct DiagnosticCatalogTests {
    @Test("Every code has exactly one entry", arguments: DiagnosticCode.allCases)
    func entry(code: DiagnosticCode) {
        let entries = DiagnosticCatalog.entries.filter { $0.code == code }
        #expect(entries.count == 1)
        for entry in entries {
            #expect(!entry.title.isEmpty && !entry.title.hasSuffix("."))
            #expect(entry.explanation.hasSuffix("."))
            #expect(!entry.example.isEmpty)
        }
    }

    @Test("A code is a letter and three digits, and the letter gives the severity", arguments: DiagnosticCode.allCases)
    func form(code: DiagnosticCode) {
        let letter = code.rawValue.prefix(1)
        #expect(code.rawValue.count == 4)
        #expect(Int(code.rawValue.dropFirst()) != nil)
        #expect(code.severity.rawValue.prefix(1).uppercased() == letter)
    }

    @Test("The codes in the design documents keep their numbers")
    func fixedCodes() {
        let codes: [DiagnosticCode: String] = [
            .unknownMetric: "E101", .sumOfDiscrete: "E120", .averageOfCumulative: "E121", .ambiguousM: "E131", .emptyRange: "E140",
            .unknownZone: "E145", .missingPipe: "E152", .sqlInput: "E160", .reservedName: "E171", .incompatibleUnit: "E180",
            .overlappingRawSources: "W210", .driftingGrid: "W301", .fillZeroOnDiscrete: "W320", .anchorWithoutEffect: "I410",
        ]
        for (code, number) in codes { #expect(code.rawValue == number) }
    }

    @Test("`help CODE` ignores case")
    func page() {
        let page = DiagnosticCatalog.page(for: "e152") ?? ""
        #expect(page.hasPrefix("E152  missing pipe (error)\n"))
        #expect(page.contains("    sum steps by day running total\n"))
        #expect(DiagnosticCatalog.page(for: "E999") == nil)
    }
}
