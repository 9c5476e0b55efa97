/// The program of a lesson: the code that `explain swift async` writes, over the samples of the lesson.
package struct LessonProgram: Sendable {
    /// The files of the program, by name.
    package let files: [String: String]

    /// Creates the program; nil if `code` has no function that asks a store.
    ///
    /// - Parameters:
    ///   - code: The code that `explain swift async` writes.
    ///   - setup: The statements that create the samples.
    package init?(code: String, setup: String) {
        guard let function = code.firstMatch(of: /\nfunc (\w+)\(in store: HKHealthStore\) async/)?.output.1 else { return nil }
        files = [
            "Code.swift": code + "\n",
            "Main.swift": """
            import HealthKit

            @main enum Lesson {
                static func main() async throws {
                    let store = HKHealthStore.inMemory()
                    try store.load(
                        #\"""
                        \(setup.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n            "))
                        \"""#)
                    for row in try await \(function)(in: store) { print(row) }
                }
            }

            """,
        ]
    }
}
