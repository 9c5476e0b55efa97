import HouseRules
import Testing

@Suite("Session state")
struct SessionStateTests {
    @Test("A session has at most ten stored properties")
    func sessionIsSmall() throws {
        let found = try Repository.sources().compactMap { StoredProperties.names(of: "Session", in: $0) }
        try #require(found.count == 1, "which type is the session?")
        // If the scan found no properties, the rule would hold for any code.
        #expect(found[0].contains("settings") && found[0].contains("names"))
        #expect(found[0].count <= 10, "\(found[0].joined(separator: ", "))")
    }

    @Test("Finds stored properties, observed ones included, but no computed or static ones")
    func propertiesAreFound() {
        let text = """
            final class Session {
                let a = 1, b = 2
                private(set) var c: Int { didSet { note() } }
                var d: Int { 1 }
                static let e = 1
                struct Inner { var f = 1 }
                var g: () -> Void = { let h = 1 }
                var i: Int { get { 1 } set {} }
            }
            """
        let file = SourceFile(path: "Sources/Library/Workbench/Planted.swift", text: text)
        #expect(StoredProperties.names(of: "Session", in: file) == ["a", "b", "c", "g"])
        #expect(StoredProperties.names(of: "Inner", in: file) == nil)
    }
}
