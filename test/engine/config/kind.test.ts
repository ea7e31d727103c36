import t from 'tap'
import {
  changedFields,
  refuseMissing,
  refuseStale,
  sameValue,
} from '../../../engine/config/kind.js'
import { because } from '../../../engine/reasons/reasons.js'

t.test('values are the same as JSON, whatever the order of their fields', (t) => {
  const values = [
    null,
    undefined,
    0,
    1,
    '',
    'a',
    false,
    true,
    {},
    { a: 1 },
    { a: 2 },
    { b: 1 },
    { a: 1, b: 1 },
    { a: { b: [] } },
    [],
    [1],
    [2],
    [1, 2],
    [2, 1],
    [[1]],
    [{ a: 1 }],
    [null],
  ]
  for (const [i, one] of values.entries()) {
    for (const [j, other] of values.entries()) {
      const copy = other === undefined ? undefined : JSON.parse(JSON.stringify(other))
      const says = `${JSON.stringify(one)} and ${JSON.stringify(other)}`
      t.equal(sameValue(one, copy), i === j, says)
    }
  }
  t.ok(sameValue({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }))
  t.end()
})

t.test('the fields that changed are those with another value, came or went', (t) => {
  const before = { same: [1, { x: 1 }], list: [1], text: 'a', gone: 1, none: null }
  const after = { same: [1, { x: 1 }], list: [1, 2], text: 'b', come: 1, none: null }
  t.same(changedFields(before, after), ['list', 'text', 'gone', 'come'])
  t.same(changedFields(before, structuredClone(before)), [])
  t.end()
})

t.test('what is missing, and what has changed meanwhile, is said by its noun', (t) => {
  t.same(refuseMissing('group', 7), because('not_found.record', { noun: 'group', id: 7 }))
  t.match(refuseStale('group', 7), {
    ok: false,
    code: 'conflict',
    message:
      'This group has changed: it is now at version 7. Read it again, then repeat the change.',
  })
  t.end()
})
