import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { configFacts } from '../../../../actors/desk/settings/config-facts.js'
import { createSharedBuffers } from '../../../../actors/shared/shared-state.js'
import { SymbolClaims, SymbolFence } from '../../../../actors/shared/symbol-claims.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { tradedSymbolsRepo } from '../../../../storage/repos/trades/traded-symbols.js'
import { scratch } from '../../../given/desk.js'
import { openTables } from '../../../given/records/projection.js'

t.test('checks of settings are told what is so when they ask', (t) => {
  const db = openTables(scratch(t))
  t.teardown(() => db.close())
  const { symbols } = createSharedBuffers()
  let now = 5
  const clock = { now: () => now } as never
  const facts = configFacts(db, clock, new SymbolFence(symbols), ['10.0.0.0/8'])
  t.same([facts.now, facts.outboundAllow], [5, ['10.0.0.0/8']])
  now = 6
  t.equal(facts.now, 6)

  const traded = () => [1, 2, 3].map((id) => facts.isTraded(id))
  t.same(traded(), [false, false, false])
  tradedSymbolsRepo(db).add(1)
  new SymbolClaims(symbols).claim(2, 1)
  t.same(traded(), [true, true, false], 'in the tables, and since the server began')

  t.equal(facts.hasAccounts('demo\\a'), false)
  for (const login of [11, 12, 13]) {
    accountsRepo(db).insert(accountWithDefaults({ login, group: 'demo\\a' }), 1)
  }
  t.same([facts.hasAccounts('demo\\a'), facts.hasAccounts('demo\\b')], [true, false])

  const staff = staffRepo(db)
  staff.insert({ login: 11, rights: ['accounts.view', 'dealing'], group_scope: ['*'] }, 1)
  staff.insert({ login: 12, rights: ['accounts.view'], group_scope: ['*'] }, 1)
  const dealers = () => [11, 12, 13].map((login) => facts.isDealer(login))
  t.same(dealers(), [true, false, false])
  const [profile, other] = [staff.get(11), staff.get(12)]
  if (profile === undefined || other === undefined) throw new Error('they are made')
  staff.update(profile, { active: false }, 2)
  staff.update(other, { active: false }, 2)
  t.same(dealers(), [false, false, false], 'who is not active deals no more')
  t.end()
})
