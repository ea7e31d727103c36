import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { dayNumber } from '../../../../engine/calendar/server-day.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { COLUMNS } from '../../../../storage/repos/accounts/daily.js'
import type { StatementPlace } from '../../../../storage/repos/people/mailed-statements.js'
import { outboxRepo } from '../../../../storage/repos/people/outbox.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Statements of the day by e-mail: each once, to whom the group has them for.

const CLOCK = { daylight_saving: 'none', utc_offset_min: 0 } as const
const TODAY = dayNumber('2026-03-02')

t.test('a statement is mailed once, however late its row came', async (t) => {
  const front = new ConfigFront(t)
  const { db, seal, config } = front.desk
  const handlers = deskHandlers(front.desk)
  const open = (login: number, group: string, more: object = {}) =>
    accountsRepo(db).insert(
      accountWithDefaults({ login, group, email: `u${login}@example.com`, name: 'Ada', ...more }),
      1,
    )
  open(11, 'real\\standard', { language: 'de', last_name: 'King' })
  open(12, 'real\\standard')
  open(13, 'real\\standard', { email: '' })
  open(14, 'demo\\standard')
  const row = (day: number, login: number, over: Record<string, number | string> = {}) => {
    const values: Record<string, number | string> = { day, login, group_path: 'real', ...over }
    const all = COLUMNS.map((column) => values[column] ?? 0)
    db.prepare(
      `INSERT INTO daily (${COLUMNS.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`,
    ).run(...all)
  }
  const run = (): number => {
    let mailed = 0
    let after: StatementPlace | null = null
    do {
      const step = handlers['statements.mail']({ clock: CLOCK, after })
      if (!('ok' in step) || !step.ok) throw new Error('the step was refused')
      mailed += step.value.mailed
      after = step.value.next
    } while (after !== null)
    return mailed
  }
  for (const login of [12, 13, 14])
    row(TODAY - 1, login, { balance: 1234567, is_valued: 1, equity: 1000000 })
  row(TODAY - 3, 12)
  t.equal(run(), 0, 'no group has them')
  const group = config.world.named('groups', 'real\\standard')
  front.change('groups', group?.id ?? 0, { daily_reports: true })
  t.equal(run(), 1)
  row(TODAY - 1, 11, { daily_profit: 7, daily_fee: -2, daily_swap: -1, balance: 1234567 })
  front.change('settings', 1, { terminal_url: 'https://trade.example/go' })
  t.equal(run(), 1, 'the one that came late')
  t.equal(run(), 0)
  const emails = outboxRepo(db).due(0, front.now, 10)
  t.match(
    emails.map(({ to, subject }) => [to, subject]),
    [
      ['u12@example.com', 'Account 12: statement of 01 Mar 2026'],
      ['u11@example.com', 'Konto 11: Auszug vom 01.03.2026'],
    ],
  )
  const texts = emails.map(({ body, message_id }) =>
    String(JSON.parse(seal.open(body ?? '', `outbox/${message_id}/body`)).text),
  )
  t.match(texts[0], /^Balance: 12,345\.67$/m)
  t.match(texts[0], /^Equity: 10,000\.00$/m)
  t.notMatch(texts[0], /^Terminal:/m)
  t.match(texts[1], /^Terminal: https:\/\/trade\.example\/go$/m)
  t.match(texts[1], /^Guten Tag Ada King,$/m)
  t.match(texts[1], /^Kommission, Swap und Gebühren: −0,03$/m)
  t.match(texts[1], /^Saldo: 12\.345,67$/m)
  t.match(texts[1], /^Eigenkapital: –$/m)
})
