# SPDX-License-Identifier: BSD-2-Clause
# bash: Tab after uncork and uncork-boot. What there is to offer the programs say themselves.

# Offers what may follow in a line of `uncork`; further arguments are options before it.
_uncork_offer() {
    local line=$1 word=${1##* } begun
    shift
    mapfile -t COMPREPLY < <(uncork "$@" --complete "$line" 2>/dev/null)
    # Of a word with a colon bash replaces only what follows it.
    if [[ $COMP_WORDBREAKS == *:* && $word == *:* ]]; then
        begun=${word%"${word##*:}"}
        COMPREPLY=("${COMPREPLY[@]#"$begun"}")
    fi
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:./] ]] && compopt -o nospace 2>/dev/null
}

_uncork() {
    local line=${COMP_LINE:0:COMP_POINT}
    [[ $line == *[\'\"]* ]] && return
    _uncork_offer "${line#*[[:space:]]}"
}

# The options before the machine are those of --help; the firmware's command line follows it.
_uncork_boot() {
    local line=${COMP_LINE:0:COMP_POINT} help word before=
    [[ $line == *[\'\"]* ]] && return
    help=$(uncork-boot --help 2>/dev/null)
    line=${line#*[[:space:]]}
    while [[ $line == *' '* ]]; do
        word=${line%% *}
        line=${line#* }
        if [[ $word && $word != -* && ! $help =~ (^|[[:space:],])"$before"' '[A-Z] ]]; then
            _uncork_offer "$line" --machine "${word#bare-}"
            return
        fi
        before=${word:-$before}
    done
    if [[ $line == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(grep -oE '(^|[ ,])--?[a-z][a-z-]*' <<<"$help" | tr -d ' ,')" -- "$line")
    elif [[ ! $before || ! $help =~ (^|[[:space:],])"$before"' '[A-Z] ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(uncork --complete '--machine ' 2>/dev/null) power9 power10" -- "$line")
    fi
}

complete -o default -F _uncork uncork
complete -o default -F _uncork_boot uncork-boot
