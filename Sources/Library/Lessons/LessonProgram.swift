/// The program of a lesson: the code that `explain swift async` or `explain chart` writes, over the samples of the lesson.
package struct LessonProgram: Sendable {
    /// The files of the program, by name.
    package let files: [String: String]
    /// True if the program draws a view.
    package let draws: Bool

    /// Creates the program; nil if `code` has neither a view nor a function that asks a store.
    ///
    /// - Parameters:
    ///   - code: The code that `explain swift async` or `explain chart` writes.
    ///   - setup: The statements that create the samples.
    package init?(code: String, setup: String) {
        let main: String
        if let view = code.firstMatch(of: /\n#Preview {\n    (\w+)\(\)/)?.output.1 {
            draws = true
            main = Self.drawing(String(view))
        } else if let function = code.firstMatch(of: /\nfunc (\w+)\(in store: HKHealthStore\) async/)?.output.1 {
            draws = false
            main = Self.asking(String(function), setup: setup)
        } else {
            return nil
        }
        files = ["Code.swift": code + "\n", "Main.swift": main]
    }

    /// Returns code that prints a view, as it looks in a terminal.
    private static func drawing(_ view: String) -> String {
        """
        import SwiftUI

        @main enum Lesson {
            @MainActor static func main() {
                print(ImageRenderer(content: \(view)()).terminal(width: 64, height: 20))
            }
        }

        """
    }

    /// Returns code that prints the rows of a function.
    private static func asking(_ function: String, setup: String) -> String {
        """
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

        """
    }
}
