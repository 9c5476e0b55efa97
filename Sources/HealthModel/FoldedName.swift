/// Returns `text` without spaces, `_`, `-` and `.`, in lower case: the key under which names are compared.
///
///     foldedName("Active_Energy Burned") == foldedName("activeEnergyBurned")
package func foldedName(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace && $0 != "_" && $0 != "-" && $0 != "." }).lowercased()
}
