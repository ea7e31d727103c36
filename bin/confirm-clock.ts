import { existsSync } from 'node:fs'
import { rest, systemClock } from '../actors/thread/clock.js'
import { readSettings } from '../http/settings.js'
import {
  confirmClock,
  dropClockConfirmation,
  isClockConfirmed,
} from '../storage/clock-confirmation.js'
import { sqlitePath } from '../storage/paths.js'
import { isDatabaseInUse } from '../storage/sqlite/in-use.js'
import { settingsOrFaults } from './settings-or-faults.js'

/** How long to wait. A server that waits for the confirmation looks every second. */
const WAIT_MS = 5_000
const LOOK_MS = 50

/** `openfloor admin confirm-clock`: lets a waiting server, or the next start, continue. */
export async function confirmClockCommand(): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const { dataDir } = settings
  const path = sqlitePath(dataDir)
  if (!existsSync(path)) {
    process.stderr.write(`openfloor: there is no server in ${dataDir}. Set DATA_DIR.\n`)
    return 1
  }
  const clock = systemClock()
  const now = new Date(clock.now()).toISOString()
  const isRunning = isDatabaseInUse(path)
  confirmClock(dataDir)
  if (!isRunning) {
    process.stdout.write(`The next start goes on by the machine's clock: ${now}\n`)
    return 0
  }
  const until = clock.monotonic() + WAIT_MS
  while (isClockConfirmed(dataDir) && clock.monotonic() < until) await rest(clock, LOOK_MS)
  if (!isClockConfirmed(dataDir)) {
    process.stdout.write(`The server goes on by the machine's clock: ${now}\n`)
    return 0
  }
  dropClockConfirmation(dataDir)
  process.stderr.write('openfloor: no server waits for its clock to be confirmed\n')
  return 1
}
