import { start } from '../../bin/start.js'
import { LINE_SESSION } from '../given/provider-house.js'

/** The server as `openfloor start` runs it, with gateways that speak to a `Counterparty`. */
const code = await start({ sessionModule: LINE_SESSION })
if (code !== 0) process.exitCode = code
