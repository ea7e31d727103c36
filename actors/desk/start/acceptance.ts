import { existsSync } from 'node:fs'
import { because } from '../../../engine/reasons/reasons.js'
import { contradiction, newestAnchor } from '../../../storage/journal-anchors.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { secretKeyPath, sqlitePath } from '../../../storage/paths.js'
import { settleLogs } from '../../../storage/reshard/placing.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { keepKey, loadSecretKey } from '../../../storage/secrets/secret-key.js'
import { storedShardCount } from '../../../storage/shard-count.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Clock } from '../../thread/clock.js'
import { randomKey } from '../../thread/random.js'
import { SYSTEM } from '../actor.js'
import { withStoppedLog } from '../cluster/stopped-log.js'
import { type Desk, type JournalWriter, openDesk } from '../desk.js'
import { openLogs } from './beginning.js'
import { sealKnownText } from './key-check.js'
import { refuseRunning } from './stopped-desk.js'

/**
 * Commands with which an operator accepts a data directory that a start refuses, while no server
 * uses it. Each writes a journal line.
 */
type Work = (desk: Desk, journal: JournalWriter) => Outcome<string>

/**
 * `openfloor admin accept-journal`: accepts the journal as it is. Returns a description of what was
 * accepted.
 */
export function acceptJournal(
  dataDir: string,
  clock: Clock,
  quorum?: QuorumStart,
): Outcome<string> {
  return atRest({ dataDir, key: randomKey(), clock, quorum }, (desk, journal) => {
    const logs = openLogs(dataDir, desk.shards)
    const anchor = newestAnchor(logs)
    for (const log of logs) void log.close()
    const { journal: repo } = desk.tables
    if (anchor === undefined || contradiction(repo, anchor) === undefined) {
      return because('conflict.nothing_to_accept')
    }
    const { id, hash, seq } = anchor
    const text =
      `The journal was accepted with line ${repo.head().id} as its newest, where record ${seq} of the log ` +
      `knows line ${id} with the hash ${hash}`
    desk.tables.meta.set('journal_accepted', String(seq))
    journal(SYSTEM, { kind: 'server.journal', text })
    return accept(text)
  })
}

/**
 * `openfloor admin accept-key`: from now on secrets are encrypted with the existing key, or with a
 * new one.
 */
export function acceptKey(
  dataDir: string,
  given: string | undefined,
  clock: Clock,
  quorum?: QuorumStart,
): Outcome<string> {
  const isThere = given !== undefined || existsSync(secretKeyPath(dataDir))
  const key = isThere ? loadSecretKey(dataDir, given, randomKey) : randomKey()
  return atRest({ dataDir, key, clock, quorum }, (desk, journal) => {
    // Stores the key first: losing a used key is worse than storing an unused one.
    if (!isThere) keepKey(dataDir, key)
    sealKnownText(desk)
    const which = isThere ? 'the key that is there now' : 'a fresh key'
    const text = `Secrets are sealed with ${which} from now on: enter again those that it cannot decrypt`
    journal(SYSTEM, { kind: 'server.key', text })
    return accept(text)
  })
}

interface AtRest {
  readonly dataDir: string
  readonly key: Uint8Array
  readonly clock: Clock
  /** The quorum of the cluster; undefined for a single server. */
  readonly quorum: QuorumStart | undefined
}

/** Refuses while a server is running, because only its desk may write then. */
function atRest({ dataDir, key, clock, quorum }: AtRest, work: Work): Outcome<string> {
  const refusal = refuseRunning(dataDir)
  if (refusal !== null) return refusal
  settleLogs(dataDir)
  const shards = storedShardCount(dataDir)
  if (shards === undefined) {
    return because('not_found.data_dir', { directory: dataDir })
  }
  const path = sqlitePath(dataDir)
  const db = openWriter(path)
  try {
    migrate(db)
    return withStoppedLog({ db, dataDir, shards, quorum, clock }, (log) => {
      const desk = openDesk(db, clock, shards, openSeal(key, randomKey), undefined, { log })
      return desk.change((journal) => work(desk, journal))
    })
  } finally {
    db.close()
  }
}
