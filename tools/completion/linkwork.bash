# Completion of linkwork for bash. Installed as share/bash-completion/completions/linkwork; bash
# loads it at the first use, or `source` does. The options are those of `linkwork COMMAND
# --help`; a test compares both.

# _linkwork_files EXTENSION...: files with one of these extensions, and folders
_linkwork_files() {
  local extension file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    if [[ -d $file ]]; then
      COMPREPLY+=("$file")
      continue
    fi
    for extension in "$@"; do
      [[ $extension == '*' || $file == *".$extension" ]] && COMPREPLY+=("$file") && break
    done
  done < <(compgen -f -- "$cur")
}

_linkwork_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}

_linkwork() {
  local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]} options files
  local robot='--base --joint --loops --massless --repair --actuators'
  COMPREPLY=()

  # bash takes --base=fixed apart into three words
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  if ((COMP_CWORD == 1)); then
    _linkwork_words 'check convert pack run info test view plot help --help --version'
    return
  fi
  case $command in
    check) options="--order --svg $robot --help" files='xml urdf' ;;
    convert) options="-o $robot --help" files='urdf' ;;
    pack)
      options="-o --fmi --interface --platforms --sources --no-page $robot --help"
      files='xml urdf'
      ;;
    run)
      options="--stop --start --step --tolerance --input --set --select -o $robot --help"
      files='xml urdf fmu'
      ;;
    info) options='--help' files='fmu' ;;
    test) options='--within --help' files='fmu' ;;
    view)
      options="--of --stop --start --step --input --set -o $robot --help"
      files='xml urdf fmu csv'
      ;;
    plot)
      options="--select --of --ascii -o $robot --help"
      files='csv'
      ;;
    help)
      ((COMP_CWORD == 2)) && _linkwork_words 'check convert pack run info test view plot'
      return
      ;;
    *) return ;;
  esac

  # the value of the option before; numbers and names of variables cannot be completed
  case $previous in
    --base) _linkwork_words 'fixed floating' ;;
    --platforms) _linkwork_words 'all host linux64 win64 aarch64' ;;
    --actuators) _linkwork_words 'all none' ;;
    --loops) _linkwork_files yaml yml xml ;;
    --input) _linkwork_files csv ;;
    --svg | -o) _linkwork_files '*' ;;
    --joint | --massless | --repair | --stop | --start | --step | --within | --set | --select) ;;
    *)
      if [[ $cur == -* ]]; then
        _linkwork_words "$options"
      else
        # shellcheck disable=SC2086 # one word for each extension
        _linkwork_files $files
      fi
      ;;
  esac
}

complete -F _linkwork linkwork
