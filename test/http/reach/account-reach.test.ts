import t from 'tap'
import type { Outcome } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { FrontServices } from '../../../http/pipeline/services.js'
import { reachableAccount } from '../../../http/reach/account-reach.js'
import { session } from '../given.js'

// Whether a session may change an account: by its scope, and for one of staff by what that one may do.

const AWAY = refuse('unavailable', 'This part is starting again.')
const GRANTS = {
  rights: ['accounts.view'],
  group_scope: ['real\\*'],
  ip_allow: [],
  logs_months: 1,
  reports_months: 1,
}

/** The account is in the group; its staff user has the grants, null where there is none. */
function given(group: string, grants: Outcome<typeof GRANTS | null> = { ok: true, value: null }) {
  const account = { login: 1001, group }
  const asked: unknown[] = []
  const services = {
    accounts: { stored: async () => (group === '' ? AWAY : account) },
    desk: {
      ask: async (...question: unknown[]) => {
        asked.push(question)
        return grants
      },
    },
  } as unknown as FrontServices
  return { services, account, asked }
}

const READER = session({ groupScope: ['real\\*'], rights: new Set(['accounts.edit']) })
const LEADER = session({
  groupScope: ['real\\*', 'managers\\*'],
  logsMonths: 2,
  reportsMonths: 2,
  rights: new Set(['config.staff', 'accounts.view']),
})
const MISSING = { ok: false, code: 'not_found', message: 'There is no account 1001.' }

t.test('an account of the scope is reached, and nobody is asked about it', async (t) => {
  const { services, account, asked } = given('real\\standard')
  t.equal(await reachableAccount(services, READER, 1001, 'not_found'), account)
  t.equal(await reachableAccount(services, LEADER, 1001, 'not_found'), account)
  t.same(asked, [])
})

t.test('one out of scope is not there, or is said to be out of it', async (t) => {
  const { services } = given('demo\\standard')
  for (const reader of [READER, LEADER]) {
    t.match(await reachableAccount(services, reader, 1001, 'not_found'), MISSING)
    t.match(await reachableAccount(services, reader, 1001, 'forbidden'), {
      ok: false,
      code: 'forbidden',
      message: 'The account 1001 is outside your scope.',
    })
  }
  const away = given('')
  t.equal(await reachableAccount(away.services, READER, 1001, 'forbidden'), AWAY)
})

t.test('one of staff is reached by who manages staff and may do what its user may', async (t) => {
  const group = 'managers\\dealers'
  const without = session({ groupScope: ['managers\\*'], rights: new Set(['accounts.edit']) })
  const plain = given(group)
  t.match(await reachableAccount(plain.services, without, 1001, 'not_found'), MISSING)
  t.same(plain.asked, [])
  t.equal(await reachableAccount(plain.services, LEADER, 1001, 'not_found'), plain.account)
  t.same(plain.asked, [['accounts.staff_grants', { login: 1001 }]])
  const less = given(group, { ok: true, value: GRANTS })
  t.equal(await reachableAccount(less.services, LEADER, 1001, 'not_found'), less.account)
  const more = given(group, { ok: true, value: { ...GRANTS, rights: ['journal'] } })
  t.match(await reachableAccount(more.services, LEADER, 1001, 'not_found'), {
    ok: false,
    code: 'forbidden',
    message: 'The staff user 1001 holds rights that you do not: journal.',
  })
  const away = given(group, AWAY)
  t.equal(await reachableAccount(away.services, LEADER, 1001, 'not_found'), AWAY)
})
