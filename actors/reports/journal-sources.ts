import { reachesMasks } from '../../engine/access/line-reach.js'
import { MARGIN_PHRASES } from '../../engine/margin-watch/journal-phrases.js'
import { moduleTexts } from '../../engine/reports/modules.js'
import { column, type ReportRow, type SectionHead } from '../../engine/reports/section.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { type JournalRow, journalRepo, masksOf } from '../../storage/repos/records/journal.js'
import { journalByNumberRepo } from '../../storage/repos/records/journal-by-number.js'
import { journalLineText } from '../../wire/stored/journal-line.js'
import type { LookGround, ReportSource } from './report-source.js'

/**
 * Lines of the journal, oldest first. The last line at the begin of the report is the fence,
 * because lines are only added.
 */
interface JournalFence {
  readonly through: number
}

interface JournalPlace {
  readonly after: number
}

const LINES_AT_ONCE = 1_000
/** The most line numbers that one read covers, because matching lines may be far apart. */
const NUMBERS_AT_ONCE = 100_000
/** Margin calls and stop outs, as shards write them. */
const MARGIN_KIND = 'margin'

function begin({ db }: LookGround): { readonly fence: JournalFence; readonly place: JournalPlace } {
  return { fence: { through: journalRepo(db).head().id }, place: { after: 0 } }
}

function periodOf({ from, to, journal }: LookGround['work'], within: JournalFence['through']) {
  return {
    through: within,
    from: Math.max(from ?? 0, journal.from ?? 0),
    to: to ?? Number.MAX_SAFE_INTEGER,
  }
}

const JOURNAL: SectionHead = {
  title: moduleTexts('journal').title,
  columns: [
    column('line', 'integer'),
    column('time', 'time'),
    column('actor', 'integer'),
    column('login', 'integer'),
    column('kind', 'text'),
    column('text', 'text'),
    column('changes', 'text'),
    column('ip', 'text'),
    column('request_id', 'text'),
  ],
  totalsBy: ['kind'],
  charts: [
    { title: 'Lines by day', kind: 'bars', by: 'time', of: null, split: null, unit: 'lines' },
  ],
}

export const journalSource: ReportSource<JournalFence, JournalPlace> = {
  head: JOURNAL,
  begin,
  look(ground, { through }, { after }) {
    const { db, work } = ground
    const end = Math.min(through, after + NUMBERS_AT_ONCE)
    const span = { after, ...periodOf(work, end) }
    const lines = journalByNumberRepo(db).of(span, LINES_AT_ONCE)
    const reaches = reachOf(ground)
    const rows = lines.filter(reaches).map((line) => journalRow(line, ground))
    const last = lines.length < LINES_AT_ONCE ? end : (lines.at(-1)?.id ?? end)
    const share = last / Math.max(1, through)
    return { rows, place: { after: last }, share, isOver: last >= through }
  },
}

/**
 * A line without an account is included only if no logins are requested. A line about an account is
 * included if its group is in reach, and one about groups if all of them are.
 */
function reachOf({ db, work }: LookGround): (line: JournalRow) => boolean {
  const { logins, journal } = work
  const accounts = accountsRepo(db)
  const groups = new Set(journal.groups.map((path) => path.toLowerCase()))
  const asked = logins === null ? null : new Set(logins)
  return ({ login, masks }) => {
    const about = masksOf(masks)
    if (login === null) return asked === null && (about === null || reachesMasks(journal, about))
    if (asked !== null && !asked.has(login)) return false
    const group = accounts.group(login)
    return group === undefined ? journal.gone : groups.has(group.toLowerCase())
  }
}

function journalRow(line: JournalRow, { work: { hidden } }: LookGround): ReportRow {
  const shown = JSON.parse(journalLineText(line, hidden)) as {
    readonly changes: readonly unknown[]
  }
  const changes = shown.changes.length === 0 ? '' : JSON.stringify(shown.changes)
  const { id, at, actor, login, kind, text, ip, request_id } = line
  return [id, new Date(at).toISOString(), actor, login, kind, text, changes, ip, request_id]
}

const MARGIN: SectionHead = {
  title: moduleTexts('margin_calls').title,
  columns: [
    column('time', 'time'),
    column('login', 'integer'),
    column('name', 'text'),
    column('group', 'text'),
    column('event', 'text'),
    column('text', 'text'),
  ],
  totalsBy: ['event'],
  charts: [
    { title: 'Events by day', kind: 'bars', by: 'time', of: null, split: null, unit: 'events' },
  ],
}

export const marginSource: ReportSource<JournalFence, JournalPlace> = {
  head: MARGIN,
  begin,
  look(ground, { through }, { after }) {
    const { db, work, facts } = ground
    const end = Math.min(through, after + NUMBERS_AT_ONCE)
    const span = { after, ...periodOf({ ...work, journal: { ...work.journal, from: null } }, end) }
    const lines = journalByNumberRepo(db).ofKind(MARGIN_KIND, span, LINES_AT_ONCE)
    const asked = work.logins === null ? null : new Set(work.logins)
    const rows = lines.flatMap(({ login, at, text }): ReportRow[] => {
      const holder = login === null || asked?.has(login) === false ? null : facts.holder(login)
      if (login === null || holder === null) return []
      const said = text.replace(/^Account \d+: /, '')
      return [[new Date(at).toISOString(), login, holder.name, holder.group, eventOf(said), said]]
    })
    const last = lines.length < LINES_AT_ONCE ? end : (lines.at(-1)?.id ?? end)
    const share = last / Math.max(1, through)
    return { rows, place: { after: last }, share, isOver: last >= through }
  },
}

function eventOf(text: string): string {
  if (text.includes(MARGIN_PHRASES.compensates)) return 'compensation'
  if (text.includes(MARGIN_PHRASES.stopOut)) return 'stop out'
  return text.includes(MARGIN_PHRASES.callLeft) ? 'margin call left' : 'margin call'
}
