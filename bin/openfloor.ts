#!/usr/bin/env node
import { start } from './start.js'

/** The `openfloor` command. Exit codes: 0 done, 1 it failed or found differences, 2 wrong usage. */
const USAGE = `Usage: openfloor COMMAND

  start                          run the server (settings come from the environment)
`

const [command] = process.argv.slice(2)
switch (command) {
  case 'start':
    await start()
    break
  case undefined:
  case 'help':
  case '--help':
    process.stdout.write(USAGE)
    break
  default:
    process.stderr.write(`openfloor: there is no command ${command}\n\n${USAGE}`)
    process.exitCode = 2
}
