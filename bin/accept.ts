import { acceptJournal, acceptKey } from '../actors/desk/start/acceptance.js'
import type { Outcome } from '../actors/thread/ask.js'
import { systemClock } from '../actors/thread/clock.js'
import { readSettings, type Settings } from '../http/settings.js'
import type { QuorumStart } from '../wire/thread/quorum-messages.js'
import { settingsOrFaults } from './settings-or-faults.js'
import { stoppedQuorum } from './stopped-quorum.js'

/** `openfloor admin accept-journal`: makes the next start accept the journal as it is. */
export function acceptJournalCommand(): Promise<number> {
  return accepted(({ dataDir }, quorum) => acceptJournal(dataDir, systemClock(), quorum))
}

/** `openfloor admin accept-key`: makes the next start accept the current key. */
export function acceptKeyCommand(): Promise<number> {
  return accepted(({ dataDir, secretKey }, quorum) =>
    acceptKey(dataDir, secretKey, systemClock(), quorum),
  )
}

async function accepted(
  work: (settings: Settings, quorum: QuorumStart | undefined) => Outcome<string>,
): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const done = work(settings, await stoppedQuorum(settings))
  if (done.ok) process.stdout.write(`${done.value}.\n`)
  else process.stderr.write(`openfloor: ${done.message}\n`)
  return done.ok ? 0 : 1
}
