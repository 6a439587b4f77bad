"""The shells that complete words of the command, and their scripts."""

from collections.abc import Mapping
from typing import Final

_BASH: Final = r"""
_boxtui() {
    COMPREPLY=()
    local word
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <("$1" complete bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _boxtui boxtui
"""

_ZSH: Final = r"""
#compdef boxtui
_boxtui() {
    local -a found
    found=("${(@f)$("${words[1]}" complete zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "$found" ]]; then
        _describe boxtui found
    else
        _files
    fi
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
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c boxtui -f -a '(__boxtui_words)'
"""

SCRIPTS: Final[Mapping[str, str]] = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""The script that each shell runs; if boxtui offers no word, the shell completes file names."""
