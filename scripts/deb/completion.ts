import { type Described, describedCommands, type Takes } from './described';

/** The completion of `murscope` for bash: commands, flags, the values of flags, and files by their ending. */
export async function bashCompletion(): Promise<string> {
  const commands = await describedCommands();
  const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const groups = first.filter((word) => commands.some(({ name }) => name.startsWith(`${word} `)));
  const below = groups.map((group) => {
    const words = commands.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name.split(' ')[1]);
    return `    ${group}) words='${words.join(' ')}' ;;`;
  });
  return `# bash completion for murscope. Made from the tables of its commands.
_murscope_files() {
  local IFS=$'\\n' ending
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -d -- "$1"))
  [[ $2 == / ]] && return
  for ending in \${2//,/$'\\n'}; do COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$1")); done
  [[ -n $2 ]] || COMPREPLY=($(compgen -f -- "$1"))
}
_murscope_words() { COMPREPLY=($(compgen -W "$1" -- "$2")); }
_murscope() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    case $current in
    -*) _murscope_words '--help --version' "$current" ;;
    *)
      _murscope_files "$current" '${OPENED}'
      COMPREPLY+=($(compgen -W '${first.join(' ')} help' -- "$current"))
      ;;
    esac
    return
  fi
  case $command in
${below.join('\n')}
  esac
  if [[ -n $words ]]; then
    if ((COMP_CWORD == 2)); then
      _murscope_words "$words --help" "$current"
      return
    fi
    command="$command \${COMP_WORDS[2]}"
  fi
  case "$command $before" in
${commands.flatMap(values).join('\n')}
  esac
  case $command in
${commands.map(words).join('\n')}
  *) _murscope_files "$current" '${OPENED}' ;;
  esac
}
complete -F _murscope murscope
`;
}

/** What the window opens, by its ending. */
const OPENED = 'zip,skill,yaml,yml,md,toml,jsonl';

/** The rows for what comes after a flag that takes something. */
function values({ name, options }: Described): string[] {
  return options
    .filter(({ value }) => value !== '')
    .map(({ spelled, takes }) => {
      const patterns = spelled.map((flag) => `'${name} ${flag}'`).join(' | ');
      return `  ${patterns})\n    ${offer(takes)}\n    return\n    ;;`;
    });
}

/** The row for everything else after a command: its flags, or what it works on. */
function words({ name, options, takes }: Described): string {
  const flags = [...options.flatMap(({ spelled }) => spelled.filter((flag) => flag.startsWith('--'))), '--help'];
  return `  '${name}')
    if [[ $current == -* ]]; then _murscope_words '${flags.join(' ')}' "$current"
    else ${offer(takes)}; fi
    ;;`;
}

function offer(takes: Takes): string {
  if (takes.kind === 'words') return `_murscope_words '${takes.words.join(' ')}' "$current"`;
  if (takes.kind === 'folders') return `_murscope_files "$current" /`;
  if (takes.kind === 'files') return `_murscope_files "$current" '${takes.endings.join(',')}'`;
  return ':';
}
