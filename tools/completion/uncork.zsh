#compdef uncork uncork-boot
# SPDX-License-Identifier: BSD-2-Clause
# zsh: Tab after uncork and uncork-boot. What there is to offer the programs say themselves.

# Offers what may follow in a line of `uncork`; further arguments are options before it.
_uncork_offer() {
    local line=$1
    shift
    local -a offered
    offered=(${(f)"$(uncork $@ --complete $line 2>/dev/null)"})
    (( $#offered )) || { _files; return }
    if (( $#offered == 1 )) && [[ $offered[1] == *[:./] ]]; then
        compadd -S '' -- $offered
    else
        compadd -- $offered
    fi
}

_uncork() {
    local -a before
    before=(${words[2,CURRENT-1]})
    if [[ $service == uncork ]]; then
        _uncork_offer "${(j: :)before}${before:+ }$PREFIX"
        return
    fi
    local help=$(uncork-boot --help 2>/dev/null) at option
    for (( at = 1; at <= $#before; at++ )); do
        if [[ $before[at] == -* ]]; then
            option=$before[at]
            [[ $help == *"$option "[A-Z]* ]] && (( at++ ))
            continue
        fi
        _uncork_offer "${(j: :)before[at+1,-1]}${before[at+1]:+ }$PREFIX" --machine ${before[at]#bare-}
        return
    done
    if [[ $PREFIX == -* ]]; then
        compadd -- ${(f)"$(grep -oE -- '(^|[ ,])--?[a-z][a-z-]*' <<<$help | tr -d ' ,')"}
    elif (( at > $#before + 1 )); then
        _files
    else
        compadd -- ${(f)"$(uncork --complete '--machine ' 2>/dev/null)"} power9 power10
    fi
}

_uncork "$@"
