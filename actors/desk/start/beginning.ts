import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Refusal, refuse } from '../../../engine/code.js'
import { dropClockConfirmation, isClockConfirmed } from '../../../storage/clock-confirmation.js'
import { contradiction, newestAnchor, newestTimeOf } from '../../../storage/journal-anchors.js'
import { DATA_FILE } from '../../../storage/log/lmdb-pages.js'
import { BadRecordError, LogError, type LogReader } from '../../../storage/log/log.js'
import { openLogFile } from '../../../storage/log/open-file.js'
import { MIGRATIONS } from '../../../storage/migrations/migrations.js'
import { logDirectory } from '../../../storage/paths.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { BadRecord } from '../../../wire/record/record.js'
import type { JournalAnchor, JournalHead } from '../../../wire/stored/journal-line.js'
import type { JournalKind } from '../../../wire/words/names.js'
import { accept, type OperationsOf, type Outcome } from '../../thread/ask.js'
import { durationText } from '../../thread/duration-text.js'
import { SYSTEM } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { beginAfterRestore } from './after-restore.js'
import { refuseOtherKey } from './key-check.js'
import { giveNewRights } from './new-rights.js'

/**
 * Checks the data on disk before a server becomes active.
 *
 *   - If the secrets do not decrypt with this key, the start is refused.
 *   B2. If the journal lacks the newest line that the logs know, the start is refused until an
 *       operator accepts it.
 *   B3. Time must not go back: a clock that is clearly before the newest record is refused until it
 *       is corrected or confirmed. After that a shard's time does not advance until the clock has
 *       passed its newest record. A long gap is noted in the journal, and due work is done with the
 *       current time.
 *   - A directory restored from a backup begins without sessions and with numbers that were never
 *     used.
 */

export interface Beginning {
  readonly journal: JournalHead
  /** Warnings for the log of the process. */
  readonly warnings: readonly string[]
  /**
   * The versions before and after an upgrade, for the log of the process; undefined without an
   * upgrade.
   */
  readonly upgrade?: string
}

/** The starting version, and the number of migrations that it ran. */
export interface StartedVersion {
  readonly version: string
  readonly migrated: number
}

const GAP_MS = 12 * 3_600_000
/** A clock that was set back by at most this much is accepted. */
const BEHIND_MS = 5 * 60_000

export type BeginningOperations = OperationsOf<ReturnType<typeof beginningDesk>>

export function beginningDesk(desk: Desk) {
  return {
    'system.begin': ({
      dataDir,
      isDrill,
      started,
    }: {
      readonly dataDir: string
      readonly isDrill: boolean
      readonly started?: StartedVersion
    }): Outcome<Beginning> => {
      const logs = openLogs(dataDir, desk.shards)
      try {
        const begun = desk.change((journal) => {
          const found = begin(desk, journal, dataDir, isDrill, logs)
          const upgrade = found.ok && started ? tellUpgrade(desk, journal, started) : undefined
          if (!found.ok || upgrade === undefined) return found
          return accept({ ...found.value, journal: journalRepo(desk.db).head(), upgrade })
        })
        if (begun.ok) dropClockConfirmation(dataDir)
        return begun
      } finally {
        for (const log of logs) void log.close()
      }
    },
  }
}

function begin(
  desk: Desk,
  journal: JournalWriter,
  dataDir: string,
  isDrill: boolean,
  logs: readonly LogReader[],
): Outcome<Beginning> {
  const known = whatLogsKnow(logs)
  const refusal = refuseOtherKey(desk) ?? refuseJournal(desk, known.anchor)
  if (refusal !== undefined) return refusal
  const warnings: string[] = []
  const tell = (kind: JournalKind, text: string): void => {
    journal(SYSTEM, { kind, text })
    warnings.push(text)
  }
  const newestAt = Math.max(known.newestAt, journalRepo(desk.db).newestAt())
  const late = isDrill ? undefined : lookAtClock(desk, dataDir, newestAt, tell)
  if (late !== undefined) return late
  const restored = beginAfterRestore(desk)
  if (restored !== undefined) tell('server.restored', restored)
  giveNewRights(desk, journal)
  return accept({ journal: journalRepo(desk.db).head(), warnings })
}

/** Writes an upgrade into the journal. Returns the text. */
function tellUpgrade(
  desk: Desk,
  journal: JournalWriter,
  { version, migrated }: StartedVersion,
): string | undefined {
  const meta = metaRepo(desk.db)
  const before = meta.get('version')
  if (before !== version) meta.set('version', version)
  const isNew = migrated === MIGRATIONS.length
  if (isNew || (migrated === 0 && (before === version || before === undefined))) return undefined
  const text =
    `The server starts with version ${version}, before it was ${before ?? 'an older one'}: ` +
    `the tables took ${migrated} ${migrated === 1 ? 'step' : 'steps'}`
  journal(SYSTEM, { kind: 'server.version', text })
  return text
}

interface LogsKnow {
  readonly anchor: JournalAnchor | undefined
  readonly newestAt: number
}

/**
 * The newest anchor and time in the logs. A damaged log counts as empty here; its shard, which
 * opens it next, reports the damage.
 */
function whatLogsKnow(logs: readonly LogReader[]): LogsKnow {
  try {
    return { anchor: newestAnchor(logs), newestAt: newestTimeOf(logs) }
  } catch (error) {
    const isDamage = [BadRecord, BadRecordError, LogError].some((kind) => error instanceof kind)
    if (!isDamage) throw error
    return { anchor: undefined, newestAt: 0 }
  }
}

/** Refuses a journal that contradicts the logs, unless an administrator has accepted it (B2). */
function refuseJournal(desk: Desk, anchor: JournalAnchor | undefined): Refusal | undefined {
  if (anchor === undefined) return undefined
  const wrong = contradiction(journalRepo(desk.db), anchor)
  const accepted = Number(metaRepo(desk.db).get('journal_accepted') ?? 0)
  if (wrong === undefined || anchor.seq <= accepted) return undefined
  return refuse('conflict', journalText(desk, anchor, wrong))
}

/**
 * Compares the clock with the newest time on disk: reports a gap, and refuses a clock that is too
 * far behind (B3).
 */
function lookAtClock(
  desk: Desk,
  dataDir: string,
  newestAt: number,
  tell: (kind: JournalKind, text: string) => void,
): Refusal | undefined {
  if (newestAt === 0) return undefined
  const now = desk.clock.now()
  const [wall, newest] = [now, newestAt].map((at) => new Date(at).toISOString())
  const by = durationText(Math.abs(now - newestAt))
  if (newestAt - now > BEHIND_MS) {
    if (!isClockConfirmed(dataDir)) {
      return refuse(
        'conflict',
        `the machine's clock says ${wall}, ${by} before the newest record, of ${newest}: set the clock. ` +
          'If the clock is right, confirm it: openfloor admin confirm-clock',
      )
    }
    tell(
      'server.clock',
      `The server starts at ${wall}, ${by} before its newest record, of ${newest}: a person confirmed the clock`,
    )
  } else if (now - newestAt > GAP_MS) {
    tell(
      'server.clock',
      `The server starts at ${wall}, ${by} after its newest record, of ${newest}: what was due meanwhile is done now`,
    )
  }
  return undefined
}

/**
 * How the journal contradicts the logs, for the refusal and for `openfloor admin accept-journal`.
 */
export function journalText(
  desk: Desk,
  { id, hash, seq }: JournalAnchor,
  wrong: 'missing' | 'changed',
): string {
  const head = journalRepo(desk.db).head()
  const what = wrong === 'missing' ? `ends at line ${head.id}` : `has another line ${id}`
  return (
    `the journal ${what}, and record ${seq} of the log knows its line ${id} with the hash ${hash}: ` +
    'lines were cut off or changed, or an older database was put in place. Restore a backup and keep ' +
    'the directory; or accept the journal as it is: openfloor admin accept-journal'
  )
}

/** Opens the logs of the shards that have one. At a first start no shard has one. */
export function openLogs(dataDir: string, shards: number): LogReader[] {
  const directories = Array.from({ length: shards }, (_, shard) => logDirectory(dataDir, shard))
  return directories
    .filter((directory) => existsSync(join(directory, DATA_FILE)))
    .map((directory) => openLogFile(directory))
}
