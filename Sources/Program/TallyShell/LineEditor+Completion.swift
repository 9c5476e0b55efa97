#if Readline
import LineHelp
import CReadline
import Foundation
import Workbench

extension LineEditor {
    /// Returns the matches in readline's form: the common prefix, then all candidates; empty if there are none.
    ///
    /// For readline, the word is the whole line up to the cursor, so each match starts with the text before the candidate.
    func completionMatches() -> [String] {
        let text = self.text
        completions = host.help.completions(for: text, at: Int(tally_rl_point()))
        let candidates = completions.candidates
        tally_rl_end_completion(candidates.count == 1 && candidates[0].appendsSpace ? Int32(UInt8(ascii: " ")) : 0)
        guard !candidates.isEmpty else {
            showCompletions()
            return []
        }
        let before = String(decoding: text.utf8.prefix(completions.start), as: UTF8.self)
        var common = completions.commonPrefix
        // If the common prefix is shorter than the typed text, for example because of different case, the typed text stays.
        let typed = Int(tally_rl_point()) - completions.start
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
