import Charts
import SwiftUI

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
