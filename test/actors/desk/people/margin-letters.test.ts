import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { marginLettersRepo } from '../../../../storage/repos/people/margin-letters.js'
import { outboxRepo } from '../../../../storage/repos/people/outbox.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Letters about margin calls and stop outs: to whom, how often, in which language.

t.test('an account is written to once in four hours, about a stop out always', async (t) => {
  const front = new ConfigFront(t)
  const { db, config } = front.desk
  const handlers = deskHandlers(front.desk)
  const open = (login: number, group: string, more: object = {}) =>
    accountsRepo(db).insert(
      accountWithDefaults({ login, group, email: `u${login}@example.com`, name: 'Ada', ...more }),
      1,
    )
  open(11, 'real\\standard', { language: 'de' })
  open(12, 'real\\standard')
  open(13, 'real\\standard', { email: '' })
  open(14, 'demo\\standard')
  const group = config.world.named('groups', 'demo\\standard')
  front.change('groups', group?.id ?? 0, { mail_enabled: false })
  const entered = (login: number, standing: 'margin_call' | 'stop_out' = 'margin_call') =>
    marginLettersRepo(db).entered(login, {
      type: 'standing',
      standing,
      entered: true,
      equity: 12_345,
      margin: 20_000,
      orderId: 0,
      positionId: 0,
      at: front.now,
    })
  const run = (): number => {
    let mailed = 0
    for (let after: number | null = 0; after !== null; ) {
      const step = handlers['margin_letters.mail']({ after })
      if (!step.ok) throw new Error(step.message)
      mailed += step.value.mailed
      after = step.value.next
    }
    return mailed
  }
  t.equal(run(), 0)
  for (const login of [11, 12, 13, 14]) entered(login)
  t.equal(run(), 2)
  t.equal(run(), 0, 'each once')
  front.now += 4 * 3_600_000 - 1
  entered(11)
  t.equal(run(), 0, 'it was written to lately')
  entered(12, 'stop_out')
  t.equal(run(), 1)
  front.now += 1
  entered(11)
  t.equal(run(), 1)
  const emails = outboxRepo(db).due(0, front.now, 10)
  t.same(
    emails.map(({ kind, to, subject }) => [kind, to, subject]),
    [
      ['margin_call', 'u11@example.com', 'Konto 11: Margin Call'],
      ['margin_call', 'u12@example.com', 'Account 12: margin call'],
      ['margin_call', 'u12@example.com', 'Account 12: stop out, positions are closed'],
      ['margin_call', 'u11@example.com', 'Konto 11: Margin Call'],
    ],
  )
})
