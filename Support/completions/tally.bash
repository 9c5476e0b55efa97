#!/bin/bash

__tally_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__tally_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__tally_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__tally_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_tally() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    local -a repeating_options=(--act-as)
    local -a non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --output -c)
    __tally_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--output')
        __tally_add_completions -o plusdirs -fX '!*.@(html|htm|md|markdown)'
        return
        ;;
    '-c')
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    run|weave|explain|mcp|lsp|pipe|import|demo|learn|check|fmt|test|info|doctor|undo|push|generate|class|help)
        # Offer subcommand argument completions
        "_tally_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'run weave explain mcp lsp pipe import demo learn check fmt test info doctor undo push generate class help' -- "${cur}"))
        ;;
    esac
}

_tally_run() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --output)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--output')
        __tally_add_completions -o plusdirs -fX '!*.@(html|htm|md|markdown)'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_weave() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --in-place --check -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --output --pictures)
    __tally_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--output')
        __tally_add_completions -o plusdirs -fX '!*.@(html|htm|md|markdown)'
        return
        ;;
    '--pictures')
        __tally_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __tally_add_completions -o plusdirs -fX '!*.@(md|markdown)'
        return
        ;;
    esac
}

_tally_explain() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_mcp() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --allow-write -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --folder)
    __tally_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--folder')
        __tally_add_completions -d
        return
        ;;
    esac
}

_tally_lsp() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_pipe() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_import() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --list-presets --strict --sums --replace --replace-span --dry-run --yes -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --as --preset --person --person-from --people --report --type --unit --source --device --zone-column --date --start --time --end --value --person-column --length --time-format --decimal --skip-lines)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--as')
        __tally_add_completions -W 'apple-health'$'\n''health-connect'$'\n''fitbit'$'\n''health-auto-export'$'\n''fit'$'\n''tcx'$'\n''gpx'$'\n''json-lines'$'\n''csv'$'\n''clarity'$'\n''cronometer'$'\n''garmin'$'\n''googlefit'$'\n''libreview'$'\n''myfitnesspal'$'\n''oura'$'\n''renpho'$'\n''samsung'$'\n''strong'$'\n''withings'
        return
        ;;
    '--preset')
        return
        ;;
    '--person')
        return
        ;;
    '--person-from')
        __tally_add_completions -W 'name'
        return
        ;;
    '--people')
        __tally_add_completions -f
        return
        ;;
    '--report')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--type')
        return
        ;;
    '--unit')
        return
        ;;
    '--source')
        return
        ;;
    '--device')
        return
        ;;
    '--zone-column')
        return
        ;;
    '--date')
        return
        ;;
    '--start'|'--time')
        return
        ;;
    '--end')
        return
        ;;
    '--value')
        return
        ;;
    '--person-column')
        return
        ;;
    '--length')
        return
        ;;
    '--time-format')
        return
        ;;
    '--decimal')
        return
        ;;
    '--skip-lines')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_demo() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --output --seed --days --persons -c)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--output')
        __tally_add_completions -o plusdirs -fX '!*.@(html|htm|md|markdown)'
        return
        ;;
    '--seed')
        return
        ;;
    '--days')
        return
        ;;
    '--persons')
        return
        ;;
    '-c')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_learn() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --preview -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --notebook --page --author)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--notebook')
        __tally_add_completions -o plusdirs -fX '!*.@(ipynb)'
        return
        ;;
    '--page')
        __tally_add_completions -o plusdirs -fX '!*.@(html|htm)'
        return
        ;;
    '--author')
        __tally_add_completions -o plusdirs -fX '!*.@(md)'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __tally_add_completions -W 'anchors'$'\n''styles'$'\n''range'$'\n''clocks'$'\n''sources'$'\n''missing'$'\n''averages'$'\n''percent'$'\n''nutrition'$'\n''typical'$'\n''sleep'$'\n''nights'$'\n''while'$'\n''events'$'\n''workouts'$'\n''zones'$'\n''trend'$'\n''correlation'$'\n''why'$'\n''code'$'\n''charts'$'\n''updates'$'\n''observers'$'\n''permission'$'\n''engines'$'\n''tests'$'\n''writing'$'\n''reset'
        return
        ;;
    esac
}

_tally_check() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --fix -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_fmt() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --check -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_test() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --filter)
    __tally_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--filter')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_info() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_doctor() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --repair --upgrade -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_undo() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --dry-run --yes -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_push() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file)
    __tally_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_generate() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --seed --days --size --form --as --persons --traps)
    __tally_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--seed')
        return
        ;;
    '--days')
        return
        ;;
    '--size')
        return
        ;;
    '--form'|'--as')
        return
        ;;
    '--persons')
        return
        ;;
    '--traps')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __tally_add_completions -f
        return
        ;;
    esac
}

_tally_class() {
    repeating_flags=()
    non_repeating_flags=(-h --help)
    repeating_options=()
    non_repeating_options=()
    __tally_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    new|mark)
        # Offer subcommand argument completions
        "_tally_class_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'new mark' -- "${cur}"))
        ;;
    esac
}

_tally_class_new() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --students --names --lessons --questions --seed)
    __tally_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--students')
        return
        ;;
    '--names')
        __tally_add_completions -f
        return
        ;;
    '--lessons')
        return
        ;;
    '--questions')
        return
        ;;
    '--seed')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __tally_add_completions -d
        return
        ;;
    esac
}

_tally_class_mark() {
    repeating_flags=()
    non_repeating_flags=(--insecure --read-only --ask-only --quiet -q --show-answers -h --help)
    repeating_options=(--act-as)
    non_repeating_options=(--store --now --zone --week --format --width --height --color --diagnostics --password-file --student --seconds)
    __tally_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--store')
        __tally_add_completions -f
        return
        ;;
    '--now')
        return
        ;;
    '--zone')
        return
        ;;
    '--week')
        __tally_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--format')
        __tally_add_completions -W 'table'$'\n''wide'$'\n''csv'$'\n''tsv'$'\n''json'$'\n''jsonl'$'\n''markdown'$'\n''chart'$'\n''bars'$'\n''line'$'\n''spark'$'\n''heatmap'$'\n''svg'$'\n''html'
        return
        ;;
    '--width')
        return
        ;;
    '--height')
        return
        ;;
    '--color')
        __tally_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--diagnostics')
        __tally_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--act-as')
        return
        ;;
    '--password-file')
        __tally_add_completions -f
        return
        ;;
    '--student')
        return
        ;;
    '--seconds')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __tally_add_completions -d
        return
        ;;
    esac
}

_tally_help() {
    :
}

complete -o filenames -F _tally tally
