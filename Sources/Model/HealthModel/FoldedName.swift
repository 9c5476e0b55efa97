/// Returns `text` in lower case and without spaces, `_`, `-` and `.`. Names are compared in this form.
///
///     foldedName("Active_Energy Burned") == foldedName("activeEnergyBurned")
package func foldedName(_ text: some StringProtocol) -> String {
    // Works on bytes: folding characters would add a millisecond to every start, for the first look-up of a name.
    String(decoding: text.utf8.filter { !separators.contains($0) }, as: UTF8.self).lowercased()
}

private let separators = Array(" \t_-.".utf8)
