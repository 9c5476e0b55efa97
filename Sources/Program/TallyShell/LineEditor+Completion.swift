#if Readline || Editline
import LineHelp
import Foundation
import Workbench

extension LineEditor {
    /// Returns the matches in the form of libraries: the common prefix, then all candidates; empty if there are none.
    ///
    /// For a library, the word is the whole line up to the cursor, so each match starts with the text before the candidate.
    func completionMatches() -> [String] {
        let text = self.text
        completions = host.help.completions(for: text, at: KeyLibrary.point)
        let candidates = completions.candidates
        KeyLibrary.endCompletion(appendsSpace: candidates.count == 1 && candidates[0].appendsSpace)
        guard !candidates.isEmpty else {
            showCompletions()
            return []
        }
        let before = String(decoding: text.utf8.prefix(completions.start), as: UTF8.self)
        var common = completions.commonPrefix
        // If the common prefix is shorter than the typed text, for example because of different case, the typed text stays.
        let typed = KeyLibrary.point - completions.start
        if candidates.count > 1 && common.utf8.count < typed {
            common = String(decoding: text.utf8.dropFirst(completions.start).prefix(typed), as: UTF8.self)
        }
        let matches = candidates.count == 1 ? [common] : [common] + candidates.map(\.text)
        return matches.map { before + $0 }
    }

    /// Shows the candidates below the statement until the next key.
    func showCompletions() {
        listing = completions
    }
}
#endif
