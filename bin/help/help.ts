import { edits } from '../../http/misspelt-settings.js'
import { COMMANDS, type Command } from '../commands.js'
import type { CommandTexts } from '../texts/command-texts.js'

/** The texts of `openfloor --help`, of one command's help, and of refusals of wrong usage. */
const GAP = 2
const MISTYPED_MAX = 2

/** Lists all commands by group, a line each. */
export function listOfCommands(
  texts: CommandTexts,
  commands: readonly (readonly [string, Command])[] = Object.entries(COMMANDS),
): string {
  const { help } = texts
  const width = Math.max(...commands.map(([name]) => name.length)) + GAP
  const groups = Object.entries(texts.groups).flatMap(([group, title]) => {
    const own = commands.filter(([, command]) => command.group === group)
    const lines = own.map(([name]) => `  ${name.padEnd(width)}${summaryOf(texts, name)}\n`)
    return lines.length === 0 ? [] : [`${title}:\n${lines.join('')}`]
  })
  return `${help.usage}: openfloor ${help.command}

${groups.join('\n')}
${help.more}
${help.dataDir}
`
}

/** The help of a single command. */
export async function helpOf(texts: CommandTexts, name: string, command: Command): Promise<string> {
  const { help, exits } = texts
  const { usage, options, example, exit1 = 'failed', isServerStopped } = command
  const head = `${help.usage}:`
  const ways = usage.map(
    (way, at) => `${at === 0 ? head : ' '.repeat(head.length)} openfloor ${way}\n`,
  )
  const summary = summaryOf(texts, name)
  const what = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  const stopped = isServerStopped === true ? ` ${help.serverStopped}` : ''
  const details = (await command.details?.(help)) ?? ''
  const codes: (readonly [string, string])[] = [
    ['0', exits.done],
    ['1', exits[exit1]],
    ['2', exits.wrongUsage],
  ]
  if (name === 'start') codes.push(['75', exits.takenOver])
  const explained = options.map(([how, text]) => [how, texts.options[text]] as const)
  return [
    `${ways.join('')}\n${what}${stopped}\n`,
    options.length === 0 ? '' : `\n${help.options}:\n${table(explained)}`,
    `\n${help.exitCodes}:\n${table(codes)}`,
    `\n${help.example}:\n  ${example}\n`,
    details,
  ].join('')
}

/** The refusal of a word that is no command, with the command that was probably meant. */
export function noCommand({ help }: CommandTexts, typed: string): string {
  const near = Object.keys(COMMANDS)
    .map((name) => ({ name, distance: edits(typed, name) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (near === undefined || near.distance > MISTYPED_MAX) return help.noCommand({ typed })
  return help.mistyped({ typed, name: near.name })
}

export function withUsage({ help }: CommandTexts, why: string, { usage }: Command): string {
  const ways = usage.map((way) => `  openfloor ${way}\n`).join('')
  return `${why}\n\n${help.usage}:\n${ways}`
}

function summaryOf({ commands }: CommandTexts, name: string): string {
  const known: Readonly<Record<string, string>> = commands
  return known[name] ?? ''
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + GAP
  return rows.map(([name, what]) => `  ${name.padEnd(width)}${what}\n`).join('')
}
