#compdef linkwork
# Completion of linkwork for zsh. Installed as share/zsh/site-functions/_linkwork. The options are
# those of `linkwork COMMAND --help`; a test compares both.

_linkwork() {
  local curcontext=$curcontext state line
  local -a robot help commands
  local -A opt_args

  robot=(
    '--base[whether the root link is fixed]:root link:(fixed floating)'
    '*--joint[start value of a joint]:NAME=VALUE: '
    '--loops[joints that close loops]:file:_files -g "*.(yaml|yml|xml)"'
    '--massless[mass and moments of inertia for moving links without any]:EPS: '
    '--repair[smallest moment of inertia]:EPS: '
    '--actuators[whether the joints have inputs that drive them]:inputs:(all none)'
  )
  help=('(- *)'{-h,--help}'[describe the command]')
  commands=(
    'check:check a mechanism or a robot and print a summary'
    'convert:write a robot as a mechanism file'
    'pack:write a mechanism or a robot as an FMU'
    'run:simulate a mechanism, a robot or an FMU and write a CSV file'
    'info:print what an FMU contains'
    'test:run the experiments that an FMU carries'
    'view:write a page that shows a mechanism moving'
    'plot:draw curves of a result'
    'help:describe a command'
  )

  _arguments -C \
    '(- *)'{-h,--help}'[describe the program]' \
    '(- *)--version[print the version]' \
    '1:command:->command' \
    '*::argument:->argument' && return

  if [[ $state == command ]]; then
    _describe command commands
    return
  fi
  case $line[1] in
    check)
      _arguments $robot $help \
        '--order[print the order of elimination]' \
        '--svg[draw the order of elimination]:PREFIX:_files' \
        '1:mechanism or robot:_files -g "*.(xml|urdf)"'
      ;;
    convert)
      _arguments $robot $help \
        '-o[output file]:mechanism file:_files -g "*.xml"' \
        '1:robot:_files -g "*.urdf"'
      ;;
    pack)
      _arguments $robot $help \
        '-o[output file]:FMU:_files -g "*.fmu"' \
        '--fmi[version of FMI]:version:(2 3)' \
        '--platforms[platforms that the FMU has libraries for]:LIST:(all host linux64 win64)' \
        '--interface[what the FMU is for]:interface:(cs me both)' \
        '--sources[put the sources of the library into the FMU]' \
        '--no-page[leave out the picture in the documentation]' \
        '1:mechanism or robot:_files -g "*.(xml|urdf)"'
      ;;
    run)
      _arguments $robot $help \
        '--stop[time at the end of the simulation]:T [s]: ' \
        '--start[time at its start]:T0 [s]: ' \
        '--step[communication step]:H [s]: ' \
        '--tolerance[largest relative error of a step]:A: ' \
        '--input[inputs over time]:CSV file:_files -g "*.csv"' \
        '*--set[start value of a parameter or an input]:NAME=VALUE: ' \
        '--select[variables to write]:NAMES: ' \
        '-o[output file]:CSV file:_files -g "*.csv"' \
        '1:mechanism, robot or FMU:_files -g "*.(xml|urdf|fmu)"'
      ;;
    info) _arguments $help '1:FMU:_files -g "*.fmu"' ;;
    test)
      _arguments $help \
        '--within[largest difference]:R: ' \
        '1:FMU:_files -g "*.fmu"'
      ;;
    view)
      _arguments $robot $help \
        '--of[the mechanism of a result]:mechanism:_files -g "*.(xml|urdf|fmu)"' \
        '--stop[time at the end of the simulation]:T [s]: ' \
        '--start[time at its start]:T0 [s]: ' \
        '--step[communication step]:H [s]: ' \
        '--input[inputs over time]:CSV file:_files -g "*.csv"' \
        '*--set[start value of a parameter or an input]:NAME=VALUE: ' \
        '-o[output file]:page:_files -g "*.html"' \
        '1:mechanism, robot, FMU or result:_files -g "*.(xml|urdf|fmu|csv)"'
      ;;
    plot)
      _arguments $robot $help \
        '--select[variables to draw]:NAMES: ' \
        '--of[what knows the units]:mechanism:_files -g "*.(xml|urdf|fmu)"' \
        '--ascii[in the terminal without Braille patterns]' \
        '-o[output file]:picture:_files -g "*.(svg|png)"' \
        '1:result:_files -g "*.csv"'
      ;;
    help) _describe command commands ;;
  esac
}

_linkwork "$@"
