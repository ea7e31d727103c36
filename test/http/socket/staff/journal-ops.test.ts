import t from 'tap'
import { journalOps } from '../../../../http/socket/staff/journal-ops.js'
import type { JournalLine } from '../../../../wire/stored/journal-line.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { givenBook } from '../../../given/book.js'
import { GivenFamily, StaffReader } from '../../../given/fronts/staff-reader.js'

const LINE: JournalLine = {
  id: 9,
  at: Date.parse('2026-03-02T10:00:00Z'),
  actor: 501,
  login: 1001,
  masks: null,
  kind: 'account.changed',
  text: 'changed',
  ip: '192.0.2.7',
  request_id: 'r',
  hash: 'h',
  changes: [
    { field: 'name', from: 'A', to: 'B' },
    { field: 'leverage', from: 100, to: 50 },
  ],
}

const BOOK = givenBook({ groups: { 'real\\vip': {}, 'managers\\dealers': {} } })

const lineOf = (over: Partial<JournalLine>, group: string | null = 'demo\\standard') =>
  ({ type: 'journal', line: { ...LINE, ...over }, group }) as unknown as DeskEvent

const PERSONAL = ['accounts.name', 'accounts.contacts', 'accounts.personal', 'accounts.documents']

t.test('a line is told to each watcher as it may read it', (t) => {
  const family = new GivenFamily(journalOps(() => BOOK))
  t.strictSame(family.ops.ops.watch_journal?.rights, ['journal'])
  t.strictSame(family.ops.ops.unwatch_journal?.rights, [])
  const all = new StaffReader(1, ['journal', 'config.staff', ...PERSONAL])
  const some = new StaffReader(2, ['journal'])
  const like = new StaffReader(3, ['journal'])
  const elsewhere = new StaffReader(4, ['journal'], ['real\\*'])
  const without = new StaffReader(5, [])
  const readers = [all, some, like, elsewhere, without]
  for (const reader of readers)
    t.same(family.ask(reader, 'watch_journal'), { ok: true, data: null })
  const heard = (event: DeskEvent) => {
    family.told({ type: 'news' } as DeskEvent)
    family.told(event)
    return readers.map((reader) => reader.heard().map(({ event, data }) => [event, data]))
  }
  const at = '2026-03-02T10:00:00.000Z'
  const { masks: _, ...shown } = LINE
  const hidden = {
    ...shown,
    at,
    hash: null,
    changes: [
      { field: 'name', from: null, to: null },
      { field: 'leverage', from: 100, to: 50 },
    ],
  }
  const [first, ...others] = heard(lineOf({}))
  t.match(first, [['journal', { id: 9, at, text: 'changed' }]])
  t.strictSame(others, [[['journal', hidden]], [['journal', hidden]], [], []])
  t.strictSame(family.bounded.splice(0), [1, 2, 3])
  const counts = (event: DeskEvent) => heard(event).map((told) => told.length)
  t.strictSame(counts(lineOf({ login: null }, null)), [1, 1, 1, 1, 0], 'about nobody')
  const about = (...masks: string[]) => counts(lineOf({ login: null, masks }, null))
  t.strictSame(about('demo\\*'), [1, 1, 1, 0, 0], 'about groups')
  t.strictSame(about('real\\vip'), [1, 1, 1, 1, 0])
  t.strictSame(about('real\\vip', 'demo\\vip'), [1, 1, 1, 0, 0], 'all of them are to be in reach')
  t.strictSame(about('*'), [1, 0, 0, 0, 0], 'staff groups are among them')
  t.strictSame(counts(lineOf({}, null)), [1, 0, 0, 0, 0], 'of an account that is no more')
  t.same(family.ask(all, 'unwatch_journal'), { ok: true, data: null })
  family.ops.leave?.(some.connection)
  t.strictSame(counts(lineOf({})), [0, 0, 1, 0, 0])
  t.end()
})
