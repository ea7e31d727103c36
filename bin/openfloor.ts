#!/usr/bin/env -S node --v8-pool-size=0
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { logOutput } from '../actors/thread/log-output.js'
import { COMMANDS, type Command } from './commands.js'
import type { CommandTexts } from './texts/command-texts.js'

/**
 * The `openfloor` command. Exit codes: 0 success, 1 failure or differences found, 2 wrong usage.
 *
 * - With `--help` a command prints its help and does nothing else.
 * U2. An argument that begins with `-` and is not an option of the command is refused; it is never
 *     taken for the name of a file, folder or login.
 *
 * The flag above gives the engine one helper thread less than there are cores, instead of four.
 * With more helpers than spare cores, compilation and garbage collection would use the cores that
 * orders need.
 */
const HELP: ReadonlySet<string> = new Set(['--help', '-h'])

// Keeps a file of the folder open, so that builds do not remove the folder (bin/make-bundle.ts, B4).
openSync(fileURLToPath(import.meta.url), 'r')
// Files that commands create are only accessible to their owner.
process.umask(0o077)
const words = process.argv.slice(2)
if (words[0] === 'start') {
  // The server continues if its output cannot be written, for example because the disk is full.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => logOutput.lost())
} else {
  // A reader such as `head` may close the output early. That is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}
const code = await carriedOut(words)
if (code !== 0) process.exitCode = code

async function carriedOut([first = 'help', ...rest]: readonly string[]): Promise<number> {
  if (first === 'help' || HELP.has(first))
    return helped(({ listOfCommands }, own) => listOfCommands(own))
  const name = first === '--version' ? 'version' : first
  const two = `${name} ${rest[0] ?? ''}`
  const full = COMMANDS[two] === undefined ? name : two
  const [command, args] = [COMMANDS[full], full === two ? rest.slice(1) : rest]
  const family = Object.entries(COMMANDS).filter(([one]) => one.startsWith(`${name} `))
  const list = family.length > 0 ? family : undefined
  if (rest.some((word) => HELP.has(word))) {
    if (command !== undefined) return helped(({ helpOf }, own) => helpOf(own, full, command))
    if (list !== undefined) return helped(({ listOfCommands }, own) => listOfCommands(own, list))
  }
  if (command === undefined) {
    const typed = list === undefined ? name : two.trim()
    return refused(({ noCommand, listOfCommands }, own) => {
      return `${noCommand(own, typed)}\n\n${listOfCommands(own, list)}`
    })
  }
  const wrong = wrongUse(command, args)
  if (wrong === undefined) return command.run(args)
  return refused(({ withUsage }, own) => withUsage(own, wrong(own.help), command))
}

/** U2. */
function wrongUse(
  { options, takesNames, readsOptions }: Command,
  args: readonly string[],
): ((help: CommandTexts['help']) => string) | undefined {
  if (readsOptions === true) return undefined
  const known = options.map(([how]) => how.split(' ')[0])
  const unknown = args.find((word) => word.startsWith('-') && !known.includes(word))
  if (unknown !== undefined) return ({ noOption }) => noOption({ option: unknown })
  const isNamed = args.some((word) => !word.startsWith('-'))
  return isNamed && !takesNames ? ({ noNames }) => noNames : undefined
}

/** The texts of the command line. They are loaded when needed, so that a server holds none. */
type Say = (help: typeof import('./help/help.js'), own: CommandTexts) => string | Promise<string>

async function said(say: Say): Promise<string> {
  const [help, { commandTexts }] = await Promise.all([
    import('./help/help.js'),
    import('./texts/command-texts.js'),
  ])
  return say(help, commandTexts(process.env))
}

async function helped(say: Say): Promise<number> {
  process.stdout.write(await said(say))
  return 0
}

async function refused(say: Say): Promise<number> {
  process.stderr.write(`openfloor: ${await said(say)}`)
  return 2
}
