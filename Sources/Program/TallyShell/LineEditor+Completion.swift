#if Readline
import CReadline
import Foundation
import Workbench

extension LineEditor {
    /// Returns what readline wants: the common beginning, then every candidate; nothing for none.
    ///
    /// readline takes the whole line up to the cursor for the word, so each match begins with the text before the candidate.
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
        // Where the candidates agree on less than what was typed, in other spelling perhaps, it stays as it was typed.
        let typed = Int(tally_rl_point()) - completions.start
        if candidates.count > 1 && common.utf8.count < typed {
            common = String(decoding: text.utf8.dropFirst(completions.start).prefix(typed), as: UTF8.self)
        }
        let matches = candidates.count == 1 ? [common] : [common] + candidates.map(\.text)
        return matches.map { before + $0 }
    }

    /// Shows the candidates below the statement; they go away with the next key.
    func showCompletions() {
        listing = completions
    }
}
#endif
