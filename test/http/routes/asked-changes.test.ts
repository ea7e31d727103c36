import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { CLIENT_ACCOUNTS_MAX } from '../../../engine/limits.js'
import { BulkRequests } from '../../../http/bulk/bulk-requests.js'
import { actorOf, recordByName } from '../../../http/routes/settings/config-routes.js'
import { givenBook, HEDGING, NETTING } from '../../given/book.js'
import { HandClock } from '../../given/hand-clock.js'
import { ACTOR, givenParts, handled } from '../../given/handled.js'
import { session } from '../given.js'

// What changes of accounts, staff users and settings ask of the parts behind them, and whom they refuse before.

type Answers = Readonly<Record<string, unknown>>
const done = (value: unknown) => ({ ok: true, value })
const AWAY = refuse('unavailable', 'This part is starting again.')

t.test('accounts move each by itself, into a group that may take them', async (t) => {
  const name = 'POST /admin/v1/accounts/move'
  const FAR = 'real\\standard'
  const book = givenBook({ groups: { [FAR]: {}, [NETTING]: { enabled: false } } })
  const given = (answers: Answers) => {
    const looked: unknown[] = []
    const bulk = new BulkRequests({
      clock: { ...new HandClock(), after: () => ({ cancel: () => undefined }) } as never,
      onFailure: (error) => {
        throw error
      },
    })
    const stored = async (login: number) => ({ login, group: login === 1003 ? FAR : NETTING })
    const change = (login: number, commit: (isFresh: boolean) => unknown) => {
      looked.push(login)
      return commit(login === 1001)
    }
    const more = { bulk, settings: { book }, accounts: { stored }, accountKeeper: { change } }
    const parts = givenParts(answers, more)
    const ask = (group: string) => {
      const body = { logins: [1002, 1001, 1002, 1003], group }
      const reader = session({ groupScope: ['demo\\*'] })
      return handled(name, { services: parts.services, body, session: reader })
    }
    return { ...parts, looked, ask }
  }
  const moved = (asked: { login: number }) => (asked.login === 1001 ? done({}) : AWAY)
  const { ask, asked, looked } = given({ 'accounts.move': moved })
  t.strictSame(await ask(HEDGING), [
    { login: 1002, code: AWAY.code, message: AWAY.message },
    { login: 1001, code: 'ok', message: '' },
    { login: 1003, code: 'not_found', message: 'There is no account 1003.' },
  ])
  t.same(looked, [1002, 1001])
  const one = { actor: ACTOR, group: HEDGING }
  t.strictSame(asked, [
    ['desk accounts.move', { ...one, login: 1002, isFresh: false }],
    ['desk accounts.move', { ...one, login: 1001, isFresh: true }],
  ])
  const rows: [group: string, refusal: object][] = [
    ['demo\\none', { fields: [{ path: 'group', message: 'there is no such group' }] }],
    [NETTING, { fields: [{ path: 'group', message: 'is disabled: choose another group' }] }],
    [FAR, { code: 'forbidden' }],
    ['real\\none', { code: 'forbidden' }],
  ]
  for (const [group, refusal] of rows) {
    const { ask, asked, looked } = given({})
    t.match(await ask(group), { ok: false, ...refusal }, group)
    t.same([asked, looked], [[], []])
  }
})

t.test('a list of linked accounts has its bound before anybody is asked', async (t) => {
  const { services, asked } = givenParts()
  const logins = Array.from({ length: CLIENT_ACCOUNTS_MAX + 1 }, (_, i) => i + 1)
  const context = { services, params: { login: 1001 }, body: { logins, version: 1 } }
  const refused = await handled('PUT /admin/v1/accounts/{login}/clients', context)
  t.match(refused, { ok: false, fields: [{ path: 'logins' }] })
  t.same(asked, [])
})

t.test('a staff user is deleted when the tables have all that was done', async (t) => {
  const name = 'DELETE /admin/v1/staff/{login}'
  const answers = { 'staff.remove': done(null) }
  const ask = async (parts: object, removed: Answers = answers) => {
    const { services, asked } = givenParts(removed, parts)
    return [await handled(name, { services, params: { login: 501 } }), asked]
  }
  const asked = [['desk staff.remove', { actor: ACTOR, login: 501 }]]
  t.strictSame(await ask({}), [null, asked])
  t.strictSame(await ask({}, { 'staff.remove': AWAY }), [AWAY, asked])
  const at = { now: () => 0, monotonic: () => 0, after: (_: number, run: () => void) => run() }
  const trading = { counters: { sequence: 5, projectionSeq: 4 } }
  const why = 'The tables are behind the log. Try again in a few seconds.'
  t.strictSame(await ask({ clock: at, trading }), [refuse('unavailable', why), []])
})

t.test('a change by nobody has no login', (t) => {
  const { requestId } = ACTOR
  t.strictSame(actorOf({ session: null, address: '10.0.0.1', requestId }), {
    ...{ login: null, ip: '10.0.0.1', requestId },
  })
  t.strictSame(actorOf({ session: session(), address: ACTOR.ip, requestId }), ACTOR)
  t.end()
})

t.test('a name is found in any case, and no other', (t) => {
  const { services } = givenParts()
  const named = (name: string) => recordByName(services as never, 'symbols', name)?.path
  t.equal(named('eurUSD'), named('EURUSD'))
  t.match(named('EURUSD'), /EURUSD$/)
  t.equal(named('EURUS'), undefined)
  t.end()
})

const PROFILE = { id: 1, version: 3, rules: [{ name: 'a' }, { name: 'b' }] }
const PROFILES = '/admin/v1/leverage-profiles'

function settings(answers: Answers = {}, over: object = {}) {
  const groups = [
    { path: 'demo\\a', leverage_profile_id: 1 },
    { path: 'real\\a', leverage_profile_id: 1 },
    { path: 'demo\\b', leverage_profile_id: 2 },
  ]
  const switches = [
    { id: 1, group: 'demo\\a', at: 1 },
    { id: 2, group: 'demo\\a', at: 1, made_by: 501 },
  ]
  const records = { leverage_profiles: [PROFILE], groups, leverage_switches: switches, ...over }
  const parts = givenParts(answers, { settings: { book: { records } } })
  const ask = (name: string, context: object) => {
    const reader = session({ groupScope: ['demo\\*'], rights: new Set(['config.leverage']) })
    return handled(name, { services: parts.services, session: reader, ...context })
  }
  return { ...parts, ask }
}

t.test('a profile is shown with the groups of the scope that use it', async (t) => {
  const { ask } = settings()
  const shown = { ...PROFILE, groups: ['demo\\a'] }
  t.strictSame(await ask(`GET ${PROFILES}`, {}), [shown])
  t.strictSame(await ask(`GET ${PROFILES}/{id}`, { params: { id: 1 } }), shown)
})

t.test('a switch is in the name of who made it, or of nobody', async (t) => {
  const name = 'GET /admin/v1/leverage-switches'
  const { ask } = settings()
  const row = { group: 'demo\\a', at: 1 }
  t.strictSame(await ask(name, {}), [
    { ...row, id: 1, made_by: null },
    { ...row, id: 2, made_by: 501 },
  ])
  t.strictSame(await ask(`${name}/{id}`, { params: { id: 1 } }), { ...row, id: 1, made_by: null })
})

t.test('rules are changed one at a time, from the version that was read', async (t) => {
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
  const changed = { ...PROFILE, version: 4 }
  const rows: [name: string, context: { params?: object }, rules: object[]][] = [
    ['POST /rules', { body: { rule: c, version: 3 } } as object, [a, b, c]],
    ['POST /rules', { body: { rule: c, version: 3, position: 0 } } as object, [a, b, c]],
    ['POST /rules', { body: { rule: c, version: 3, position: 1 } } as object, [c, a, b]],
    ['POST /rules', { body: { rule: c, version: 3, position: 2 } } as object, [a, c, b]],
    ['POST /rules', { body: { rule: c, version: 3, position: 9 } } as object, [a, b, c]],
    ['PUT /rules/order', { body: { order: [2, 1], version: 3 } } as object, [b, a]],
    ['PATCH /rules/{n}', { params: { n: 2 }, body: { name: 'c', version: 3 } } as object, [a, c]],
    ['DELETE /rules/{n}', { params: { n: 1 }, query: { version: 3 } } as object, [b]],
    ['DELETE /rules/{n}', { params: { n: 2 }, query: { version: 3 } } as object, [a]],
  ]
  for (const [name, { params, ...context }, rules] of rows) {
    const { ask, asked } = settings({ 'config.update': done(changed) })
    const route = name.replace(' ', ` ${PROFILES}/{id}`)
    const found = await ask(route, { params: { id: 1, ...params }, ...context })
    t.strictSame(found, { ...changed, groups: ['demo\\a'] }, name)
    const change = { kind: 'leverage_profiles', id: 1, version: 3, input: { rules } }
    t.strictSame(asked, [['desk config.update', { actor: ACTOR, ...change }]], name)
  }
})

t.test('no rule is changed of another version, nor one that is not there', async (t) => {
  const body = { version: 3, name: 'c' }
  const missing = { code: 'not_found', message: 'There is no rule 3: the profile has 2.' }
  const order = {
    fields: [{ path: 'order', message: 'must list every rule number from 1 to 2 once' }],
  }
  const rows: [name: string, context: object, refusal: object][] = [
    ['PATCH /rules/{n}', { params: { id: 1, n: 3 }, body }, missing],
    ['DELETE /rules/{n}', { params: { id: 1, n: 3 }, query: body }, missing],
    ['PATCH /rules/{n}', { params: { id: 1, n: 1 }, body: { version: 2 } }, { code: 'conflict' }],
    ['PATCH /rules/{n}', { params: { id: 2, n: 1 }, body }, { code: 'not_found' }],
    ...[[1], [1, 1], [1, 3], [1, 2, 3], []].map((given): [string, object, object] => [
      ...(['PUT /rules/order', { params: { id: 1 }, body: { version: 3, order: given } }] as const),
      order,
    ]),
  ]
  for (const [name, context, refusal] of rows) {
    const { ask, asked } = settings({})
    const found = await ask(name.replace(' ', ` ${PROFILES}/{id}`), context)
    t.match(found, { ok: false, ...refusal }, name)
    t.same(asked, [], name)
  }
})
