import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { DEMO_TRADER_LOGIN, needsDemoTrader } from '../../../../actors/desk/start/demo-trader.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { metaRepo } from '../../../../storage/repos/meta.js'
import { journalRepo } from '../../../../storage/repos/records/journal.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

const CONFLICT = { ok: false, code: 'conflict' }
const DONE = { ok: true, value: null }

t.test('the trader of the demo set is wanted until it has a password', (t) => {
  const { desk } = new ConfigFront(t)
  const ask = deskHandlers(desk)
  t.equal(needsDemoTrader(desk), true, 'the directory is new')
  for (const when of ['first', 'again']) t.match(ask['demo_trader.open'](null), DONE, when)
  t.match(accountsRepo(desk.db).get(DEMO_TRADER_LOGIN), {
    group: 'demo\\standard',
    api_enabled: true,
  })
  t.equal(needsDemoTrader(desk), true, 'the account is there, and nobody can sign in')
  t.match(ask['demo_trader.password']({ hash: 'one' }), DONE)
  t.equal(needsDemoTrader(desk), false)
  t.equal(metaRepo(desk.db).get('demo_trader'), undefined)
  t.match(ask['demo_trader.open'](null), CONFLICT)
  t.match(ask['demo_trader.password']({ hash: 'other' }), CONFLICT)
  t.equal(credentialsRepo(desk.db).hash(DEMO_TRADER_LOGIN, 'master'), 'one')
  const told = { login: DEMO_TRADER_LOGIN, kinds: ['account.password'] }
  const lines = journalRepo(desk.db).page(told, 0, 10)
  const text = 'The trader of the demo set got the first password'
  t.match(
    lines.map((line) => JSON.parse(String(line))),
    [{ actor: null, login: DEMO_TRADER_LOGIN, text }],
  )
  t.equal(lines.length, 1)
  t.end()
})

t.test('it is not wanted where it was given a password in another way', (t) => {
  const { desk, now } = new ConfigFront(t)
  const ask = deskHandlers(desk)
  t.match(ask['demo_trader.open'](null), DONE)
  credentialsRepo(desk.db).set(DEMO_TRADER_LOGIN, 'master', 'by staff', now)
  t.equal(needsDemoTrader(desk), false)
  t.match(ask['demo_trader.password']({ hash: 'other' }), CONFLICT)
  t.equal(credentialsRepo(desk.db).hash(DEMO_TRADER_LOGIN, 'master'), 'by staff')
  t.end()
})

t.test('a server without the demo set wants none', (t) => {
  const { desk } = new ConfigFront(t, { demo: false })
  t.equal(needsDemoTrader(desk), false)
  t.match(deskHandlers(desk)['demo_trader.open'](null), CONFLICT)
  t.end()
})
