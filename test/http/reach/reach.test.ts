import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Session } from '../../../http/exchange/session.js'
import {
  grantsOfSession,
  reachableGroup,
  reachableGroups,
  refuseDisabling,
  refuseGroupPath,
} from '../../../http/reach/group-reach.js'
import { accountsInReach, reachesLine } from '../../../http/reach/journal-reach.js'
import { isWithin, requestedSymbol, tradesReach } from '../../../http/reach/trade-reach.js'
import { givenBook } from '../../given/book.js'

const STANDARD = 'demo\\standard'
const NETTING = 'demo\\netting'
const REAL = 'real\\standard'
const STAFF = 'managers\\dealers'
const BOOK = givenBook({ groups: { [REAL]: { company: 'Other' }, [STAFF]: {} } })
const ALL = [STANDARD, NETTING, REAL, STAFF]

interface Given {
  readonly scope?: readonly string[]
  readonly rights?: readonly string[]
  readonly group?: string
}

function session({ scope = ['*'], rights = [], group = 'managers\\main' }: Given = {}): Session {
  const months = { logsMonths: 3, reportsMonths: 6 }
  const grants = { rights: new Set(rights), groupScope: scope, ipAllow: ['10.0.0.0/8'], ...months }
  return { ...grants, group } as unknown as Session
}

const STAFFED = { rights: ['config.staff'] }
const DEMO = { scope: ['demo\\*'] }

t.test('groups are in reach by the scope, those of staff by a right as well', (t) => {
  const services = { settings: { book: BOOK } }
  const paths = (given: Given) => reachableGroups(services, session(given)).map(({ path }) => path)
  t.same(paths({}).toSorted(), [NETTING, STANDARD, REAL])
  t.same(paths(STAFFED).toSorted(), [NETTING, STANDARD, STAFF, REAL])
  t.same(paths(DEMO).toSorted(), [NETTING, STANDARD])
  const found = (path: string, given: Given = {}) => {
    const group = reachableGroup(services, session(given), path)
    return 'path' in group ? group.path : group
  }
  t.equal(found('Demo/Standard'), STANDARD)
  t.equal(found(STAFF, STAFFED), STAFF)
  for (const [path, given] of [
    ['demo/none', {}],
    [STAFF, {}],
    [REAL, DEMO],
  ] as const) {
    t.same(found(path, given), because('not_found.group_by_path', { path }))
  }
  t.end()
})

t.test('a group is made where the scope is, and one of staff with the right', (t) => {
  t.equal(refuseGroupPath(session(DEMO), 'demo\\new'), undefined)
  t.equal(refuseGroupPath(session(STAFFED), 'managers\\new'), undefined)
  const outside = because('forbidden.group_scope', { group: 'real\\new' })
  t.same(refuseGroupPath(session({ ...DEMO, ...STAFFED }), 'real\\new'), outside)
  const needs = because('forbidden.staff_groups')
  t.same(refuseGroupPath(session(), 'managers\\new'), needs)
  t.end()
})

t.test('who disables a group of staff manages them all, and is none of them', async (t) => {
  let answer: unknown = { ok: true, value: [] }
  const asked: unknown[] = []
  const desk = {
    ask: async (...args: unknown[]) => {
      asked.push(args)
      return answer
    },
  }
  const refusal = (path: string, over: { was?: boolean; enabled?: unknown } = {}) => {
    const { was = true, enabled = false } = over
    const by = session({ rights: ['journal'] })
    return refuseDisabling({ desk } as never, by, { path, enabled: was }, enabled)
  }
  t.equal(await refusal(STANDARD), undefined, 'none of staff')
  t.equal(await refusal(STAFF, { was: false }), undefined, 'it is disabled already')
  t.equal(await refusal(STAFF, { enabled: true }), undefined)
  t.equal(await refusal(STAFF, { enabled: null }), undefined)
  t.same(await refusal('Managers\\MAIN'), because('forbidden.own_group'))
  t.same(asked, [])
  t.equal(await refusal(STAFF), undefined)
  t.same(asked, [['groups.staff_grants', { group: STAFF }]])
  const grants = grantsOfSession(session({ rights: ['journal'] }))
  answer = { ok: true, value: [[501, grants]] }
  t.equal(await refusal(STAFF), undefined, 'as much as the own ones')
  const more = { ...grants, rights: ['journal', 'config.staff'] }
  answer = {
    ok: true,
    value: [
      [501, grants],
      [502, more],
    ],
  }
  t.same(await refusal(STAFF), because('forbidden.staff_of_group', { group: STAFF }))
  answer = refuse('unavailable', 'x')
  t.equal(await refusal(STAFF), answer)
})

t.test('the grants of a session are what it may do and see', (t) => {
  t.strictSame(grantsOfSession(session({ rights: ['a', 'b'], scope: ['demo\\*'] })), {
    rights: ['a', 'b'],
    group_scope: ['demo\\*'],
    ip_allow: ['10.0.0.0/8'],
    logs_months: 3,
    reports_months: 6,
  })
  t.end()
})

t.test('lines of the journal are read by whom their accounts are in reach', (t) => {
  const journal = (given: Given = {}): Session => {
    return session({ ...given, rights: ['journal', ...(given.rights ?? [])] })
  }
  const rows: [Session, login: number | null, group: string | null, reaches: boolean][] = [
    [session(STAFFED), null, null, false],
    [session(STAFFED), 1, STANDARD, false],
    [journal(DEMO), null, null, true],
    [journal(DEMO), 1, STANDARD, true],
    [journal(DEMO), 1, REAL, false],
    [journal(), 1, STAFF, false],
    [journal(STAFFED), 1, STAFF, true],
    [journal(), 1, null, false],
    [journal(STAFFED), 1, null, true],
    [journal({ ...DEMO, ...STAFFED }), 1, null, false],
  ]
  for (const [by, login, group, reaches] of rows) {
    t.equal(
      reachesLine(by, { login, masks: null }, group, BOOK),
      reaches,
      `${[...by.rights]} ${login} ${group}`,
    )
  }
  const sorted = (of: ReturnType<typeof accountsInReach>) =>
    of && { ...of, groups: of.groups.toSorted() }
  t.equal(accountsInReach(journal(STAFFED), BOOK), undefined, 'all there are')
  t.same(sorted(accountsInReach(journal(), BOOK)), {
    groups: [NETTING, STANDARD, REAL],
    gone: false,
  })
  t.same(sorted(accountsInReach(journal({ scope: ['*', '!real\\*'], ...STAFFED }), BOOK)), {
    groups: [NETTING, STANDARD, STAFF],
    gone: true,
  })
  t.same(accountsInReach(journal({ scope: ['none'], ...STAFFED }), BOOK), {
    groups: [],
    gone: false,
  })
  const only = { groups: ALL, gone: false }
  const scope = ['demo\\*', 'real\\*', 'managers\\*']
  t.same(
    sorted(accountsInReach(journal({ scope, ...STAFFED }), BOOK)),
    { ...only, groups: ALL.toSorted() },
    'but no account that is no more',
  )
  t.end()
})

t.test('lists of all accounts are of groups of traders in scope, as they are asked for', (t) => {
  const reach = (given: Given, asked = {}) => {
    const { groups, others } = tradesReach(session(given), BOOK, asked)
    return [groups.toSorted(), others.toSorted()]
  }
  t.same(reach(STAFFED), [[NETTING, STANDARD, REAL], [STAFF]], 'of staff never')
  t.same(reach(DEMO), [
    [NETTING, STANDARD],
    [STAFF, REAL],
  ])
  t.same(reach({}, { group: 'DEMO/n*' }), [[NETTING], [STANDARD, STAFF, REAL]])
  t.same(reach({}, { company: 'Other' }), [[REAL], [NETTING, STANDARD, STAFF]])
  t.same(reach({}, { company: 'Other', group: 'demo\\*' }), [[], ALL.toSorted()])
  const mine = tradesReach(session(DEMO), BOOK, {})
  t.same(
    [STANDARD, 'Demo\\NETTING', REAL, 'demo\\none'].map((path) => isWithin(mine, BOOK, path)),
    [true, true, false, false],
  )
  t.end()
})

t.test('a symbol is asked for by its name in any case; one that is not there has no rows', (t) => {
  t.strictSame(requestedSymbol(BOOK, undefined), {})
  t.strictSame(requestedSymbol(BOOK, 'eurusd'), { symbolId: 1 })
  t.strictSame(requestedSymbol(BOOK, 'none'), { symbolId: -1 })
  t.end()
})
