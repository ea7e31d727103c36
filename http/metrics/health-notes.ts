import type { Supervisor } from '../../actors/server/supervisor.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import { defaultMailServer } from '../../engine/mail/default-server.js'
import type { UnixMs } from '../../engine/units.js'
import type { Phase } from '../exchange/door.js'
import type { MailStats } from '../readers/mail-stats.js'
import { routingNotes } from '../readers/routing-warnings.js'
import type { SignUpStats } from '../readers/sign-up-stats.js'
import type { Health } from '../routes/system/system.js'

/** The parts of a server that its notes are of. */
type Noted = Pick<Supervisor, 'board' | 'condition' | 'counters' | 'book' | 'gateways'>

/**
 * The notes of `/health` beside its status: an operator should know them, and they keep nobody from
 * trading, so that it is no reason to send people elsewhere.
 */
export function healthNotes(supervisor: Noted, now: UnixMs): readonly string[] {
  const { board, condition, counters, book, gateways } = supervisor
  const [{ offQuotes }, { heldFills }] = [board, counters]
  const notes = [...condition.notes]
  if (offQuotes > 0) {
    const which = offQuotes === 1 ? '1 symbol has' : `${offQuotes} symbols have`
    notes.push(`${which} no usable price.`)
  }
  if (heldFills > 0) {
    const which =
      heldFills === 1 ? '1 fill of a provider waits' : `${heldFills} fills of providers wait`
    notes.push(`${which} for a decision of staff.`)
  }
  return [...notes, ...routingNotes({ records: book.records, gateways, now })]
}

/** Notes for an operator about sign-ups and e-mails. */
export function frontNotes(
  { signUps, mailStats }: { readonly signUps: SignUpStats; readonly mailStats: MailStats },
  { settings, mail_servers }: Pick<BookRecords, 'settings' | 'mail_servers'>,
): readonly string[] {
  const [{ demo = false, confirm_demo = false, real = false, confirm_real = false } = {}] = settings
  const isAsked = (demo && confirm_demo) || (real && confirm_real)
  const isSent = defaultMailServer(mail_servers) !== undefined
  const noCodes = 'Sign-up needs codes by e-mail: there is no enabled default mail server.'
  return [...signUps.notes, ...mailStats.notes, ...(isAsked && !isSent ? [noCodes] : [])]
}

/** What runs: the package's version, and the commit that it was built from. */
export interface Build {
  readonly version: string
  readonly commit: string
}

/** The answer of `/health`; `more` are notes of other parts, which are there once the server is ready. */
export function healthOf(
  phase: Phase,
  supervisor: Noted,
  { version, commit }: Build,
  now: UnixMs,
  more: () => readonly string[] = () => [],
): Health {
  if (phase === 'recovering') return { status: phase, reason: 'The accounts are being recovered.' }
  if (phase === 'draining') return { status: phase, reason: 'The server is stopping.' }
  const [reason] = supervisor.condition.troubles
  if (reason !== undefined) {
    return { status: 'unhealthy', reason: 'A part of the server is unwell.', inner: reason }
  }
  return {
    status: 'ok',
    details: {
      version,
      commit,
      seq: String(supervisor.counters.sequence),
      projection_seq: String(supervisor.counters.projectionSeq),
      notes: [...healthNotes(supervisor, now), ...more()],
    },
  }
}
