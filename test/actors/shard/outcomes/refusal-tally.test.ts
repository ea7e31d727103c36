import t from 'tap'
import { KINDS_MAX, RefusalTally } from '../../../../actors/shard/outcomes/refusal-tally.js'
import {
  decodeRecords,
  decodeWithTallies,
  encodeRefusals,
  hasRefusals,
  RecordBuffer,
  rawRecords,
} from '../../../../wire/record/record.js'
import type { RefusalCount } from '../../../../wire/record/refusal-counts.js'

// Refusals are counted by what they were about, however many there are, and the bytes of their record are bounded.

const HOUR = 3_600_000
const AT = 400_000 * HOUR

function given() {
  const tally = new RefusalTally()
  const written: { at: number; since: number; counts: RefusalCount[] }[] = []
  const records = {
    refusals: (at: number, since: number, counts: readonly RefusalCount[]) =>
      void written.push({ at, since, counts: [...counts] }),
  }
  const write = (at: number) => {
    tally.write(records, at)
    return written.splice(0)
  }
  return { tally, write }
}

const KIND = { symbolId: 1, group: 'demo\\a', code: 'trade.no_money', dealer: 0, gatewayId: 0 }

t.test('each kind has its count, written once', (t) => {
  const { tally, write } = given()
  t.notOk(tally.isDue(AT))
  const kinds = [
    KIND,
    { ...KIND, symbolId: 2 },
    { ...KIND, group: 'demo\\b' },
    { ...KIND, code: 'trade.requote' },
    { ...KIND, dealer: 7 },
    { ...KIND, gatewayId: 3 },
  ]
  for (const [times, kind] of kinds.entries()) {
    for (let i = 0; i <= times; i++) tally.count(kind, AT + 10 + i)
  }
  const counts = kinds.map((kind, times) => ({ ...kind, count: times + 1 }))
  t.same(write(AT + 500), [{ at: AT + 500, since: AT + 10, counts }])
  t.same(write(AT + 600), [])
  t.end()
})

t.test('it is time a minute after the first, and when another hour has begun', (t) => {
  const { tally, write } = given()
  tally.count(KIND, AT)
  tally.count(KIND, AT + 50_000)
  t.same([tally.isDue(AT + 59_999), tally.isDue(AT + 60_000)], [false, true])
  write(AT)
  tally.count(KIND, AT + HOUR - 1)
  t.same([tally.isDue(AT + HOUR - 1), tally.isDue(AT + HOUR)], [false, true])
  t.end()
})

t.test('a flood of kinds is one of each code, and its record is small', (t) => {
  const { tally, write } = given()
  for (let i = 0; i < 100_000; i++) {
    tally.count({ ...KIND, symbolId: i, group: `g\\${i}`, code: `trade.${i % 3}` }, AT)
  }
  const [{ counts = [] } = {}] = write(AT)
  t.equal(counts.length, KINDS_MAX + 3)
  t.equal(
    counts.reduce((sum, { count }) => sum + count, 0),
    100_000,
  )
  const into = new RecordBuffer()
  encodeRefusals({ seq: 5, at: AT + 9, shard: 2, since: AT, refusals: counts }, into)
  t.ok(into.length < 20_000, `${into.length} bytes`)
  const [read] = decodeWithTallies(into.bytes())
  if (read === undefined || !hasRefusals(read)) throw new Error('they are counts')
  t.same(read, { seq: 5, at: AT + 9, shard: 2, since: AT, refusals: counts })
  t.same([...decodeRecords(into.bytes())], [], 'of no account')
  t.match([...rawRecords(into.bytes())], [{ seq: 5, login: undefined, shard: 2 }])
  const small = new RecordBuffer()
  encodeRefusals({ seq: 6, at: AT, shard: 0, since: AT, refusals: [] }, small)
  t.match([...decodeWithTallies(small.bytes())], [{ seq: 6, refusals: [] }])
  t.end()
})
