#ifndef TALLY_CREADLINE_SHIM_H
#define TALLY_CREADLINE_SHIM_H

// readline keeps its state in globals, which Swift 6 mode does not allow. Each global in use has a function here.

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/history.h>

static inline char *tally_rl_no_completion(const char *text, int state) {
    (void)text, (void)state;
    return NULL;
}

/// Sets the variables that must be set before readline reads the user's .inputrc, which can then override them.
static inline void tally_rl_configure(rl_voidfunc_t *redisplay, rl_completion_func_t *complete, rl_compdisp_func_t *show_matches) {
    rl_readline_name = "tally";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_attempted_completion_function = complete;
    rl_completion_entry_function = tally_rl_no_completion;
    rl_completion_display_matches_hook = show_matches;
    // The word to complete is the whole line up to the cursor. The query language decides where a candidate starts.
    rl_completer_word_break_characters = "";
    rl_completer_quote_characters = NULL;
    rl_sort_completion_matches = 0;
    rl_ignore_completion_duplicates = 0;
    rl_variable_bind("show-all-if-ambiguous", "on");
    rl_variable_bind("enable-bracketed-paste", "on");
    rl_initialize();
    // If this were set earlier, readline would not look up the terminal's capabilities.
    rl_redisplay_function = redisplay;
}

/// Makes `next` read the keys. It returns a byte, or -1 to abandon an incomplete key sequence.
static inline void tally_rl_read_with(rl_getc_func_t *next) { rl_getc_function = next; }

/// Rings the bell and abandons the current command.
static inline int tally_rl_abort(int count, int key) {
    (void)count, (void)key;
    rl_ding();
    rl_clear_message();
    rl_clear_pending_input();
    return 0;
}

/// Replaces the text that was just yanked, like `yank-pop`. Rings the bell if there is none.
static inline int tally_rl_yank_pop(int count, int key) {
    if (rl_last_func != rl_yank && rl_last_func != tally_rl_yank_pop) return tally_rl_abort(count, key);
    rl_last_func = rl_yank;
    return rl_yank_pop(count, key);
}

/// Makes every key that runs `command`, in every keymap, run `replacement`.
static inline void tally_rl_replace_command(rl_command_func_t *command, rl_command_func_t *replacement) {
    const char *const names[] = {"emacs-standard", "vi-insert", "vi-command"};
    for (int i = 0; i < 3; i++) {
        Keymap keymap = rl_get_keymap_by_name(names[i]);
        char **keys = keymap ? rl_invoking_keyseqs_in_map(command, keymap) : NULL;
        for (int k = 0; keys && keys[k]; k++) {
            rl_bind_keyseq_in_map(keys[k], replacement, keymap);
            free(keys[k]);
        }
        free(keys);
    }
}

/// The commands that move through the history. Incremental searches are in `tally_rl_read_key`.
#define TALLY_RL_HISTORY_COMMANDS(DO) \
    DO(rl_get_previous_history) DO(rl_get_next_history) DO(rl_beginning_of_history) DO(rl_end_of_history) \
    DO(rl_fetch_history) DO(rl_operate_and_get_next) DO(rl_noninc_forward_search) DO(rl_noninc_reverse_search) \
    DO(rl_noninc_forward_search_again) DO(rl_noninc_reverse_search_again) DO(rl_history_search_forward) \
    DO(rl_history_search_backward) DO(rl_history_substr_search_forward) DO(rl_history_substr_search_backward) \
    DO(rl_vi_fetch_history) DO(rl_vi_search) DO(rl_vi_search_again)

#define TALLY_RL_DEFINE_WITHOUT_UNDO(command) \
    static inline int tally_##command(int count, int key) { \
        rl_free_undo_list(); \
        return command(count, key); \
    }
TALLY_RL_HISTORY_COMMANDS(TALLY_RL_DEFINE_WITHOUT_UNDO)

/// Keeps the undo list of a line out of the history. readline attaches it to entries that it leaves, and could free a list twice after a
/// search or an interruption. As a result, changes cannot be undone after moving through the history.
static inline void tally_rl_keep_undo_apart(void) {
#define TALLY_RL_REPLACE(command) tally_rl_replace_command(command, tally_##command);
    TALLY_RL_HISTORY_COMMANDS(TALLY_RL_REPLACE)
#undef TALLY_RL_REPLACE
}

/// Reads and executes one key.
static inline void tally_rl_read_key(void) {
    rl_callback_read_char();
    // readline identifies the keys of an incremental search by their commands, so these cannot be replaced.
    if (RL_ISSTATE(RL_STATE_ISEARCH)) rl_free_undo_list();
}

/// Binds the keys that do not end a sequence in `keymap`.
static inline void tally_rl_bind_dead_ends(Keymap keymap, int is_sequence) {
    for (int key = 0; key < ANYOTHERKEY; key++) {
        if (keymap[key].type == ISKMAP) {
            Keymap next = (Keymap)keymap[key].function;
            // If the keys so far are themselves a command, readline runs that command.
            if (next && !next[ANYOTHERKEY].function) tally_rl_bind_dead_ends(next, 1);
        } else if (is_sequence && keymap[key].type == ISFUNC && !keymap[key].function) {
            keymap[key].function = tally_rl_abort;
        }
    }
}

/// Replaces readline's own abort, which jumps back to the function that read a key. If several keys are pending, that function may have
/// returned already and the process would crash, for example on Alt-Y in a search or in a keyboard macro.
static inline void tally_rl_avoid_abort(void) {
    tally_rl_replace_command(rl_abort, tally_rl_abort);
    tally_rl_replace_command(rl_yank_pop, tally_rl_yank_pop);
    tally_rl_replace_command(rl_start_kbd_macro, tally_rl_abort);
    tally_rl_replace_command(rl_end_kbd_macro, tally_rl_abort);
    tally_rl_replace_command(rl_call_last_kbd_macro, tally_rl_abort);
    const char *const names[] = {"emacs-standard", "vi-insert", "vi-command"};
    for (int i = 0; i < 3; i++) tally_rl_bind_dead_ends(rl_get_keymap_by_name(names[i]), 0);
}

static inline const char *tally_rl_line(void) { return rl_line_buffer ? rl_line_buffer : ""; }
static inline int tally_rl_end(void) { return rl_end; }
static inline int tally_rl_point(void) { return rl_point; }
static inline void tally_rl_set_point(int point) { rl_point = point; }

/// Returns true if a key only moves the cursor and does not set the end of a text to delete or change.
static inline int tally_rl_moves_only(int count) { return count == 1 && !RL_ISSTATE(RL_STATE_VIMOTION); }

/// Returns true in vi command mode, where the cursor is on a character, not after it.
static inline int tally_rl_is_vi_command(void) { return rl_editing_mode == 0 && rl_get_keymap() == vi_movement_keymap; }

/// The editing-mode indicator before the prompt; null unless .inputrc enables it.
static inline const char *tally_rl_mode_mark(void) {
    const char *shown = rl_variable_value("show-mode-in-prompt");
    if (!shown || shown[0] != 'o' || shown[1] != 'n') return NULL;
    if (rl_editing_mode) return rl_variable_value("emacs-mode-string");
    return rl_variable_value(tally_rl_is_vi_command() ? "vi-cmd-mode-string" : "vi-ins-mode-string");
}

/// The text that readline shows instead of the prompt, such as the text of a search; otherwise null.
static inline const char *tally_rl_message(void) { return rl_display_prompt == rl_prompt ? NULL : rl_display_prompt; }

/// Ends a completion: nothing else is tried, and `append` follows a single match (0 for nothing).
static inline void tally_rl_end_completion(int append) {
    rl_attempted_completion_over = 1;
    rl_completion_append_character = append;
}

/// Returns true if readline switches bracketed paste on and off, and ends the line at the end of input.
static inline int tally_rl_brackets_paste(void) {
    const char *value = rl_variable_value("enable-bracketed-paste");
    return value && value[0] == 'o' && value[1] == 'n';
}

/// Starts an empty history with at most `capacity` entries.
static inline void tally_rl_begin_history(int capacity) {
    using_history();
    stifle_history(capacity);
}

/// Returns the history entry that has `later` newer entries, or null.
static inline const char *tally_rl_entry(int later) {
    HIST_ENTRY *entry = later < history_length ? history_get(history_base + history_length - 1 - later) : NULL;
    return entry ? entry->line : NULL;
}

static inline void tally_rl_flush(void) { fflush(rl_outstream ? rl_outstream : stdout); }

// Swift's C library modules do not include it.
extern int wcwidth(wchar_t character);

#endif
