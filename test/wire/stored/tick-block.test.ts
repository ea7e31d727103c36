import fc from 'fast-check'
import t from 'tap'
import { readTicks, TickBlock } from '../../../wire/stored/tick-block.js'

const MINUTE = Date.parse('2026-03-04T10:05:00Z')

t.test('ticks read back as they were, whatever their prices and times', (t) => {
  const price = fc.oneof(
    fc.integer({ min: 1, max: 200_000 }),
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  )
  const tick = fc.tuple(fc.integer({ min: 0, max: 59_999 }), price, price)
  fc.assert(
    fc.property(fc.array(tick, { maxLength: 300 }), (given) => {
      const ticks = given.map(([ms, a, b]) => ({
        at: MINUTE + ms,
        bid: Math.min(a, b),
        ask: Math.max(a, b),
      }))
      const block = new TickBlock(MINUTE)
      for (const { at, bid, ask } of ticks) block.push(at, bid, ask)
      t.equal(block.count, ticks.length)
      t.strictSame(readTicks(block.bytes, MINUTE), ticks)
    }),
  )
  t.end()
})

t.test('a tick of a usual market takes four bytes', (t) => {
  const block = new TickBlock(MINUTE)
  for (let i = 0; i < 1_000; i++)
    block.push(MINUTE + i * 50, 116_200 + (i % 40), 116_207 + (i % 40))
  t.ok(block.bytes.length < 4.1 * 1_000, `${block.bytes.length} bytes`)
  t.end()
})

t.test('a block that was cut off is noticed', (t) => {
  const block = new TickBlock(MINUTE)
  block.push(MINUTE, 116_200, 116_207)
  t.throws(() => readTicks(block.bytes.subarray(0, 2), MINUTE), /whole numbers/)
  t.end()
})
