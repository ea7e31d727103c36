import fc from 'fast-check'
import t from 'tap'
import { QuoteOwner } from '../../../engine/pricing/merge.js'

const TIMEOUT_MS = 10_000

t.test(
  'a later feed is heard when the owner was silent for the time-out, not before',
  async (t) => {
    const owner = new QuoteOwner()
    const [first, second] = [{ rank: 0 }, { rank: 1 }]
    t.ok(owner.hears(second, 1_000, TIMEOUT_MS), 'whoever comes first is heard')
    t.ok(owner.hears(first, 2_000, TIMEOUT_MS), 'the first of the list takes it at once')
    t.notOk(owner.hears(second, 11_999, TIMEOUT_MS))
    t.ok(owner.hears(second, 12_000, TIMEOUT_MS))
    t.ok(owner.hears(first, 12_001, TIMEOUT_MS), 'and has it back at its next quote')
    t.notOk(owner.hears(second, 12_002, TIMEOUT_MS))
  },
)

t.test('the list may change its order, and a feed may leave', async (t) => {
  const owner = new QuoteOwner()
  const [first, second] = [{ rank: 0 }, { rank: 1 }]
  owner.hears(first, 1_000, TIMEOUT_MS)
  first.rank = 2
  t.ok(owner.hears(second, 1_001, TIMEOUT_MS))
  owner.leave(first)
  t.notOk(owner.hears(first, 1_002, TIMEOUT_MS), 'who does not own it leaves nothing')
  owner.leave(second)
  t.ok(owner.hears(first, 1_003, TIMEOUT_MS))
})

t.test('a wall clock that is set back frees a symbol rather than freezing it', async (t) => {
  const owner = new QuoteOwner()
  owner.hears({ rank: 0 }, 1_000_000, TIMEOUT_MS)
  t.ok(owner.hears({ rank: 1 }, 900_000, TIMEOUT_MS))
})

t.test('it agrees with the rule told from the whole history', async () => {
  const quote = fc.record({ feed: fc.nat(3), after: fc.nat(15_000) })
  fc.assert(
    fc.property(fc.array(quote, { maxLength: 40 }), (quotes) => {
      const feeds = [0, 1, 2, 3].map((rank) => ({ rank }))
      const owner = new QuoteOwner()
      const heard: { feed: number; at: number }[] = []
      let now = 1
      for (const { feed, after } of quotes) {
        now += after
        const last = heard.at(-1)
        const counts = last === undefined || feed <= last.feed || now - last.at >= TIMEOUT_MS
        if (owner.hears(feeds[feed] as { rank: number }, now, TIMEOUT_MS) !== counts) return false
        if (counts) heard.push({ feed, at: now })
      }
      return true
    }),
    { numRuns: 2_000 },
  )
})

t.test('a feed that leaves gives up what is its own, and nothing of another', async (t) => {
  const [first, second] = [{ rank: 1 }, { rank: 2 }]
  const owner = new QuoteOwner()
  t.ok(owner.hears(first, 1_000, 500))
  owner.leave(second)
  t.ok(owner.is(first))
  t.notOk(owner.hears(second, 1_000, 500))
  owner.leave(first)
  t.notOk(owner.is(first))
  t.ok(owner.hears(second, 1_000, 500))
})
