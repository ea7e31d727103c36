#!/usr/bin/env -S node --v8-pool-size=0
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { logOutput } from '../actors/thread/log-output.js'
import { COMMANDS, type Command } from './commands.js'
import { helpOf, hintFor, listOfCommands, usageOf } from './help.js'

/**
 * The `openfloor` command. Exit codes: 0 success, 1 failure or differences found, 2 wrong usage.
 *
 * U1. With `--help` a command prints its help and does nothing else.
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
  if (first === 'help' || HELP.has(first)) return printed(listOfCommands())
  const name = first === '--version' ? 'version' : first
  const two = `${name} ${rest[0] ?? ''}`
  const [command, args] =
    COMMANDS[two] === undefined ? [COMMANDS[name], rest] : [COMMANDS[two], rest.slice(1)]
  const family = Object.entries(COMMANDS).filter(([one]) => one.startsWith(`${name} `))
  const list = family.length > 0 ? family : undefined
  if (rest.some((word) => HELP.has(word))) {
    if (command !== undefined) return printed(await helpOf(command))
    if (list !== undefined) return printed(listOfCommands(list))
  }
  if (command === undefined) {
    const typed = list === undefined ? name : two.trim()
    const why = `there is no command "${typed}"${hintFor(typed)}`
    return refused(`${why}\n\n${listOfCommands(list)}`)
  }
  const why = whyNot(command, args)
  if (why === undefined) return command.run(args)
  return refused(`${why}\n\nUsage:\n${usageOf(command)}`)
}

/** Refuses unknown options (U2). */
function whyNot({ options, takesNames, readsOptions }: Command, args: readonly string[]) {
  if (readsOptions === true) return undefined
  const known = options.map(([how]) => how.split(' ')[0])
  const unknown = args.find((word) => word.startsWith('-') && !known.includes(word))
  if (unknown !== undefined) {
    return `there is no option ${unknown}; write a name that begins with - as ./${unknown}`
  }
  return args.some((word) => !word.startsWith('-')) && !takesNames ? 'it takes no names' : undefined
}

function printed(text: string): number {
  process.stdout.write(text)
  return 0
}

function refused(text: string): number {
  process.stderr.write(`openfloor: ${text}`)
  return 2
}
