#!/usr/bin/env -S node --v8-pool-size=0
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The `openfloor` command. Exit codes: 0 done, 1 it failed or found differences, 2 wrong usage.
 * A command loads what it needs when it is named, and the server nothing of the others.
 *
 * The flag above gives the engine one helping thread less than there are cores, in place of four: with more of them than
 * cores to spare they compile and collect on the cores that orders wait for.
 */
const USAGE = `Usage: openfloor COMMAND

  start                          run the server (settings come from the environment)
  verify                         replay the log and compare it with the tables; 1 on differences
  backup DIR [--with-key]        consistent copy into DIR, also while the server runs
  backup --into DIR [--keep N]   the same as a dated, checked folder in DIR, of which the newest N (default 7) are kept
  drill [BACKUP]                 restore that backup, or one made now, beside DATA_DIR, verify and compare; 1 on differences
  archive list [DIR]             the files of an archive of the logs (LOG_ARCHIVE_DIR), a line of JSON each
  archive verify [DIR]           read it all and check that it is whole; 1 when it is not
  archive print LOGIN [DIR]      its records of an account, a line of JSON each
  restore DIR                    put a backup into the empty data directory
  fix-check HOST PORT SENDER TARGET  sign on at a FIX 4.4 price provider and say what fits; 1 when something does not
  licence keygen FILE            make a vendor's key that signs licences, and print its public one
  licence sign PAYLOAD FILE      sign a licence with that key
  licence show FILE              what a licence key says; 1 when LICENCE_PUBLIC_KEY has not signed it
  admin reset-password LOGIN     set a random master password (the server must be stopped)
  admin reset-otp LOGIN          turn one-time codes off (the server must be stopped)
  admin confirm-clock            the machine's clock is right: go on by it
  admin accept-journal           go on with a journal that the log contradicts (the server must be stopped)
  admin accept-key               go on with the secret key that is there now (the server must be stopped)

DATA_DIR names the data directory (default ./data).
`

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  start: async () => (await import('./start.js')).start(),
  verify: async () => (await import('./verify.js')).verifyCommand(),
  backup: async (args) => (await import('./backup.js')).backupCommand(args),
  restore: async (args) => (await import('./backup.js')).restoreCommand(args),
  drill: async (args) => (await import('./drill.js')).drillCommand(args),
  archive: async (args) => (await import('./archive.js')).archiveCommand(args),
  'fix-check': async (args) => (await import('./fix-check.js')).fixCheckCommand(args),
  licence: async (args) => (await import('./licence.js')).licenceCommand(args),
  admin: async ([name, ...rest]) => {
    if (name === 'reset-password') {
      return (await import('./reset-password.js')).resetPasswordCommand(rest)
    }
    if (name === 'reset-otp') return (await import('./reset-otp.js')).resetOtpCommand(rest)
    if (rest.length > 0) return usage()
    if (name === 'confirm-clock') return (await import('./confirm-clock.js')).confirmClockCommand()
    if (name === 'accept-journal') return (await import('./accept.js')).acceptJournalCommand()
    return name === 'accept-key' ? (await import('./accept.js')).acceptKeyCommand() : usage()
  },
  help: async () => {
    process.stdout.write(USAGE)
    return 0
  },
}

// Whoever runs from a folder holds a file of it open: builds leave it to him (bin/make-bundle.ts, B4).
openSync(fileURLToPath(import.meta.url), 'r')
// The files that any command makes are their owner's alone.
process.umask(0o077)
const [name = 'help', ...args] = process.argv.slice(2)
// Whoever reads the output may have enough of it (`| head`): that is no failure. A server goes on without its readers.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  if (name !== 'start') process.exit()
})
const command = COMMANDS[name.replace(/^--/, '')]
const code = await (command === undefined ? usage() : command(args))
if (code !== 0) process.exitCode = code

async function usage(): Promise<number> {
  process.stderr.write(`openfloor: there is no such command\n\n${USAGE}`)
  return 2
}
