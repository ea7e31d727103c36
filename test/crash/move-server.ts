import type { HeldStep } from '../../actors/server/account-keeper.js'
import { start } from '../../bin/start.js'
import { CHEAP_PASSWORDS } from '../given/cheap-passwords.js'

/**
 * The server as `openfloor start` runs it, until an account's change by desk and shard together comes to
 * the step `KILL_AT` for the `KILL_TIMES`th time: `KILL_LATER_MS` after that it is killed.
 */
const { KILL_AT, KILL_TIMES = '1', KILL_LATER_MS = '0' } = process.env
let times = 0

function kill(): void {
  process.kill(process.pid, 'SIGKILL')
}

function onHeldStep(step: HeldStep): void {
  if (step !== KILL_AT || ++times !== Number(KILL_TIMES)) return
  if (KILL_LATER_MS === '0') kill()
  else setTimeout(kill, Number(KILL_LATER_MS))
}

const code = await start({ onHeldStep, passwordCost: CHEAP_PASSWORDS })
if (code !== 0) process.exitCode = code
