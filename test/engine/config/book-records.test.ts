import t from 'tap'
import {
  inListOrder,
  NO_RECORDS,
  placeInList,
  withChange,
} from '../../../engine/config/book-records.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'

// The order of lists, kind by kind, and the lists after a change.

const ORDERED: Readonly<Record<ConfigKindName, readonly object[]>> = {
  symbols: [
    { position: 1, id: 2 },
    { position: 2, id: 1 },
    { position: 2, id: 3 },
  ],
  groups: [
    { path: 'A\\x', id: 3 },
    { path: 'a\\Y', id: 1 },
    { path: 'B', id: 2 },
  ],
  datafeeds: [
    { priority: 1, id: 2 },
    { priority: 2, id: 1 },
    { priority: 2, id: 3 },
  ],
  gateways: [
    { priority: 1, id: 2 },
    { priority: 2, id: 1 },
    { priority: 2, id: 3 },
  ],
  holidays: [
    { position: 1, id: 2 },
    { position: 2, id: 1 },
    { position: 2, id: 3 },
  ],
  licence: [{ id: 1 }, { id: 2 }, { id: 3 }],
  network: [{ id: 1 }, { id: 2 }, { id: 3 }],
  brands: [
    { company: 'c', is_default: true, id: 3 },
    { company: 'a', is_default: false, id: 1 },
    { company: 'B', is_default: false, id: 2 },
  ],
  allocations: [
    { priority: 1, id: 2 },
    { priority: 2, id: 1 },
    { priority: 2, id: 3 },
  ],
  allocation_settings: [{ id: 1 }, { id: 2 }, { id: 3 }],
  reports: [
    { position: 1, id: 2 },
    { position: 2, id: 1 },
    { position: 2, id: 3 },
  ],
  mail_servers: [
    { name: 'a', id: 3 },
    { name: 'B', id: 1 },
    { name: 'c', id: 2 },
  ],
  webhooks: [
    { name: 'a', id: 3 },
    { name: 'B', id: 1 },
    { name: 'c', id: 2 },
  ],
  routing: [
    { position: 1, id: 2 },
    { position: 2, id: 1 },
    { position: 2, id: 3 },
  ],
  leverage_profiles: [
    { name: 'a', id: 3 },
    { name: 'B', id: 1 },
    { name: 'c', id: 2 },
  ],
  leverage_switches: [
    { at: '1', id: 2 },
    { at: '2', id: 1 },
    { at: '2', id: 3 },
  ],
  settings: [{ id: 1 }, { id: 2 }, { id: 3 }],
}

for (const [kind, ordered] of Object.entries(ORDERED) as [ConfigKindName, never[]][]) {
  const [a, b, c] = ordered as unknown as [never, never, never]
  t.test(`${kind} stand in one order, whatever came first, and each has its place`, (t) => {
    const orders = [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ]
    for (const order of orders) t.same(inListOrder(kind, order), ordered)
    for (const [place, one] of ordered.entries()) {
      t.equal(placeInList(kind, ordered, one), place)
      const others = ordered.filter((other) => other !== one)
      t.equal(placeInList(kind, others, one), place)
    }
    const before = { ...NO_RECORDS, [kind]: [a, c] }
    const changed = (more: object) =>
      withChange(before, { version: 9, kind, changed: [], removed: [], ...more } as never)
    t.same(changed({ changed: [b] }), { ...NO_RECORDS, version: 9, [kind]: ordered })
    t.same(changed({ changed: [c, b] })[kind], ordered)
    t.same(changed({ removed: [(a as { id: number }).id] })[kind], [c])
    t.same(changed({ changed: [b], removed: [(c as { id: number }).id] })[kind], [a, b])
    t.end()
  })
}

t.test('what keeps its place is put there, and what did not change stays the same object', (t) => {
  const [a, b, c] = [1, 2, 3].map((id) => ({ id, position: id, description: '' }))
  const before = { ...NO_RECORDS, holidays: [a, b, c] as never[] }
  const other = { ...b, description: 'x' }
  const { holidays, symbols } = withChange(before, {
    version: 2,
    kind: 'holidays',
    changed: [other as never],
    removed: [],
  })
  t.same(holidays, [a, other, c])
  t.ok(holidays[0] === (a as never) && holidays[2] === (c as never))
  t.equal(symbols, before.symbols)
  t.same(before.holidays, [a, b, c])
  t.end()
})
