#ifndef TALLY_CEDITLINE_SHIM_H
#define TALLY_CEDITLINE_SHIM_H

// Swift cannot call functions with variable arguments. Each use of libedit has a function here.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>
#include <histedit.h>

/// An editor whose drawing goes to memory, because the shell draws the line itself.
struct tally_editor {
    EditLine *line;
    FILE *output, *errors;
    char *written, *reported;
    size_t written_size, reported_size;
};

/// Returns the next character in `character` and 1; -1 to abandon the key.
typedef int (*tally_el_next)(EditLine *, wchar_t *character);
typedef unsigned char (*tally_el_command)(EditLine *, int key);

/// Opens the editor on standard input and output; null if memory or a terminal is missing.
static inline struct tally_editor *tally_el_open(tally_el_next next) {
    struct tally_editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    editor->output = open_memstream(&editor->written, &editor->written_size);
    editor->errors = open_memstream(&editor->reported, &editor->reported_size);
    if (!editor->output || !editor->errors) return NULL;
    editor->line = el_init_fd("tally", stdin, editor->output, editor->errors, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO);
    if (!editor->line) return NULL;
    el_wset(editor->line, EL_SIGNAL, 0);
    el_wset(editor->line, EL_GETCFN, next);
    el_wset(editor->line, EL_EDITOR, L"emacs");
    // Ctrl-S searches, and does not stop the output.
    el_wset(editor->line, EL_SETTY, L"-d", L"-ixon", NULL);
    return editor;
}

/// Returns what libedit has written to `stream` since the last call. It is valid until libedit writes again.
static inline const char *tally_el_take(FILE *stream, char **text) {
    fputc(0, stream);
    fflush(stream);
    rewind(stream);
    return *text ? *text : "";
}
static inline const char *tally_el_written(struct tally_editor *editor) { return tally_el_take(editor->output, &editor->written); }
static inline const char *tally_el_reported(struct tally_editor *editor) { return tally_el_take(editor->errors, &editor->reported); }

/// Reads `$EDITRC` or `~/.editrc`. Returns false if that file turns editing off.
static inline int tally_el_source(struct tally_editor *editor) {
    int edits = 1;
    el_source(editor->line, NULL);
    el_wget(editor->line, EL_EDITMODE, &edits);
    return edits;
}

static inline int tally_el_is_vi(struct tally_editor *editor) {
    const wchar_t *name = NULL;
    return el_wget(editor->line, EL_EDITOR, &name) == 0 && name && name[0] == L'v';
}

/// Adds a command. libedit keeps the name.
static inline void tally_el_add(struct tally_editor *editor, const wchar_t *name, tally_el_command command) {
    el_wset(editor->line, EL_ADDFN, wcsdup(name), L"A command of Tally", command);
}

/// Binds a key, in the notation of `.editrc`, in the normal map or in that of vi commands. Without `name`, writes its command instead.
static inline void tally_el_bind(struct tally_editor *editor, int is_vi_command, const wchar_t *key, const wchar_t *name) {
    if (is_vi_command) el_wset(editor->line, EL_BIND, L"-a", key, name, NULL);
    else el_wset(editor->line, EL_BIND, key, name, NULL);
}

/// Writes the commands of all keys.
static inline void tally_el_list_keys(struct tally_editor *editor) { el_wset(editor->line, EL_BIND, NULL); }

/// Starts an empty line and takes the terminal, or gives it back.
static inline void tally_el_edit(struct tally_editor *editor, int edits) { el_wset(editor->line, EL_UNBUFFERED, edits); }

/// Reads and executes one key. The mark can be after the end of a line that has become shorter, and a command then moves the cursor there.
static inline void tally_el_read_key(struct tally_editor *editor) {
    int count;
    el_wgets(editor->line, &count);
    LineInfoW *line = (LineInfoW *)el_wline(editor->line);
    if (line->lastchar < line->buffer) line->lastchar = line->buffer;
    if (line->cursor < line->buffer) line->cursor = line->buffer;
    if (line->cursor > line->lastchar) line->cursor = line->lastchar;
}

static inline const wchar_t *tally_el_text(struct tally_editor *editor) { return el_wline(editor->line)->buffer; }
static inline int tally_el_length(struct tally_editor *editor) {
    const LineInfoW *line = el_wline(editor->line);
    return (int)(line->lastchar - line->buffer);
}
static inline int tally_el_cursor(struct tally_editor *editor) { return el_cursor(editor->line, 0); }

/// Moves the cursor to `place`, at most to the end.
static inline void tally_el_move(struct tally_editor *editor, int place) {
    el_cursor(editor->line, place - el_cursor(editor->line, 0));
}

// Swift's C library modules do not include it.
extern int wcwidth(wchar_t character);

#endif
