import t from 'tap'
import { RIGHTS } from '../../../engine/access/rights.js'
import {
  addressFaults,
  lineFaults,
  normalLines,
  normalProfile,
  profileFaults,
  type ReportLine,
  type StaffProfile,
  sameList,
} from '../../../engine/access/staff-profile.js'
import { say } from '../../../engine/reasons/reasons.js'

const LINE: ReportLine = { path: 'Daily', view: true, export: false, depth_days: 0 }

t.test('a profile is kept without repeats, its rights in their own order', (t) => {
  const [first, second, third] = RIGHTS
  const rights = [third, first, third] as StaffProfile['rights']
  t.strictSame(normalProfile({ rights, group_scope: ['b', 'a', 'b'], ip_allow: ['1', '1'] }), {
    rights: [first, third],
    group_scope: ['b', 'a'],
    ip_allow: ['1'],
  })
  t.strictSame(normalProfile({}), {})
  t.strictSame(normalProfile({ logs_months: 3, rights: [] }), { logs_months: 3, rights: [] })
  t.not(second, third)
  t.end()
})

t.test('lists are the same whatever their order', (t) => {
  t.ok(sameList(['a', 'b'], ['b', 'a']))
  t.notOk(sameList(['a', 'b'], ['a']))
  t.notOk(sameList(['a'], ['a', 'b']))
  t.notOk(sameList(['a', 'c'], ['a', 'b']))
  t.ok(sameList([], []))
  t.end()
})

t.test('a scope is masks, at least one of which allows, and so many at the most', (t) => {
  const wrong = (i: number) => {
    return { path: `group_scope[${i}]`, ...say('field.group_mask') }
  }
  const none = [{ path: 'group_scope', ...say('field.mask_scope') }]
  const many = [{ path: 'group_scope', ...say('field.masks_max', { max: 64 }) }]
  const masks = Array.from({ length: 63 }, (_, i) => `g${i}`)
  for (const [group_scope, wanted] of [
    [['real\\*', '!real\\a'], []],
    [
      ['', 'a', ' , ', '!'],
      [wrong(0), wrong(2), wrong(3)],
    ],
    [['a,!'], [wrong(0)]],
    [['!a'], none],
    [[], none],
    [[...masks, 'a'], []],
    [[...masks, '!a'], []],
    [[...masks, 'a,!b'], many],
  ] as const) {
    t.same(profileFaults({ group_scope }), wanted, group_scope.slice(-2).join(' '))
  }
  t.same(profileFaults({}), [])
  t.end()
})

t.test('addresses are addresses or networks, and so many at the most', (t) => {
  const wrong = say('field.address_or_network')
  t.same(addressFaults('list', ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32']), [])
  t.same(addressFaults('list', ['10.0.0.1', 'x', '10.0.0.0/33']), [
    { path: 'list[1]', ...wrong },
    { path: 'list[2]', ...wrong },
  ])
  t.same(addressFaults('list'), [])
  const many = Array.from({ length: 65 }, (_, i) => `10.0.0.${i}`)
  t.same(addressFaults('list', many.slice(1)), [])
  t.same(addressFaults('list', many), [
    { path: 'list', ...say('field.addresses_max', { max: 64 }) },
  ])
  t.same(
    profileFaults({ ip_allow: ['x'], group_scope: ['!a'] }).map(({ path }) => path),
    ['group_scope', 'ip_allow[0]'],
  )
  t.end()
})

t.test('report lines are kept by their paths in any case, each once, the last word of it', (t) => {
  const other = { ...LINE, path: 'DAILY', view: false }
  const weekly = { ...LINE, path: 'a weekly' }
  t.same(normalLines([LINE, weekly, other]), [weekly, other])
  t.same(normalLines([]), [])
  t.end()
})

t.test('two lines of one path say the same, and there are so many', (t) => {
  const says = (i: number) => {
    return { path: `lines[${i}].path`, ...say('field.lines_contradict') }
  }
  t.same(
    lineFaults([LINE, { ...LINE, path: 'daily' }, { ...LINE, path: 'other', view: false }]),
    [],
  )
  for (const change of [{ view: false }, { export: true }, { depth_days: 1 }]) {
    t.same(lineFaults([LINE, { ...LINE, path: 'daily', ...change }, LINE]), [says(1)])
  }
  const many = Array.from({ length: 257 }, (_, i) => ({ ...LINE, path: `p${i}` }))
  t.same(lineFaults(many.slice(1)), [])
  t.same(lineFaults([...many.slice(1), many[5] as ReportLine]), [], 'a repeat is none more')
  t.same(lineFaults(many), [{ path: 'lines', ...say('field.lines_max', { max: 256 }) }])
  t.same(lineFaults([...many, { ...LINE, path: 'p7', view: false }]), [says(257)])
  t.end()
})
