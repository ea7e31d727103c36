import type { QuorumWatch } from '../../actors/server/quorum-watch.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import { logOutput } from '../../actors/thread/log-output.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import { defaultMailServer } from '../../engine/mail/default-server.js'
import { say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import { FOLLOWS_NOBODY } from '../../wire/thread/quorum-messages.js'
import type { Phase } from '../exchange/door.js'
import { type HealthNote, healthNote } from '../readers/health-note.js'
import type { MailStats } from '../readers/mail-stats.js'
import { routingNotes } from '../readers/routing-warnings.js'
import type { SignUpStats } from '../readers/sign-up-stats.js'
import type { Health } from '../routes/system/system.js'

/** The parts of the server that health notes report on. */
type Noted = Pick<Supervisor, 'board' | 'condition' | 'counters' | 'book' | 'gateways'> &
  Partial<Pick<Supervisor, 'quorum'>>

/**
 * The notes of `/health`: problems that an operator should know about but that do not stop trading,
 * so the status stays `ok`.
 */
export function healthNotes(supervisor: Noted, now: UnixMs): readonly HealthNote[] {
  const { board, condition, counters, book, gateways } = supervisor
  const [{ offQuotes }, { heldFills }] = [board, counters]
  const notes = notesOf({ condition })
  if (offQuotes > 0) {
    const said = say('note.off_quotes', { count: offQuotes })
    notes.push(healthNote('prices.off_quotes', said, { kind: 'symbols' }))
  }
  if (heldFills > 0) {
    const said = say('note.held_fills', { count: heldFills })
    notes.push(healthNote('fills.held', said, { kind: 'held_fills' }))
  }
  return [...notes, ...routingNotes({ records: book.records, gateways, now })]
}

/** Notes of the server's parts, which are also shown while the server is not healthy. */
function notesOf({ condition }: Pick<Supervisor, 'condition'>): HealthNote[] {
  const notes = [...condition.notesByPart].map(([part, said]) => healthNote(codeOf(part), said))
  if (logOutput.hasDroppedLately) {
    const said = say('note.log_lines_dropped', { count: logOutput.dropped })
    notes.push(healthNote('log_lines_dropped', said))
  }
  return notes
}

/** The form of a part's name in a code: `disk, staff` becomes `server.disk_staff`. */
function codeOf(part: string): string {
  const words = part.toLowerCase().match(/[a-z]+/g) ?? []
  return `server.${words.join('_')}`
}

/** Notes for `/health` about sign-ups and e-mails. */
export function frontNotes(
  { signUps, mailStats }: { readonly signUps: SignUpStats; readonly mailStats: MailStats },
  { settings, mail_servers }: Pick<BookRecords, 'settings' | 'mail_servers'>,
): readonly HealthNote[] {
  const [{ demo = false, confirm_demo = false, real = false, confirm_real = false } = {}] = settings
  const needsCodes = (demo && confirm_demo) || (real && confirm_real)
  const isSent = defaultMailServer(mail_servers) !== undefined
  const said = say('note.no_code_server')
  const noCodes = healthNote('sign_up.no_mail_server', said, { kind: 'mail_servers' })
  return [...signUps.notes, ...mailStats.notes, ...(needsCodes && !isSent ? [noCodes] : [])]
}

/** The running build: package version and commit. */
export interface Build {
  readonly version: string
  readonly commit: string
}

type Followed = Pick<QuorumWatch, 'following' | 'answersLists' | 'waitsFor'>

function recoveringHealth(quorum: Followed | undefined): Health {
  const status = 'recovering'
  const inner = quorum?.waitsFor
  if (inner === undefined) return { status, reason: say('health.recovering') }
  return { status, reason: say('health.waits_for_logs'), inner }
}

function followingHealth(quorum: Followed | undefined): Health {
  const { holder, behind, differing, trouble } = quorum?.following ?? FOLLOWS_NOBODY
  const answersLists = quorum?.answersLists === true
  const follows = { known: holder === '' ? 'no' : 'yes', holder } as const
  const isWell = differing === ''
  const reason = isWell
    ? say('health.follows', { ...follows, lists: answersLists ? 'yes' : 'no' })
    : say('health.tables_differ', follows)
  const differs = { ...follows, tables: differing }
  const why = isWell ? reason : say('health.named_tables_differ', differs)
  return {
    status: 'following',
    reason,
    inner: trouble === '' ? why : say('health.databases_silent', { why: trouble }),
    details: { holder, behind, answers_lists: answersLists },
  }
}

/**
 * The answer of `/health`. `more` returns notes of parts that exist only once the server is ready.
 */
export function healthOf(
  phase: Phase,
  supervisor: Noted,
  { version, commit }: Build,
  now: UnixMs,
  more: () => readonly HealthNote[] = () => [],
): Health {
  if (phase === 'following') return followingHealth(supervisor.quorum)
  if (phase === 'recovering') return recoveringHealth(supervisor.quorum)
  if (phase === 'draining') return { status: phase, reason: say('health.draining') }
  const { firstTrouble } = supervisor.condition
  if (firstTrouble !== undefined) {
    const notes = notesOf(supervisor)
    return {
      status: 'unhealthy',
      reason: say('health.unwell'),
      inner: firstTrouble,
      ...(notes.length > 0 ? { details: { coded_notes: notes } } : {}),
    }
  }
  const notes = [...healthNotes(supervisor, now), ...more()]
  return {
    status: 'ok',
    details: {
      version,
      commit,
      seq: String(supervisor.counters.sequence),
      projection_seq: String(supervisor.counters.projectionSeq),
      notes: notes.map(({ text }) => text),
      coded_notes: notes,
    },
  }
}
