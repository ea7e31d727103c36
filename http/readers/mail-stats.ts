import { say } from '../../engine/reasons/reasons.js'
import type { MailServerStats } from '../../wire/thread/mail-messages.js'
import { type HealthNote, healthNote } from './health-note.js'

const NOTHING = { sent: 0, errors: 0, queued: 0, sendMs: 0 }

/** The pseudo id of e-mails that wait because there is no default mail server. */
const NO_SERVER = 0

/** The latest statistics of each mail server, as reported by the desk. */
export class MailStats {
  #stats: ReadonlyMap<number, MailServerStats> = new Map()

  take(stats: readonly MailServerStats[]): void {
    this.#stats = new Map(stats.map((one) => [one.server, one]))
  }

  of(server: number) {
    const { sent, errors, queued, sendMs } = this.#stats.get(server) ?? NOTHING
    const seconds = sent === 0 ? 0 : Math.round(sendMs / sent) / 1000
    return { sent, errors, queued, avg_send_seconds: seconds }
  }

  get notes(): readonly HealthNote[] {
    const { queued } = this.of(NO_SERVER)
    if (queued === 0) return []
    const said = say('note.emails_wait', { count: queued })
    return [healthNote('mail.waiting', said, { kind: 'mail_servers' })]
  }

  /** The sums of all mail servers. */
  get totals() {
    const all = [...this.#stats.values()]
    const sum = (field: 'sent' | 'errors' | 'queued') =>
      all.reduce((total, one) => total + one[field], 0)
    return { sent: sum('sent'), errors: sum('errors'), queued: sum('queued') }
  }
}
