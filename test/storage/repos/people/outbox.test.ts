import { join } from 'node:path'
import t, { type Test } from 'tap'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { outboxRepo } from '../../../../storage/repos/people/outbox.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import { EMAIL_KINDS, type EmailKind } from '../../../../wire/stored/stored-email.js'
import { scratch } from '../../../given/desk.js'

// The order in which e-mails leave the outbox, and what it costs to ask for the next ones.

const SERVER = 3

function given(test: Test) {
  const db = openWriter(join(scratch(test), 'a.sqlite'))
  test.teardown(() => db.close())
  migrate(db)
  const outbox = outboxRepo(db)
  const add = (kind: EmailKind, now: number, server = SERVER): number => {
    const about = {
      messageId: `${kind} ${now} ${server}`,
      login: null,
      to: 'ada@example.com',
      message: null,
    }
    return outbox.add({ ...about, kind, subject: '', body: 'sealed', server, now })
  }
  const due = (now: number, count: number) =>
    outbox.due(SERVER, now, count).map(({ kind, due_at }) => `${kind} ${due_at}`)
  return { db, outbox, add, due }
}

t.test('of what is due codes come first, then letters, then e-mails to many', async (t) => {
  const { add, due } = given(t)
  const kinds = [...EMAIL_KINDS].reverse()
  for (const [at, kind] of [...kinds, ...kinds].entries()) add(kind, at)
  add('code', 20)
  add('code', 0, 0)
  const codes = ['code 7', 'code 15']
  const letters = ['webhook 1', 'sign_in 2', 'report 3', 'margin_call 5', 'welcome 6']
  const later = ['webhook 9', 'sign_in 10', 'report 11', 'margin_call 13', 'welcome 14']
  const others = ['mail 0', 'statement 4', 'mail 8', 'statement 12']
  const all = [...codes, ...letters, ...later, ...others]
  for (let count = 0; count <= 20; count++) t.same(due(19, count), all.slice(0, count))
  t.same(due(3, 10), ['webhook 1', 'sign_in 2', 'report 3', 'mail 0'])
})

t.test(
  'asking for what is due sorts nothing and passes over little, however much waits',
  async (t) => {
    const { db, outbox, add, due } = given(t)
    db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO outbox (message_id, kind, address, subject, body, server, state, tries, error, created_at, due_at)
    SELECT i, iif(i % 2, 'mail', 'statement'), '', '', 'sealed', ${SERVER}, 'queued', 0, '', i, i FROM n`)
    const asked: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = ((sql: string) => {
      asked.push(sql)
      return prepare(sql)
    }) as typeof db.prepare
    add('margin_call', 30_000)
    add('code', 40_000)
    asked.length = 0
    t.same(due(50_000, 3), ['code 40000', 'margin_call 30000', 'mail 1'])
    outbox.toDefault(SERVER, 0)
    t.ok(asked.length >= 4)
    for (const sql of asked.filter((text) => text.includes('SELECT'))) {
      const values = Array.from(sql.match(/\?/g) ?? [], () => 1)
      const plan = prepare.call(db, `EXPLAIN QUERY PLAN ${sql}`).all(...(values as [number]))
      const steps = plan.map((step) => (step as { detail: string }).detail).join('\n')
      t.match(steps, /SEARCH outbox/, sql)
      t.notMatch(steps, /SCAN|TEMP B-TREE/, sql)
    }
  },
)

t.test(
  'what waits for a server that is gone moves in parts, and is counted with the default',
  async (t) => {
    const { outbox, add } = given(t)
    for (let at = 0; at < 5; at++) add('mail', at)
    const ended = add('code', 5)
    outbox.end(ended, 'sent', '', 6)
    t.equal(outbox.toDefault(SERVER, 3), 3)
    t.same(outbox.waitingByServer(), [
      { server: 0, count: 3 },
      { server: SERVER, count: 2 },
    ])
    t.equal(outbox.toDefault(SERVER, 3), 2)
    t.equal(outbox.toDefault(SERVER, 3), 0)
    t.same(outbox.waitingByServer(), [
      { server: 0, count: 5 },
      { server: SERVER, count: 0 },
    ])
  },
)
