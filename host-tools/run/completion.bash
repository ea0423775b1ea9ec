# SPDX-License-Identifier: GPL-2.0-or-later
#
# completion.bash: completes the words of hostdump and render, by what these say of themselves.
# shellcheck shell=bash disable=SC2207  # words without blanks

_hostdump()
{
  local word=${COMP_WORDS[COMP_CWORD]} command=
  [[ $COMP_CWORD -eq 1 || ${COMP_WORDS[1]} == -* ]] || command=${COMP_WORDS[1]}
  case $word in
    -*) COMPREPLY=($(compgen -W "$(hostdump "${command:-receive}" --help | grep -oE -- '--[a-z]+(-[a-z]+)*')" -- "$word")) ;;
    *)
      COMPREPLY=($(compgen -f -- "$word"))
      [[ $COMP_CWORD -ne 2 || $command != export ]] ||
        COMPREPLY=($(compgen -W "$(hostdump export --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')" -- "$word"))
      [[ $COMP_CWORD -ne 1 ]] ||
        COMPREPLY+=($(compgen -W "$(hostdump --help | sed -n 's/^  hostdump \([a-z]*\)  .*/\1/p')" -- "$word")) ;;
  esac
}

_render()
{
  local word=${COMP_WORDS[COMP_CWORD]}
  case $word in
    -*) COMPREPLY=($(compgen -W "$(render --help | grep -oE -- '--[a-z]+(-[a-z]+)*')" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}

complete -o filenames -F _hostdump hostdump
complete -o filenames -F _render render
