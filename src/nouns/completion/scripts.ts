/** The completion scripts. Each passes the line to the program and offers the lines that it prints (src/cli/shells.ts). */
import type { ShellName } from '../../define/shell-name.ts';

/** Also for bash 3.2 (macOS), which has no mapfile, no compopt and no COMP_TYPE. */
const bash = `# bash completion for loopsctl
_loopsctl() {
  local line first=
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$first" ]; then first=$line; else COMPREPLY[\${#COMPREPLY[@]}]=$line; fi
  done < <(command loopsctl __complete bash "=\${COMP_LINE:0:COMP_POINT}" "\${COMP_TYPE-}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
  case $first in *files*) compopt -o default 2>/dev/null ;; esac
  return 0
}
complete -F _loopsctl loopsctl
`;

/** Works in a file of fpath too, where the script is the body of the function. */
const zsh = `#compdef loopsctl
# zsh completion for loopsctl
_loopsctl() {
  emulate -L zsh
  local -a lines values shown
  lines=("\${(@f)$(command loopsctl __complete zsh "=\${(Q)PREFIX}" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null </dev/null)}")
  local mode=$lines[1]
  shift lines
  values=("\${(@)lines%%$'\\t'*}")
  shown=("\${(@)lines#*$'\\t'}")
  [[ $mode = *files* ]] && _files
  (( $#lines )) || return 0
  # The program has matched the word, by value or by name.
  compadd -U -V loopsctl -l -d shown -a values
  # Do not replace the typed part of a name with the common prefix of the IDs: list them, and go through them with another Tab.
  if [[ $mode = *keep* && $#values -gt 1 && $compstate[insert] != (menu|automenu) ]]; then
    compstate[insert]=
    compstate[list]='list force'
  fi
  return 0
}
if [[ $funcstack[1] = _loopsctl ]]; then
  _loopsctl "$@"
else
  compdef _loopsctl loopsctl
fi
`;

const fish = `# fish completion for loopsctl
function __loopsctl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (command loopsctl __complete fish "=$current" $words[2..-1] 2>/dev/null </dev/null)
    if string match -q "*files*" -- "$lines[1]"
        __fish_complete_path (commandline -ct)
    end
    string join \\n -- $lines[2..-1]
end
complete -c loopsctl -e
complete -c loopsctl -f -k -a '(__loopsctl_complete)'
`;

/** As Register-ArgumentCompleter is documented. */
const powershell = `# PowerShell completion for loopsctl
Register-ArgumentCompleter -Native -CommandName loopsctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $lines = @(loopsctl __complete powershell "=$wordToComplete" @words 2>$null)
    # Without candidates, PowerShell offers file names.
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $value, $shown, $description = $_ -split "\`t", 3
        [System.Management.Automation.CompletionResult]::new($value, $shown, 'ParameterValue', $description)
    }
}
`;

export const scripts: Readonly<Record<ShellName, string>> = { bash, zsh, fish, powershell };
