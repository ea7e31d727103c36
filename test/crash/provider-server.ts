import { start } from '../../bin/start.js'
import { CHEAP_PASSWORDS } from '../given/cheap-passwords.js'
import { LINE_SESSION } from '../given/floors/provider-house.js'

/** The server as `openfloor start` runs it, with gateways that speak to a `Counterparty`. */
const code = await start({ sessionModule: LINE_SESSION, passwordCost: CHEAP_PASSWORDS })
if (code !== 0) process.exitCode = code
