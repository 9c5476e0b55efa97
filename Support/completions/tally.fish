function __tally_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __tally_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __tally_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __tally_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __tally_parse_tokens -S
    set -l unparsed_tokens (__tally_tokens -pc)
    switch $unparsed_tokens[1]
    case 'tally'
        __tally_parse_subcommand 0 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'output=' 'c=' 'h/help'
        switch $unparsed_tokens[1]
        case 'run'
            __tally_parse_subcommand -r 2 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'output=' 'h/help'
        case 'weave'
            __tally_parse_subcommand 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'in-place' 'check' 'output=' 'pictures=' 'h/help'
        case 'explain'
            __tally_parse_subcommand -r 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'h/help'
        case 'mcp'
            __tally_parse_subcommand 0 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'allow-write' 'folder=' 'h/help'
        case 'lsp'
            __tally_parse_subcommand 0 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'h/help'
        case 'pipe'
            __tally_parse_subcommand 0 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'h/help'
        case 'import'
            __tally_parse_subcommand -r 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'as=' 'preset=' 'list-presets' 'person=' 'person-from=' 'people=' 'report=' 'strict' 'sums' 'replace' 'replace-span' 'dry-run' 'yes' 'type=' 'unit=' 'source=' 'device=' 'zone-column=' 'date=' 'start=' 'end=' 'value=' 'person-column=' 'length=' 'time-format=' 'decimal=' 'skip-lines=' 'h/help'
        case 'demo'
            __tally_parse_subcommand -r 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'output=' 'seed=' 'days=' 'persons=' 'c=' 'h/help'
        case 'learn'
            __tally_parse_subcommand -r 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'notebook=' 'page=' 'author=' 'preview' 'h/help'
        case 'check'
            __tally_parse_subcommand -r 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'fix' 'h/help'
        case 'fmt'
            __tally_parse_subcommand -r 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'check' 'h/help'
        case 'test'
            __tally_parse_subcommand -r 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'filter=' 'h/help'
        case 'info'
            __tally_parse_subcommand 0 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'h/help'
        case 'doctor'
            __tally_parse_subcommand 0 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'repair' 'upgrade' 'h/help'
        case 'undo'
            __tally_parse_subcommand 0 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'dry-run' 'yes' 'h/help'
        case 'push'
            __tally_parse_subcommand 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'h/help'
        case 'generate'
            __tally_parse_subcommand 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'seed=' 'days=' 'size=' 'form=' 'persons=' 'traps=' 'h/help'
        case 'class'
            __tally_parse_subcommand 0 'h/help'
            switch $unparsed_tokens[1]
            case 'new'
                __tally_parse_subcommand 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'students=' 'names=' 'lessons=' 'questions=' 'seed=' 'h/help'
            case 'mark'
                __tally_parse_subcommand 1 'store=' 'now=' 'zone=' 'week=' 'format=' 'width=' 'height=' 'color=' 'diagnostics=' 'act-as=+' 'password-file=' 'insecure' 'read-only' 'ask-only' 'q/quiet' 'student=' 'seconds=' 'show-answers' 'h/help'
            end
        case 'help'
            __tally_parse_subcommand -r 1 
        end
    end
end

function __tally_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __tally_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __tally_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __tally_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__tally_tokens -p)
    if test -z "$(__tally_tokens -t)"
        set -l index (count (__tally_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'tally' -f
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" output' -l 'output' -d 'Write everything that is printed to one .html or .md file.' -rfa '(set -l exts \'html\' \'htm\' \'md\' \'markdown\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" c' -s 'c' -d 'Run these statements.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'run' -d 'Run a script; - reads standard input.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'weave' -d 'Run the blocks of a Markdown file and put their answers after them.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'explain' -d 'Explain a query. For details, add a word before the query: buckets, plan, swift, sql or chart.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'mcp' -d 'Answer an assistant over standard input and output (Model Context Protocol).'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'lsp' -d 'Help an editor with scripts over standard input and output (Language Server Protocol).'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'pipe' -d 'Run statements for a notebook or another program over standard input and output.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'import' -d 'Import an export of Apple Health, Health Connect, Fitbit or Health Auto Export, FIT, TCX, GPX, CSV or JSON Lines, or tables of other apps.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'demo' -d 'Open the shell on 60 days of generated data, in memory; -c answers one query.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'learn' -d 'List the lessons, or start one.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'check' -d 'Check scripts for errors without running them.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'fmt' -d 'Format scripts in place; - formats standard input and prints it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'test' -d 'Run test scripts, each case on an empty store in memory.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'info' -d 'Show where the store is and what it contains.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'doctor' -d 'Check the store for damage, and for errors in the sums that it keeps to answer faster.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'undo' -d 'Take back the last change of the store, such as an import, after a confirmation.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'push' -d 'Push the samples of a store to an engine, to query them there.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'generate' -d 'Write an export with generated data, for tests and bug reports.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'class' -d 'Make an exercise for a class, and mark what was handed in.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" output' -l 'output' -d 'Write everything that is printed to one .html or .md file.' -rfa '(set -l exts \'html\' \'htm\' \'md\' \'markdown\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally run" -eq 1' -F
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" in-place' -l 'in-place' -d 'Replace the file.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" check' -l 'check' -d 'Don\'t write. Exit with 1 if the answers in the file are out of date.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" output' -l 'output' -d 'Write a Markdown file or a web page, .md or .html.' -rfa '(set -l exts \'html\' \'htm\' \'md\' \'markdown\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" pictures' -l 'pictures' -d 'In Markdown, write charts as SVG files to this folder, and link to them.' -rfa '(__tally_complete_directories)'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally weave" -eq 1' -fa '(set -l exts \'md\' \'markdown\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally weave" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally explain" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" allow-write' -l 'allow-write' -d 'Allow import, export, save and files, inside --folder.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" folder' -l 'folder' -d 'The only folder in which --allow-write reads and writes files.' -rfa '(__tally_complete_directories)'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally mcp" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally lsp" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally pipe" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally import" -ge 1' -F
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" as' -l 'as' -d 'The format of the files, such as csv, if their content does not show it.' -rfka 'apple-health health-connect fitbit health-auto-export fit tcx gpx json-lines csv clarity cronometer garmin googlefit libreview myfitnesspal oura renpho samsung strong withings'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" preset' -l 'preset' -d 'The preset that reads the tables: a name of --list-presets, or a file.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" list-presets' -l 'list-presets' -d 'List the presets, and exit.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" person' -l 'person' -d 'The person whose samples the files have.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" person-from' -l 'person-from' -d 'Where the person of each file is named: name, the file\'s name without extensions.' -rfka 'name'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" people' -l 'people' -d 'A CSV list of persons to add or update: id, zone, and a column for each attribute.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" report' -l 'report' -d 'The format of the report: text or json.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" strict' -l 'strict' -d 'Exit with code 3 if a file is truncated.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" sums' -l 'sums' -d 'Keep the values that Health Auto Export has already summed up, as samples of a minute, an hour or a day.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" replace' -l 'replace' -d 'Delete the stored samples that the file covers but does not have, after a confirmation.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" replace-span' -l 'replace-span' -d 'Like --replace, but only from the first to the last sample of each metric and source in the file.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" dry-run' -l 'dry-run' -d 'With --replace, show what would change, and change nothing.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" yes' -l 'yes' -d 'With --replace, delete without asking.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" type' -l 'type' -d 'The metric of all rows, or the column with the metrics.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" unit' -l 'unit' -d 'The unit of all rows, or the column with the units.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" source' -l 'source' -d 'The source of all rows, or the column with the sources.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" device' -l 'device' -d 'The device of all rows, or the column with the devices.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" zone-column' -l 'zone-column' -d 'The column with the time zone of each row. --zone is the zone of all rows.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" date' -l 'date' -d 'The day of all rows, or its column, if --start and --end are times of day.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" start time' -l 'start' -l 'time' -d 'The column with start times, or the start of all rows.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" end' -l 'end' -d 'The column with end times, or the end of all rows.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" value' -l 'value' -d 'The column with values, or the value of all rows.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" person-column' -l 'person-column' -d 'The column with the persons; by default `person`.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" length' -l 'length' -d 'The duration that each row covers, as in 1min.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" time-format' -l 'time-format' -d 'The format of times, as in \'M/d/yyyy h:mm:ss a\'.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" decimal' -l 'decimal' -d 'The decimal sign of all numbers: point or comma.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" skip-lines' -l 'skip-lines' -d 'The number of lines before the header.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" output' -l 'output' -d 'Write everything that is printed to one .html or .md file.' -rfa '(set -l exts \'html\' \'htm\' \'md\' \'markdown\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" seed' -l 'seed' -d 'The seed for the generated data.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" days' -l 'days' -d 'The number of days to generate.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" persons' -l 'persons' -d 'The number of persons of a study, in many time zones.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" c' -s 'c' -d 'Run these statements.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally demo" -ge 1' -F
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally demo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally learn" -ge 1' -fka 'anchors styles range clocks sources missing averages percent nutrition typical sleep nights while events workouts zones trend correlation why code charts updates observers permission engines tests writing reset'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" notebook' -l 'notebook' -d 'Write the lesson as a notebook for Jupyter instead, with folded answers.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'ipynb\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" page' -l 'page' -d 'Write the lesson as a web page instead, with its answers folded.' -rfa '(set -l exts \'html\' \'htm\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" author' -l 'author' -d 'Check a lesson that you write, or all in a folder, and print what to change.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'md\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" preview' -l 'preview' -d 'With --author, take the lesson as a learner does. In a pipe, print it with its solutions.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally learn" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" fix' -l 'fix' -d 'Apply, in place, the fixes that don\'t change the meaning; - prints the result.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally check" -ge 1' -F
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" check' -l 'check' -d 'Don\'t write files. Print the scripts that would change, and exit with 1 if there are any.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally fmt" -ge 1' -F
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally fmt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" filter' -l 'filter' -d 'Run only the cases whose name contains this text.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally test" -ge 1' -F
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally test" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally info" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" repair' -l 'repair' -d 'Compute the kept sums again if they are wrong or missing. Never changes samples.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" upgrade' -l 'upgrade' -d 'Write blocks of older versions again in the format that is read fastest. Never changes samples.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" dry-run' -l 'dry-run' -d 'Show what would change, and change nothing.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" yes' -l 'yes' -d 'Take back the change without asking.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally undo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally push" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally generate" -eq 1' -F
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" seed' -l 'seed' -d 'The seed for the generated data.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" days' -l 'days' -d 'The number of days to generate.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" size' -l 'size' -d 'The approximate file size, as in 500MB or 1GB, for zip that of export.xml; use it instead of --days.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" as form' -l 'form' -l 'as' -d 'The file format: xml, zip, csv, health-connect, fit, tcx, gpx, samsung, oura, withings, fitbit, health-auto-export.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" persons' -l 'persons' -d 'The number of persons of a study, in many time zones; writes a folder with people.csv and one file each, or one table for csv.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" traps' -l 'traps' -d 'Quirks of real exports to include: all, or a comma-separated list.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally generate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally class" -eq 1' -fa 'new' -d 'Make an export, questions and a key for each student.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally class" -eq 1' -fa 'mark' -d 'Mark what the students of a class handed in.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally class new" -eq 1' -fa '(__tally_complete_directories)'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" students' -l 'students' -d 'The number of students.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" names' -l 'names' -d 'A file with the name of a student on each line.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" lessons' -l 'lessons' -d 'The lessons that the questions are about, separated by commas.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" questions' -l 'questions' -d 'The number of questions; by default, one of each kind.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" seed' -l 'seed' -d 'The seed of all data and questions; without it, each class is different.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class new" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" store' -l 'store' -d 'The store to use; TALLY_STORE sets the default.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" now' -l 'now' -d 'The moment that `now` and `today` refer to.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" zone' -l 'zone' -d 'The time zone for days and clock times.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" week' -l 'week' -d 'The first day of the week.' -rfka 'monday tuesday wednesday thursday friday saturday sunday'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" format' -l 'format' -d 'The format of results: table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html.' -rfka 'table wide csv tsv json jsonl markdown chart bars line spark heatmap svg html'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" width' -l 'width' -d 'The width of tables and charts, in characters.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" height' -l 'height' -d 'The height of charts, in lines.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" color' -l 'color' -d 'When to use color; `auto` respects NO_COLOR.' -rfka 'auto always never'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" diagnostics' -l 'diagnostics' -d 'The format of errors and warnings.' -rfka 'text json'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark"' -l 'act-as' -d 'Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" password-file' -l 'password-file' -d 'The file with the password of an engine; only its owner may read it.' -rF
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" insecure' -l 'insecure' -d 'Allow unencrypted requests to an engine on another machine.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" read-only' -l 'read-only' -d 'Don\'t write to the store.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" ask-only' -l 'ask-only' -d 'Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" q quiet' -l 'quiet' -s 'q' -d 'Print only results and errors.'
complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally class mark" -eq 1' -fa '(__tally_complete_directories)'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" student' -l 'student' -d 'Mark only this student, and write only the feedback.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" seconds' -l 'seconds' -d 'The longest time for an answer in seconds.' -rfka ''
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" show-answers' -l 'show-answers' -d 'Name the right answers in the feedback.'
complete -c 'tally' -n '__tally_should_offer_completions_for_flags_or_options "tally class mark" h help' -s 'h' -l 'help' -d 'Show help information.'
