#!/usr/bin/env node
import { backupCommand, restoreCommand } from './backup.js'
import { resetPasswordCommand } from './reset-password.js'
import { start } from './start.js'
import { verifyCommand } from './verify.js'

/** The `openfloor` command. Exit codes: 0 done, 1 it failed or found differences, 2 wrong usage. */
const USAGE = `Usage: openfloor COMMAND

  start                          run the server (settings come from the environment)
  verify                         replay the log and compare it with the tables; 1 on differences
  backup DIR                     consistent copy into DIR, also while the server runs
  restore DIR                    put a backup into the empty data directory
  admin reset-password LOGIN     set a random master password (the server must be stopped)

DATA_DIR names the data directory (default ./data).
`

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  start,
  verify: verifyCommand,
  backup: backupCommand,
  restore: restoreCommand,
  admin: (args) => (args[0] === 'reset-password' ? resetPasswordCommand(args.slice(1)) : usage()),
  help: async () => {
    process.stdout.write(USAGE)
    return 0
  },
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = COMMANDS[name.replace(/^--/, '')]
const code = await (command === undefined ? usage() : command(args))
if (code !== 0) process.exitCode = code

async function usage(): Promise<number> {
  process.stderr.write(`openfloor: there is no such command\n\n${USAGE}`)
  return 2
}
