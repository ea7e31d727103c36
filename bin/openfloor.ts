#!/usr/bin/env -S node --v8-pool-size=0
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { logOutput } from '../actors/thread/log-output.js'
import { COMMANDS, type Command } from './commands.js'

/**
 * The `openfloor` command. Exit codes: 0 done, 1 it failed or found differences, 2 wrong usage.
 *
 *   U1. With `--help` among its words a command says how it is called, and does nothing.
 *   U2. What begins with `-` and is no option of the command is refused: it is no name of a file, a folder or a login.
 *
 * The flag above gives the engine one helping thread less than there are cores, in place of four: with more of them than
 * cores to spare they compile and collect on the cores that orders wait for.
 */
const HELP: ReadonlySet<string> = new Set(['--help', '-h'])
const HOW_WIDTH = 35

// Whoever runs from a folder holds a file of it open: builds leave it to him (bin/make-bundle.ts, B4).
openSync(fileURLToPath(import.meta.url), 'r')
// The files that any command makes are their owner's alone.
process.umask(0o077)
const words = process.argv.slice(2)
if (words[0] === 'start') {
  // The server goes on when its output cannot be written (a full disk, a reader that is gone).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => logOutput.lost())
} else {
  // Whoever reads the output may have enough of it (`| head`): that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}
const code = await carriedOut(words)
if (code !== 0) process.exitCode = code

async function carriedOut([first = 'help', ...rest]: readonly string[]): Promise<number> {
  if (first === 'help' || HELP.has(first)) return told(Object.values(COMMANDS))
  const name = first === '--version' ? 'version' : first
  const two = `${name} ${rest[0] ?? ''}`
  const [command, args] =
    COMMANDS[two] === undefined ? [COMMANDS[name], rest] : [COMMANDS[two], rest.slice(1)]
  const family = Object.entries(COMMANDS)
    .filter(([one]) => one.startsWith(`${name} `))
    .map(([, one]) => one)
  if (rest.some((word) => HELP.has(word))) {
    const asked = command === undefined ? family : [command]
    if (asked.length > 0) return told(asked)
  }
  if (command === undefined && family.length > 0) {
    return refused(`openfloor ${name} is followed by what to do`, family)
  }
  if (command === undefined) return refused('there is no such command', Object.values(COMMANDS))
  const why = whyNot(command, args)
  return why === undefined ? command.run(args) : refused(why, [command])
}

/** U2. */
function whyNot({ options, takesNames }: Command, args: readonly string[]): string | undefined {
  if (options === null) return undefined
  const unknown = args.find((word) => word.startsWith('-') && !options.includes(word))
  if (unknown !== undefined) {
    return `there is no option ${unknown}; a name that begins so is written ./${unknown}`
  }
  return args.length > 0 && !takesNames ? 'it takes no names' : undefined
}

async function told(commands: readonly Command[]): Promise<number> {
  process.stdout.write(usageOf(commands))
  const [only] = commands
  if (commands.length === 1 && only !== undefined) process.stdout.write(await only.details())
  return 0
}

function refused(why: string, commands: readonly Command[]): number {
  process.stderr.write(`openfloor: ${why}\n\n${usageOf(commands)}`)
  return 2
}

function usageOf(commands: readonly Command[]): string {
  const ways = commands.flatMap((one) => one.ways)
  const lines = ways.map(([how, what]) => `  ${`${how} `.padEnd(HOW_WIDTH)}${what}\n`)
  return `Usage: openfloor COMMAND

${lines.join('')}
COMMAND --help says more of one. DATA_DIR names the data directory (default ./data).
`
}
