import Charts
import SwiftUI

/// Code that only Swift 5 mode accepts: a variable that all threads share.
var drawnSnippets = 0

/// A view with previews, which the compiler checks.
struct Snippet: View {
    @State private var count = 1

    var body: some View { Text("Count \(count)") }
}

#Preview { Snippet() }

#Preview("Named") {
    Snippet().padding()
}

#Preview("Wide", traits: .landscapeLeft) { Snippet() }

#Preview {
    @Previewable @State var number = 2
    Text("\(number)")
}
