import { CONFIG_KINDS } from '../../../engine/config/config-records.js'
import { countersRepo } from '../../../storage/repos/counters.js'
import { idRangesRepo } from '../../../storage/repos/id-ranges.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { sessionsRepo } from '../../../storage/repos/people/sessions.js'
import { signInLinksRepo } from '../../../storage/repos/people/sign-in-links.js'
import { jobsRepo } from '../../../storage/repos/records/jobs.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { FIRST_LOGIN } from '../accounts/accounts.js'
import type { Desk } from '../desk.js'
import { ID_RANGE_LENGTH } from '../id-range.js'

/**
 * Prepares a directory restored from a backup. Everything after the backup is lost, but others have
 * seen it: ended sessions and used links would be valid again, and counters would give out numbers
 * a second time.
 */
const LOGINS_LEFT_OUT = 10_000
const CLIENTS_LEFT_OUT = 10_000
/** The ranges of order and deal ids to skip: enough for four days at 100,000 ids a second. */
const RANGES_LEFT_OUT = 10_000
/** The numbers to skip for each kind of settings; symbols have only 16,383 numbers in total. */
const SETTINGS_LEFT_OUT = 100
const JOBS_LEFT_OUT = 10_000

/**
 * Skips numbers at the first start after a restore, inside a change. Returns a text for the
 * journal.
 */
export function beginAfterRestore({ db, clock }: Desk): string | undefined {
  const meta = metaRepo(db)
  const takenAt = meta.get('restored_from')
  if (takenAt === undefined) return undefined
  const upTo = meta.get('restored_up_to')
  for (const name of ['restored_from', 'restored_up_to'] as const) meta.remove(name)
  const ended = sessionsRepo(db).removeAll()
  signInLinksRepo(db).removeAll()
  const counters = countersRepo(db)
  counters.setNext('login', counters.next('login', FIRST_LOGIN) + LOGINS_LEFT_OUT)
  counters.setNext('client', counters.next('client', 1) + CLIENTS_LEFT_OUT)
  for (const kind of ['order', 'deal'] as const) {
    counters.setNext(kind, counters.next(kind, 1) + RANGES_LEFT_OUT * ID_RANGE_LENGTH)
  }
  idRangesRepo(db).clear()
  for (const kind of CONFIG_KINDS) settingsRepo(db).leaveOut(kind, SETTINGS_LEFT_OUT)
  jobsRepo(db).leaveOut(JOBS_LEFT_OUT)
  // Logs that were archived after the backup belong to another history
  // (storage/archive/log-archive.ts, R3).
  meta.set('log_timeline', String(clock.now()))
  // The stream gets a new name, because its positions refer to other events from now on.
  meta.set('event_stream', String(clock.now()))
  return (
    `The server begins from the backup of ${takenAt}${upTo === undefined ? '' : `, and trades of the logs up to ${upTo}`}: ` +
    `${ended} sessions were ended, and numbers are left out. Passwords, rights and settings that were ` +
    'changed after the backup are as they were before it: set them again'
  )
}
