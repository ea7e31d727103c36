import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import { sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { openReader, openWriter } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { CHEAP_SERVER, pause, ServerProcess } from './server-process.js'

// A server that is killed while a mail to groups is on its way: it goes on, and nobody gets it twice.
// `node dist/test/crash/mailbox-crash.test.js 5 20000` kills it five times with 20,000 recipients; with 0 kills and
// 100000 it says how long the mail took, and what orders beside it cost.

const KILLS = Number(process.argv[2] ?? 1)
const RECIPIENTS = Number(process.argv[3] ?? 3_000)
const FIRST = 50_001
const GROUP = 'real\\standard'
const LOOK_MS = 5
const ORDERS = 400

t.setTimeout(0)

function fill(dataDir: string): void {
  const db = openWriter(sqlitePath(dataDir))
  const accounts = accountsRepo(db)
  db.transaction(() => {
    for (let i = 0; i < RECIPIENTS; i++) {
      const own = { login: FIRST + i, group: GROUP, name: `N${i}` }
      accounts.insert(accountWithDefaults(own), Date.now())
    }
  })()
  db.close()
}

interface Sent {
  readonly delivered: number
}

t.test('a mail to groups that was cut off goes on, and comes once', async (t) => {
  const dataDir = scratch(t)
  const start = () => ServerProcess.start({ dataDir, script: CHEAP_SERVER })
  let server = await start()
  t.teardown(() => server.kill())
  t.equal((await server.terminate()).code, 0)
  fill(dataDir)
  server = await start()
  let staff = await server.signInStaff()
  const asked = (sql: string): number => {
    // Opened for each question: a server does not start beside somebody who has its tables open.
    const reader = openReader(sqlitePath(dataDir))
    const found = reader.prepare<[], number>(sql).pluck().get() ?? 0
    reader.close()
    return found
  }
  const count = () => asked("SELECT count(*) FROM mail_copies WHERE folder = 'inbox'")
  const waiting = () => asked('SELECT count(*) FROM mail_deliveries')
  const mail = { subject: 'News', body: 'Dear {{name}},\n'.repeat(40), to_group: 'real*' }
  for (let kill = 0; kill < KILLS; kill++) {
    const before = count()
    const { data } = await server.ask<Sent>('POST /admin/v1/mail', staff, mail)
    t.equal(data.delivered, RECIPIENTS)
    while (count() < before + ((kill + 1) * RECIPIENTS) / (KILLS + 1)) await pause(LOOK_MS)
    await server.kill()
    const cutOff = count() - before
    server = await start()
    staff = await server.signInStaff()
    while (waiting() > 0) await pause(LOOK_MS)
    t.equal(count() - before, RECIPIENTS, `cut off at ${cutOff}`)
  }
  const twice = `SELECT count(*) FROM (SELECT 1 FROM mail_copies WHERE folder = 'inbox'
    GROUP BY owner, message_id HAVING count(*) > 1)`
  t.equal(asked(twice), 0)
  const miscounted = `SELECT count(*) FROM mail_messages m
    WHERE copies <> (SELECT count(*) FROM mail_copies WHERE message_id = m.id)`
  t.equal(asked(miscounted), 0, 'a message counts its copies')
  if (KILLS === 0) await timed(t, server, staff, { mail, waiting })
  t.equal((await server.terminate()).code, 0)
})

interface Timed {
  readonly mail: object
  waiting(): number
}

type Staff = Awaited<ReturnType<ServerProcess['signInStaff']>>

/** Orders of one trader, one after the other, before the mail and while it is on its way. */
async function timed(
  test: Pick<typeof t, 'comment'>,
  server: ServerProcess,
  staff: Staff,
  { mail, waiting }: Timed,
): Promise<void> {
  const account = await server.ask<{ login: number }>('POST /admin/v1/accounts', staff, {
    group: 'demo\\standard',
    name: 'Ada',
  })
  const { login } = account.data
  await server.ask(`POST /admin/v1/accounts/${login}/balance`, staff, {
    action: 'deposit',
    amount: '1000000.00',
    request_id: randomUUID(),
  })
  const order = async (): Promise<number> => {
    const begun = performance.now()
    const { data } = await server.ask<{ code: string }>(
      `POST /admin/v1/accounts/${login}/trade/check`,
      staff,
      { kind: 'place', type: 'market', side: 'buy', symbol: 'EURUSD', volume: '0.01' },
    )
    if (data === undefined) throw new Error('no answer')
    return performance.now() - begun
  }
  const p99 = (took: readonly number[]): string =>
    ([...took].sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0).toFixed(1)
  const alone: number[] = []
  for (let i = 0; i < ORDERS; i++) alone.push(await order())
  const memory = (): string =>
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? ''
  const before = memory()
  const begun = performance.now()
  await server.ask('POST /admin/v1/mail', staff, mail)
  const answered = performance.now() - begun
  const beside: number[] = []
  while (waiting() > 0) beside.push(await order())
  const took = performance.now() - begun
  test.comment(
    `${RECIPIENTS} recipients: answered in ${answered.toFixed(0)} ms, done in ${(took / 1000).toFixed(1)} s; ` +
      `orders' p99 ${p99(alone)} ms alone, ${p99(beside)} ms beside it (${beside.length}); ` +
      `memory ${before} to ${memory()} KiB`,
  )
}
