import { REPORT_MAILED_BYTES_MAX } from '../../../engine/limits/jobs.js'
import type { KeptSection } from '../../../engine/reports/section.js'
import { letter } from '../../../wire/letters/letter.js'
import { reportFile, type StoredReport } from '../../../wire/stored/stored-report.js'
import type { EmailContent } from '../../../wire/thread/mail-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { letterHead } from '../people/letter-head.js'
import { Outbox } from '../people/outbox.js'

/**
 * E-mails with scheduled reports: the totals, and the file if it is not too large. Putting them
 * into the outbox and marking the job as sent are one change.
 */
export class ReportMails {
  readonly #desk: Desk
  readonly #outbox: Outbox

  constructor(desk: Desk) {
    this.#desk = desk
    this.#outbox = new Outbox(desk)
  }

  /** Sends one finished report by e-mail. Returns false if none is waiting. */
  mailOne(): Outcome<boolean> {
    const waiting = this.#desk.tables.reportSchedules.toMail()
    const report = waiting === undefined ? undefined : this.#desk.tables.reportJobs.get(waiting.id)
    if (waiting === undefined || report === undefined) return accept(false)
    const content = this.#contentOf(report)
    const mailed = this.#desk.change((): Outcome<boolean> => {
      this.#desk.tables.reportSchedules.mailTo(waiting.id, '')
      for (const to of waiting.mail_to.split(', ')) {
        const added = this.#outbox.add({ kind: 'report', login: null, to, content })
        if (!added.ok) return added
      }
      return accept(true)
    })
    if (mailed.ok) this.#outbox.announce()
    return mailed
  }

  #contentOf(report: StoredReport): EmailContent {
    const { id, request, rows, state, error, sections, created_at } = report
    const job = this.#desk.tables.jobs.get(id)
    const hasFile = state === 'done' && job !== undefined && job.bytes <= REPORT_MAILED_BYTES_MAX
    const values = {
      name: request.name.slice(0, NAME_MAX),
      id,
      at: new Date(created_at).toISOString().slice(0, MINUTES_END),
      rows,
      error: state === 'done' ? '' : error || state,
      hasFile,
      totals: totalsOf(sections),
    }
    const language = this.#desk.tables.accounts.get(report.owner)?.language ?? ''
    const content = letter('report', values, language, letterHead(this.#desk, ''))
    if (!hasFile || job === undefined) return content
    return { ...content, file: { id: job.file, ...reportFile(id, request) } }
  }
}

/** The number of characters of a time up to its minutes. */
const MINUTES_END = 16

/** The maximum characters of a report's name in a subject. */
const NAME_MAX = 180

/** The maximum lines of totals in an e-mail. Longer tables are only in the file. */
const TOTALS_MAX = 20

function totalsOf(sections: readonly KeptSection[]): (readonly [string, string])[] {
  const lines = sections.flatMap(({ totals }) => totals).slice(0, TOTALS_MAX)
  return lines.flatMap((line) => {
    const texts = Object.entries(line).filter(([, value]) => value !== null && value !== '')
    return texts.map(([name, value]) => [name.replaceAll('_', ' '), String(value)] as const)
  })
}
