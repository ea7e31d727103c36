import { start } from '../../bin/start.js'
import { CHEAP_PASSWORDS } from '../given/cheap-passwords.js'

/** The server as `openfloor start` runs it, but for what the hash of a password costs. */
const code = await start({ passwordCost: CHEAP_PASSWORDS })
if (code !== 0) process.exitCode = code
