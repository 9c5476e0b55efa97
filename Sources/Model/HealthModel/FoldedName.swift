/// Returns `text` without spaces, `_`, `-` and `.`, in lower case: the key under which names are compared.
///
///     foldedName("Active_Energy Burned") == foldedName("activeEnergyBurned")
package func foldedName(_ text: some StringProtocol) -> String {
    // Bytes, because folding characters made the first look-up of a name cost a millisecond of every start.
    String(decoding: text.utf8.filter { !separators.contains($0) }, as: UTF8.self).lowercased()
}

private let separators = Array(" \t_-.".utf8)
