import { acceptJournal, acceptKey } from '../actors/desk/start/acceptance.js'
import type { Outcome } from '../actors/thread/ask.js'
import { systemClock } from '../actors/thread/clock.js'
import { readSettings, type Settings } from '../http/settings.js'
import { settingsOrFaults } from './settings-or-faults.js'

/** `openfloor admin accept-journal`: the next start goes on with the journal as it is. */
export function acceptJournalCommand(): number {
  return accepted(({ dataDir }) => acceptJournal(dataDir, systemClock()))
}

/** `openfloor admin accept-key`: the next start goes on with the key that is there. */
export function acceptKeyCommand(): number {
  return accepted(({ dataDir, secretKey }) => acceptKey(dataDir, secretKey, systemClock()))
}

function accepted(work: (settings: Settings) => Outcome<string>): number {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const done = work(settings)
  if (done.ok) process.stdout.write(`${done.value}.\n`)
  else process.stderr.write(`openfloor: ${done.message}\n`)
  return done.ok ? 0 : 1
}
