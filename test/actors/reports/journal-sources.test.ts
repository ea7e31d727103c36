import t from 'tap'
import { SYSTEM } from '../../../actors/desk/actor.js'
import { journalSource, marginSource } from '../../../actors/reports/journal-sources.js'
import { ReportFacts } from '../../../actors/reports/report-facts.js'
import { accept } from '../../../actors/thread/ask.js'
import type { ReportWork } from '../../../wire/thread/report-work.js'
import type { JournalKind } from '../../../wire/words/names.js'
import { staffFront } from '../../given/staff.js'

// Reports of the journal, within the reach and the months of whoever asked.

const DAY_MS = 86_400_000
const WORK: Omit<ReportWork, 'module'> = {
  format: 'csv',
  name: '',
  madeAt: 0,
  asked: [],
  clock: { utc_offset_min: 0, daylight_saving: 'none' },
  from: null,
  to: null,
  days: { from: 0, to: 1e9 },
  logins: null,
  groups: [{ path: 'real\\standard', currency: 'USD', digits: 2 }],
  journal: { groups: ['real\\standard'], gone: false, scope: ['real\\*'], beyond: [], from: null },
  hidden: ['email'],
}

t.test('lines about accounts in reach and about nobody, as far back as the months', async (t) => {
  const front = staffFront(t)
  const { desk } = front
  const note = (login: number | null, kind: string, text: string, changes: unknown[] = []) =>
    desk.change((journal) => {
      journal(SYSTEM, { kind: kind as JournalKind, login, text, changes: changes as [] })
      return accept(null)
    })
  const first = desk.db.prepare<[], number>('SELECT max(id) FROM journal').pluck().get() as number
  note(601, 'margin', 'Account 601: margin call entered at 85.38 %, equity 4995.00')
  front.now += DAY_MS
  note(601, 'margin', 'Account 601: stop out of position 7 at 40.00 %, equity 10.00')
  note(601, 'margin', '5.00 compensates the balance after a stop out')
  note(501, 'staff', 'Staff user 501 was changed')
  note(601, 'account', 'Account 601 was changed: email', [
    { field: 'email', from: 'a@example.com', to: 'b@example.com' },
  ])
  note(999, 'account', 'Account 999 was opened')
  note(null, 'config', 'Settings were changed')
  const mail = (masks: string[]) =>
    desk.change((journal) => {
      journal(SYSTEM, { kind: 'mail', masks, text: `A mail went to the groups ${masks}` })
      return accept(null)
    })
  mail(['demo\\*'])
  mail(['real\\*'])
  const rowsOf = (source: typeof journalSource, over: Partial<ReportWork> = {}) => {
    const work: ReportWork = { ...WORK, module: 'journal', ...over }
    const ground = { db: desk.db, work, facts: new ReportFacts(desk.db, work) }
    const { fence } = source.begin(ground)
    return source.look(ground, fence, { after: first }).rows
  }
  t.same(
    rowsOf(marginSource).map(([, login, , , event]) => [login, event]),
    [
      [601, 'margin call'],
      [601, 'stop out'],
      [601, 'compensation'],
    ],
  )
  t.same(rowsOf(marginSource, { groups: [] }), [])
  const lines = rowsOf(journalSource)
  t.same(
    lines.map((row) => row[3]),
    [601, 601, 601, 601, null, null],
  )
  t.equal(lines[5]?.[5], 'A mail went to the groups real\\*')
  t.match(lines[3]?.[6], '"field":"email","from":null,"to":null')
  const months = { ...WORK.journal, from: front.now }
  t.equal(rowsOf(journalSource, { journal: months }).length, 5)
  t.equal(rowsOf(journalSource, { journal: { ...months, gone: true } }).length, 6)
  t.equal(rowsOf(journalSource, { logins: [601] }).length, 4)
})
