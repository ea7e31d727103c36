import fc from 'fast-check'
import t from 'tap'
import {
  grantsBeyond,
  linesBeyond,
  masksMeet,
  maskWithin,
  monthsWithin,
  refuseManaging,
  rightsBeyond,
  type StaffGrants,
  scopeExcess,
} from '../../../engine/access/grants.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import type { ReportLine } from '../../../engine/access/staff-profile.js'
import { groupMaskFits, groupScope } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'

const letter = fc.constantFrom('a', 'b', '\\')
const mask = fc.string({ unit: fc.constantFrom('a', 'b', '\\', '*'), minLength: 1, maxLength: 6 })
const path = fc.string({ unit: letter, maxLength: 8 })
const entry = fc.tuple(fc.boolean(), mask).map(([denies, one]) => (denies ? `!${one}` : one))
const scope = fc.array(entry, { maxLength: 5 })
const RUNS = { numRuns: 5_000 }

t.test('nobody grants a right that they do not hold', async (t) => {
  const rights = fc.subarray([...RIGHTS])
  fc.assert(
    fc.property(rights, rights, (granted, held) => {
      const own = new Set<string>(held)
      const isGranted = rightsBeyond(granted, own).length === 0
      return isGranted === granted.every((right) => own.has(right))
    }),
  )
  t.same(rightsBeyond(['journal', 'reports'], new Set(['reports'])), ['journal'])
})

t.test('history: 0 is all, and only who has all of it grants it', async (t) => {
  const rows: [granted: number, own: number, within: boolean][] = [
    [0, 0, true],
    [120, 0, true],
    [12, 12, true],
    [13, 12, false],
    [1, 12, true],
    [0, 12, false],
    [0, 120, false],
  ]
  for (const [granted, own, within] of rows) t.equal(monthsWithin(granted, own), within)
})

t.test('a mask lies inside another exactly when all that fits it fits the other', async (t) => {
  const rows: [inner: string, outer: string, within: boolean][] = [
    ['real\\*', '*', true],
    ['*', 'real\\*', false],
    ['real\\a*', 'real\\*', true],
    ['real\\*', 'real\\a*', false],
    ['REAL/vip', 'real\\*', true],
    ['*a*b*', '*b*', true],
    ['*a*b*', '*b*a*', false],
    ['a*c', 'a*b*c', false],
    ['ab*c', 'a*b*c', true],
    ['**', '*', true],
    ['*', '**', true],
    ['real', 'real*', true],
    ['real*', 'real', false],
  ]
  for (const [inner, outer, within] of rows)
    t.equal(maskWithin(inner, outer), within, inner + outer)
  // A letter that no mask has stands for all others: it shows what a star takes.
  const other = fc.string({ unit: fc.constantFrom('a', 'b', '\\', 'z'), maxLength: 3 })
  fc.assert(
    fc.property(mask, mask, other, (inner, outer, run) => {
      const sample = inner.replaceAll('*', run)
      if (maskWithin(inner, outer)) return groupMaskFits(outer, sample)
      return !groupMaskFits(outer, inner.replaceAll('*', 'z'))
    }),
    RUNS,
  )
})

t.test('two masks meet exactly when some text fits both', async (t) => {
  const rows: [one: string, other: string, meet: boolean][] = [
    ['real\\*', 'demo\\*', false],
    ['real\\*', '*vip*', true],
    ['*\\vip', 'real\\*', true],
    ['*a', '*b', false],
    ['a*', 'a', true],
    ['ab', 'a*', true],
    ['ab', 'b*', false],
    ['ab', 'ab', true],
    ['a*b', 'ab*', true],
  ]
  for (const [one, other, meet] of rows) {
    t.equal(masksMeet(one, other), meet, `${one} ${other}`)
    t.equal(masksMeet(other, one), meet, `${other} ${one}`)
  }
  fc.assert(
    fc.property(mask, mask, path, (one, other, text) => {
      return !(groupMaskFits(one, text) && groupMaskFits(other, text)) || masksMeet(one, other)
    }),
    RUNS,
  )
})

t.test('a granted scope covers no path that the granter does not cover', async (t) => {
  let granted = 0
  fc.assert(
    fc.property(scope, scope, fc.array(path, { maxLength: 12 }), (wanted, own, paths) => {
      if (scopeExcess(wanted, own) !== null) return true
      granted++
      const inner = groupScope(wanted)
      const outer = groupScope(own)
      // The texts that stars of the masks can be are tried too, beside paths by chance.
      const near = [...wanted, ...own].flatMap((one) =>
        ['', 'a', 'b\\', 'z'].map((run) => one.replace('!', '').replaceAll('*', run)),
      )
      return [...paths, ...near].every((one) => !inner.covers(one) || outer.covers(one))
    }),
    RUNS,
  )
  t.ok(granted > 500, `${granted} of the scopes were granted`)
})

t.test('a scope is granted when it is proven to lie inside', async (t) => {
  const rows: [granted: string[], own: string[], excess: object | null][] = [
    [['real\\*'], ['*'], null],
    [['*'], ['real\\*'], { mask: '*', lacks: null }],
    [['real\\*', 'demo\\*'], ['real\\*'], { mask: 'demo\\*', lacks: null }],
    [['real\\a', 'demo\\b'], ['real\\*', 'demo\\*'], null],
    [['Real/A*'], ['real\\*'], null],
    [['*'], ['*', '!real\\vip'], { mask: '*', lacks: '!real\\vip' }],
    [['*', '!real\\vip'], ['*', '!real\\vip'], null],
    [['*', '!real\\*'], ['*', '!real\\vip'], null],
    [['*', '!real\\vip'], ['*,!real\\vip*'], { mask: '*', lacks: '!real\\vip*' }],
    [['demo\\*'], ['*', '!real\\*'], null],
    [['real\\vip'], ['*', '!real\\*'], { mask: 'real\\vip', lacks: '!real\\*' }],
    [['!demo\\*'], ['real\\*'], null],
    [[], [], null],
    [['a'], [], { mask: 'a', lacks: null }],
  ]
  for (const [granted, own, excess] of rows) {
    t.same(scopeExcess(granted, own), excess, `${granted} of ${own}`)
  }
})

t.test('a report line lies inside one line of the granter', async (t) => {
  const own: ReportLine[] = [
    { path: 'Daily*', view: true, export: true, depth_days: 30 },
    { path: '*', view: true, export: false, depth_days: 0 },
  ]
  const line = { path: 'Daily 1', view: true, export: true, depth_days: 30 }
  t.same(linesBeyond([line], own), [])
  t.same(linesBeyond([{ ...line, export: false, depth_days: 0 }], own), [], 'the other line')
  for (const over of [{ depth_days: 31 }, { depth_days: 0 }, { path: 'Trades' }, { path: '*' }]) {
    t.same(linesBeyond([{ ...line, ...over }], own), [{ ...line, ...over }])
  }
})

t.test(
  'a report line opens viewing and exporting each only where the granter has it',
  async (t) => {
    const both = [false, true]
    const all = both.flatMap((view) => both.map((other) => ({ view, export: other })))
    for (const mine of all) {
      for (const asked of all) {
        const line = { path: 'Daily', depth_days: 0, ...asked }
        const isWithin = (!asked.view || mine.view) && (!asked.export || mine.export)
        const beyond = linesBeyond([line], [{ path: '*', depth_days: 0, ...mine }])
        t.same(beyond, isWithin ? [] : [line], JSON.stringify({ asked, mine }))
      }
    }
  },
)

t.test('each grant that reaches beyond the own is named, and no other', async (t) => {
  const own: StaffGrants = {
    rights: ['reports', 'journal'],
    group_scope: ['real\\*'],
    ip_allow: ['10.0.0.0/8'],
    logs_months: 12,
    reports_months: 6,
  }
  const further: StaffGrants = {
    rights: ['reports', 'dealing', 'clients.view'],
    group_scope: ['*'],
    ip_allow: [],
    logs_months: 13,
    reports_months: 0,
  }
  t.same(grantsBeyond({}, own), [], 'what is not granted')
  t.same(grantsBeyond(own, own), [])
  t.equal(refuseManaging(7, own, own), null)
  const all = ['rights', 'logs_months', 'reports_months', 'ip_allow', 'group_scope'] as const
  t.same(grantsBeyond(further, own), all)
  for (const field of all) {
    t.same(grantsBeyond({ [field]: further[field] }, own), [field])
    t.same(grantsBeyond({ ...own, [field]: further[field] }, own), [field])
  }
  t.same(
    refuseManaging(7, further, own),
    because('forbidden.staff_rights', { login: 7, rights: 'dealing, clients.view' }),
  )
  t.same(
    refuseManaging(7, { ...further, rights: [] }, own),
    because('forbidden.staff_reach', {
      login: 7,
      masks: 'logs_months, reports_months, ip_allow, group_scope',
    }),
  )
})

t.test('masks that meet at their ends alone do not meet where one is a whole path', async (t) => {
  for (const [one, other, meet] of [
    ['abc', 'a*x*c', false],
    ['axbc', 'a*x*c', true],
    ['a*x', 'a*y*x', true],
    ['a*x', 'b*x', false],
    ['a*x', 'a*y', false],
    ['abc', 'abc', true],
    ['abc', 'abd', false],
  ] as const) {
    t.equal(masksMeet(one, other), meet, `${one} ${other}`)
    t.equal(masksMeet(other, one), meet, `${other} ${one}`)
  }
})

t.test('what a grant takes away whole needs no exclusion of the granter’s', async (t) => {
  const own = ['*', '!*x']
  t.same(scopeExcess(['b*'], own), { mask: 'b*', lacks: '!*x' })
  t.equal(scopeExcess(['b*', '!b*'], own), null)
  t.equal(scopeExcess(['b*', '!*x'], own), null)
  t.same(scopeExcess(['b*', '!bb*'], own), { mask: 'b*', lacks: '!*x' })
})
