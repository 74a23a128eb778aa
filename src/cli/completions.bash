
# Completes what the function above does not: values after a comma or `=`, the command after `--`,
# and files.
_setodds_all() {
    local -a words=("${COMP_WORDS[@]:0:COMP_CWORD}")
    local cur="$2" prev list="" at command="" word
    for ((at = 2; at < COMP_CWORD; at++)); do
        if [[ ${words[at]} == -- ]]; then
            words=("$1" "${words[@]:at + 1}")
            if [[ ${#words[@]} -eq 1 ]]; then
                COMPREPLY=($(compgen -W "simulate enumerate play" -- "$cur"))
                return 0
            fi
            break
        fi
    done
    if [[ $cur == = ]]; then
        cur=""
    elif [[ ${words[${#words[@]} - 1]} == = ]]; then
        words=("${words[@]:0:${#words[@]} - 1}")
    fi
    prev="${words[${#words[@]} - 1]}"
    case "$prev" in
        @LISTS@)
            if [[ $cur == *,* ]]; then
                list="${cur%,*},"
                cur="${cur##*,}"
            fi
            ;;
    esac
    local -a COMP_WORDS=("${words[@]}" "$cur")
    local COMP_CWORD=${#words[@]}
    _setodds "$1" "$cur" "$prev"
    COMPREPLY=("${COMPREPLY[@]/#/$list}")
    for word in "${words[@]:1}"; do
        if [[ $word != -* ]]; then
            command="$word"
            break
        fi
    done
    case "$command" in
        @FILES@)
            # Without an answer the shell offers files.
            if [[ $cur != -* && ${COMPREPLY[0]} == -* ]]; then
                COMPREPLY=()
            fi
            ;;
    esac
    return 0
}
