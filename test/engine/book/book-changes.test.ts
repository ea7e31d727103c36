import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import {
  type BookRecords,
  type ConfigChange,
  NO_RECORDS,
  withChange,
} from '../../../engine/config/book-records.js'
import { configWorld } from '../../../engine/config/kinds.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { EURUSD } from '../../given/book.js'
import { NO_FACTS } from '../../given/config-facts.js'

function symbol(id: number, name: string, digits: number, version: number): SymbolRecord {
  return { ...EURUSD, id, path: `Forex\\${name}`, digits, position: id, version }
}

const entries = <K, V>(map: ReadonlyMap<K, V>): [K, V][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1))

// Names may wander from one symbol to another, and symbols come and go: whatever is patched must be
// what is made anew.
t.test('a book and a world after changes are those of the records alone', (t) => {
  const one = fc.record({
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }),
    digits: fc.integer({ min: 0, max: 8 }),
    shift: fc.nat(3),
    removes: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), (steps) => {
      const symbols = Array.from({ length: 10 }, (_, i) => symbol(i + 1, `N${i + 1}`, 5, 1))
      let records: BookRecords = { ...NO_RECORDS, version: 1, symbols }
      let book = compileBook(records)
      let world = configWorld(records, NO_FACTS)
      for (const [n, { ids, digits, shift, removes }] of steps.entries()) {
        world.get('symbols', 1)
        world.named('symbols', 'N1')
        // The names of the changed symbols go round among them, so they stay unique.
        const there = ids.filter((id) => records.symbols.some((record) => record.id === id))
        const names = there.map((id) => book.symbolsById.get(id)?.name ?? '')
        const changed = removes
          ? ids
              .filter((id) => !there.includes(id))
              .map((id) => symbol(id, `C${n}x${id}`, digits, n + 2))
          : there.map((id, i) => symbol(id, names[(i + shift) % names.length] ?? '', digits, n + 2))
        const removed = removes ? there : []
        const change: ConfigChange = { version: n + 2, kind: 'symbols', changed, removed }
        records = withChange(records, change)
        book = compileBook(records, book)
        world = world.with(records, change)
        const anew = compileBook(records)
        t.same(entries(book.symbolsById), entries(anew.symbolsById))
        t.same([...book.symbolsById.keys()], [...anew.symbolsById.keys()], 'in list order')
        t.same(entries(book.symbolsByName), entries(anew.symbolsByName))
        for (const record of records.symbols) {
          t.equal(world.get('symbols', record.id), record)
          t.equal(world.named('symbols', record.path.slice(6).toLowerCase()), record)
        }
        for (const id of removed) t.equal(world.get('symbols', id), undefined)
      }
    }),
    { numRuns: 60 },
  )
  t.end()
})
