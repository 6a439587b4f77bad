"""The shells that complete words of the command, and their scripts."""

from collections.abc import Mapping
from typing import Final

_BASH: Final = r"""
_boxtui() {
    COMPREPLY=()
    local word
    while IFS= read -r word; do
        case $word in
            /file) compopt -o default 2>/dev/null ;;
            /folder) compopt -o dirnames 2>/dev/null ;;
            *) COMPREPLY+=("$word") ;;
        esac
    done < <("$1" complete bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
if type -t compopt >/dev/null; then
    complete -F _boxtui boxtui
else  # bash 3.2, as on macOS: it completes the names of files wherever no word is found
    complete -o default -F _boxtui boxtui
fi
"""

_ZSH: Final = r"""
#compdef boxtui
_boxtui() {
    local -a found
    found=("${(@f)$("${words[1]}" complete zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    case "${found[1]}" in
        "") ;;
        /file:) _files ;;
        /folder:) _files -/ ;;
        *) _describe boxtui found ;;
    esac
}
if [[ "${funcstack[1]}" == _boxtui ]]; then
    _boxtui
else
    compdef _boxtui boxtui
fi
"""

_FISH: Final = r"""
function __boxtui_words
    set -l typed (commandline -opc)
    set -l begun (commandline -ct)
    set -l found ($typed[1] complete fish -- $typed[2..-1] "$begun" 2>/dev/null)
    switch "$found[1]"
        case ''
        case '/file*'
            __fish_complete_path "$begun"
        case '/folder*'
            __fish_complete_directories "$begun" ''
        case '*'
            printf '%s\n' $found
    end
end
complete -c boxtui -f -a '(__boxtui_words)'
"""

SCRIPTS: Final[Mapping[str, str]] = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""The script that each shell runs; the shell itself completes the names of files and folders."""
