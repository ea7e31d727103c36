import { edits } from '../http/misspelt-settings.js'
import { COMMANDS, type Command, GROUPS } from './commands.js'

/** The texts of `openfloor --help` and of a command's help, and the hint for a mistyped command. */
const GAP = 2
const MISTYPED_MAX = 2

/** All commands by group, one per line. */
export function listOfCommands(commands = Object.entries(COMMANDS)): string {
  const width = Math.max(...commands.map(([name]) => name.length)) + GAP
  const groups = GROUPS.flatMap((group) => {
    const own = commands.filter(([, command]) => command.group === group)
    const lines = own.map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}\n`)
    return lines.length === 0 ? [] : [`${group}:\n${lines.join('')}`]
  })
  return `Usage: openfloor COMMAND [OPTIONS]

${groups.join('\n')}
openfloor COMMAND --help shows options, exit codes and an example.
DATA_DIR names the data directory (default ./data).
`
}

/** The help of one command. */
export async function helpOf(command: Command): Promise<string> {
  const { usage, summary, options, example, exit1 = 'failed', isServerStopped } = command
  const ways = usage.map((way, at) => `${at === 0 ? 'Usage:' : '      '} openfloor ${way}\n`)
  const what = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  const stopped = isServerStopped === true ? ' The server must be stopped.' : ''
  const details = (await command.details?.()) ?? ''
  const codes: (readonly [string, string])[] = [
    ['0', 'done'],
    ['1', exit1],
    ['2', 'wrong usage'],
  ]
  if (command === COMMANDS['start']) codes.push(['75', 'another node took over; start again'])
  return [
    `${ways.join('')}\n${what}${stopped}\n`,
    options.length === 0 ? '' : `\nOptions:\n${table(options)}`,
    `\nExit codes:\n${table(codes)}`,
    `\nExample:\n  ${example}\n`,
    details,
  ].join('')
}

/** The usage of one command, for error messages. */
export function usageOf({ usage }: Command): string {
  return usage.map((way) => `  openfloor ${way}\n`).join('')
}

/** Suggests the command that was probably meant, or returns nothing. */
export function hintFor(typed: string): string {
  const near = Object.keys(COMMANDS)
    .map((name) => ({ name, distance: edits(typed, name) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (near === undefined || near.distance > MISTYPED_MAX) return ''
  return `; did you mean "${near.name}"?`
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + GAP
  return rows.map(([name, what]) => `  ${name.padEnd(width)}${what}\n`).join('')
}
