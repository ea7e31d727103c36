import fc from 'fast-check'
import t from 'tap'
import {
  groupMaskFits,
  groupReach,
  groupScope,
  isStaffGroup,
} from '../../../engine/names/group-path.js'

t.test('a staff group has a complete staff segment, in any case, behind either slash', (t) => {
  const staff = [
    'managers',
    'managers\\dealers',
    'x/Managers/y',
    'a\\ADMINISTRATORS',
    'a\\b\\managers',
  ]
  const other = [
    '',
    'real\\standard',
    'managers2\\x',
    'x\\my managers',
    'manager\\s',
    'administrator',
  ]
  for (const path of staff) t.ok(isStaffGroup(path), path)
  for (const path of other) t.notOk(isStaffGroup(path), path)
  t.end()
})

t.test('a mask fits the whole path', (t) => {
  const rows: readonly [mask: string, path: string, fits: boolean][] = [
    ['*', 'real\\standard', true],
    ['*', '', true],
    ['real\\*', 'real\\standard', true],
    ['real/*', 'Real\\standard', true],
    ['real\\*', 'unreal\\standard', false],
    ['real', 'real\\standard', false],
    ['*\\standard', 'a\\b\\standard', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b', 'ab-ab-', false],
    ['r.al', 'real', false],
    ['', 'real', false],
    ['', '', true],
  ]
  for (const [mask, path, fits] of rows) t.equal(groupMaskFits(mask, path), fits, `${mask} ${path}`)
  t.end()
})

t.test('a scope covers what a mask fits and no exclusion does, in any order', (t) => {
  t.notOk(groupScope([]).covers('real\\a'))
  t.notOk(groupScope(['!demo\\*']).covers('real\\a'), 'exclusions alone cover nothing')
  for (const masks of [['*', '!demo\\*'], ['!demo\\*', '*'], ['*,!demo\\*']]) {
    t.ok(groupScope(masks).covers('real\\a'))
    t.notOk(groupScope(masks).covers('demo\\a'))
  }
  t.end()
})

t.test('the wildcard agrees with a RegExp, and stays linear where that does not', (t) => {
  const piece = fc.constantFrom('a', 'b', '*', '\\')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.array(piece, { maxLength: 12 }), (m, p) => {
      const path = p.join('').replaceAll('*', 'a')
      const source = m.map((c) => (c === '*' ? '.*' : c.replace('\\', '\\\\'))).join('')
      return groupMaskFits(m.join(''), path) === new RegExp(`^${source}$`, 's').test(path)
    }),
  )
  // Trying every run would take longer than this file may.
  t.notOk(groupMaskFits(`${'*a'.repeat(2000)}b`, 'a'.repeat(4096)))
  t.end()
})

t.test('staff reach the groups that their masks cover, staff groups with the right alone', (t) => {
  const reached = (masks: readonly string[], ...rights: string[]) => {
    const { covers } = groupReach(masks, new Set(rights))
    return ['real\\a', 'demo\\a', 'real\\managers'].filter(covers)
  }
  t.same(reached(['real\\*']), ['real\\a'])
  t.same(reached(['real\\*'], 'accounts.view'), ['real\\a'])
  t.same(reached(['real\\*'], 'config.staff'), ['real\\a', 'real\\managers'])
  t.same(reached([], 'config.staff'), [])
  t.end()
})
