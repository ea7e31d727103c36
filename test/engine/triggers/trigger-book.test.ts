import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { Prng } from '../../../engine/numbers/prng.js'
import {
  sideOfOrder,
  sideOfStopLoss,
  sideOfTakeProfit,
  TRIGGER_KINDS,
  type Trigger,
  type TriggerKind,
  type TriggerSide,
} from '../../../engine/triggers/trigger.js'
import { TriggerBook } from '../../../engine/triggers/trigger-book.js'
import { allOf, ListedTriggers, SIDES } from './given-triggers.js'

/** `TRIGGER_CASES=20000 node dist/test/engine/triggers/trigger-book.test.js` for a long run. */
const CASES = Number(process.env['TRIGGER_CASES'] ?? 300)

function ids(triggers: Iterable<Trigger>): string[] {
  return [...triggers].map(({ kind, id }) => `${kind} ${id}`)
}

t.test('each side fires at its own price, at the level and beyond', (t) => {
  const book = new TriggerBook()
  book.set('bid_below', 100, 1, 'sl', 1)
  book.set('bid_above', 120, 2, 'tp', 2)
  book.set('ask_below', 105, 3, 'order', 3)
  book.set('ask_above', 125, 4, 'order', 4)
  t.same(ids(book.hit(101, 106)), [], 'between them')
  t.same(ids(book.hit(101, 105)), ['order 3'], 'the ask at its level')
  t.same(ids(book.hit(119, 124)), [])
  t.same(ids(book.hit(119, 125)), ['order 4'])
  t.same(ids(book.hit(120, 124)), ['tp 2'])
  t.same(ids(book.hit(100, 110)), ['sl 1'])
  t.same(ids(book.hit(80, 140)), ['sl 1', 'order 4'], 'a gap, with stops before limits')
  t.end()
})

t.test(
  'the table of activation: longs at the bid, shorts at the ask, limits below the market',
  (t) => {
    t.equal(sideOfOrder(1, 'limit'), 'ask_below')
    t.equal(sideOfOrder(-1, 'limit'), 'bid_above')
    for (const kind of ['stop', 'stop_limit'] as const) {
      t.equal(sideOfOrder(1, kind), 'ask_above')
      t.equal(sideOfOrder(-1, kind), 'bid_below')
    }
    t.equal(sideOfStopLoss(1), 'bid_below')
    t.equal(sideOfTakeProfit(1), 'bid_above')
    t.equal(sideOfStopLoss(-1), 'ask_above')
    t.equal(sideOfTakeProfit(-1), 'ask_below')
    t.end()
  },
)

t.test('hits come by the level that was reached first, then in the order of setting', (t) => {
  const book = new TriggerBook()
  const levels = [95, 99, 97, 99, 98, 97, 99]
  for (const [i, level] of levels.entries()) book.set('bid_below', level, 1, 'sl', i)
  t.same(ids(book.hit(96, 97)), ['sl 1', 'sl 3', 'sl 6', 'sl 4', 'sl 2', 'sl 5'])
  t.end()
})

t.test('a level keeps its turn while it is set to what it was, and loses it with a change', (t) => {
  const book = new TriggerBook()
  for (const id of [1, 2, 3]) book.set('ask_below', 100, 1, 'order', id)
  book.set('ask_below', 100, 1, 'order', 2)
  book.set('ask_below', 90, 1, 'order', 1)
  book.set('ask_below', 100, 1, 'order', 1)
  t.same(ids(book.hit(99, 100)), ['order 2', 'order 3', 'order 1'])
  t.end()
})

t.test('an order, a stop loss and a take profit of one number are three levels', (t) => {
  const book = new TriggerBook()
  book.set('bid_below', 100, 1, 'sl', 7)
  book.set('bid_above', 120, 1, 'tp', 7)
  book.set('bid_above', 120, 2, 'order', 7)
  t.equal(book.size, 3)
  t.ok(book.remove('tp', 7))
  t.notOk(book.remove('tp', 7), 'once')
  t.same(ids(book.hit(130, 131)), ['order 7'])
  t.same(ids(book.hit(90, 91)), ['sl 7'])
  t.end()
})

t.test('a hit that stands comes again in the next round, in its old turn', (t) => {
  const book = new TriggerBook()
  for (const id of [1, 2, 3]) book.set('bid_below', 100, 1, 'sl', id)
  t.same(ids(book.hit(99, 100)), ['sl 1', 'sl 2', 'sl 3'])
  book.remove('sl', 2)
  book.set('bid_below', 100, 1, 'sl', 1)
  t.same(ids(book.hit(101, 102)), [], 'the price went back')
  t.same(ids(book.hit(99, 100)), ['sl 1', 'sl 3'])
  t.end()
})

t.test('a round that was left goes on where it was, so nobody is kept waiting', (t) => {
  const book = new TriggerBook()
  for (const id of [1, 2, 3, 4, 5]) book.set('bid_below', 100, 1, 'sl', id)
  const some = (count: number): string[] => {
    const taken: string[] = []
    for (const { id } of book.hit(99, 100)) {
      taken.push(`sl ${id}`)
      if (taken.length === count) break
    }
    return taken
  }
  t.same(some(2), ['sl 1', 'sl 2'])
  t.same(some(2), ['sl 3', 'sl 4'], 'though the first two still stand')
  t.same(some(2), ['sl 5'])
  t.same(some(2), ['sl 1', 'sl 2'], 'the next round')
  t.end()
})

t.test('what is removed or set while hits are handled counts at once', (t) => {
  const book = new TriggerBook()
  for (const id of [1, 2, 3]) book.set('ask_below', 100, 1, 'order', id)
  const seen: number[] = []
  for (const { id } of book.hit(99, 100)) {
    seen.push(id)
    if (id === 1) {
      book.remove('order', 1)
      book.remove('order', 2)
      book.set('bid_below', 99, 1, 'sl', 1)
      book.set('bid_below', 98, 1, 'sl', 2)
    }
  }
  t.same(seen, [1, 1, 3], 'the other of an OCO is gone, and a stop that is due is due now')
  t.same(allOf(book).length, 3)
  t.end()
})

const kinds = fc.constantFrom<TriggerKind>(...TRIGGER_KINDS)
const numbers = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.constant(2 ** 49),
  fc.constant(2 ** 33),
)
const levels = fc.oneof(
  fc.integer({ min: 90, max: 110 }),
  fc.constantFrom(-5, 0, 2 ** 40, -(2 ** 40)),
)
const steps = fc.oneof(
  fc.record({
    step: fc.constant('set' as const),
    side: fc.constantFrom<TriggerSide>(...SIDES),
    level: levels,
    kind: kinds,
    id: numbers,
  }),
  fc.record({ step: fc.constant('remove' as const), kind: kinds, id: numbers }),
  fc.record({
    step: fc.constant('tick' as const),
    bid: levels,
    spread: fc.integer({ min: -2, max: 4 }),
    /** The treatment of each hit, in turn; after the last the rest of the round is left. */
    answers: fc.array(fc.constantFrom('keep', 'remove', 'set'), { maxLength: 10 }),
  }),
)

t.test('property: hits, their order and what is left are those of a list looked through', (t) => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (given) => {
      const [book, listed] = [new TriggerBook(), new ListedTriggers()]
      for (const step of given) {
        if (step.step === 'set') {
          const { side, level, kind, id } = step
          for (const one of [book, listed]) one.set(side, level, id + 1, kind, id)
        } else if (step.step === 'remove') {
          equal(book.remove(step.kind, step.id), listed.remove(step.kind, step.id))
        } else {
          const { bid, spread, answers } = step
          const hits = (one: TriggerBook | ListedTriggers) => {
            const seen: Trigger[] = []
            for (const hit of one.hit(bid, bid + spread)) {
              const answer = answers[seen.length]
              seen.push(hit)
              if (answer === undefined) break
              if (answer === 'remove') one.remove(hit.kind, hit.id)
              if (answer === 'set') {
                one.set('bid_below', bid - 1 - seen.length, hit.login, hit.kind, hit.id)
              }
            }
            return seen
          }
          deepEqual(hits(book), hits(listed))
        }
        equal(book.size, listed.size)
        deepEqual(allOf(book), listed.all())
      }
    }),
    { numRuns: CASES },
  )
  t.end()
})

t.test('the same steps give the same hits, at a hundred thousand levels', (t) => {
  const run = (): number => {
    const prng = new Prng(7)
    const book = new TriggerBook()
    let digest = 0
    for (let i = 0; i < 100_000; i++) {
      const side = SIDES[prng.below(4)] as TriggerSide
      const away = prng.below(2_000)
      const level = side.endsWith('below') ? 100_000 - away : 100_010 + away
      book.set(side, level, i, 'order', i)
      if (i % 3 === 0) book.remove('order', prng.below(i + 1))
    }
    for (let tick = 0; tick < 50; tick++) {
      const bid = 100_000 + prng.below(400) - 200
      for (const { kind, id } of book.hit(bid, bid + 10)) {
        digest = (Math.imul(digest, 31) + id) | 0
        if (id % 5 !== 0) book.remove(kind, id)
      }
    }
    return digest ^ book.size
  }
  t.equal(run(), run())
  t.end()
})

t.test('what was removed leaves nothing behind', (t) => {
  const book = new TriggerBook()
  const fill = (from: number): void => {
    for (let i = from; i < from + 10_000; i++) book.set('bid_below', i % 77, 1, 'sl', i)
  }
  fill(0)
  const bytes = book.bytes
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 10_000; i++) book.remove('sl', round * 10_000 + i)
    t.equal(book.size, 0)
    t.same(ids(book.hit(0, 0)), [])
    fill((round + 1) * 10_000)
  }
  t.equal(book.bytes, bytes, 'the room of those that went is used again')
  t.end()
})
