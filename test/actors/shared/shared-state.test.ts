import t from 'tap'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { between } from '../../given/between.js'

function counters(shards = 2): SharedCounters {
  return new SharedCounters(createSharedBuffers(), shards)
}

t.test('the newest number rises, whoever takes one meanwhile, and never falls', async (t) => {
  const shared = counters()
  shared.raiseSequence(5)
  t.equal(shared.sequence, 5)
  shared.raiseSequence(4)
  t.equal(shared.sequence, 5)
  t.equal(shared.nextSequence(), 6)
  const takes = (): void => void shared.nextSequence()
  between('compareExchange', [1, () => true], takes, () => shared.raiseSequence(20))
  t.equal(shared.sequence, 20, 'it was 7 by then')
  const passes = (): void => shared.raiseSequence(40)
  between('compareExchange', [1, () => true], passes, () => shared.raiseSequence(30))
  t.equal(shared.sequence, 40, 'another shard has newer ones')
  t.equal(shared.nextSequence(), 41)
})

t.test('numbers are settled up to the oldest turn that is under way', async (t) => {
  const shared = counters()
  const take = (count: number): void => {
    for (let i = 0; i < count; i++) shared.nextSequence()
  }
  t.equal(shared.settledSeq(), 0)
  shared.beginTurn(1)
  t.equal(shared.settledSeq(), 0)
  take(3)
  shared.beginTurn(0)
  take(2)
  t.equal(shared.settledSeq(), 0)
  shared.endTurn(1, 3)
  t.equal(shared.settledSeq(), 3)
  t.same([shared.durableSeq(0), shared.durableSeq(1)], [0, 3])
  shared.endTurn(0, 5, 6)
  t.equal(shared.settledSeq(), 5, 'the turn that begins with 6 goes on')
  take(1)
  t.equal(shared.settledSeq(), 5)
  shared.endTurn(0, 0)
  t.equal(shared.settledSeq(), 6)
  t.same(
    [shared.durableSeq(0), shared.durableSeq(1)],
    [5, 3],
    'a turn without a record has no newer one',
  )
})

t.test('each figure is its own, of each shard too, and all threads see it', async (t) => {
  const buffers = createSharedBuffers()
  const [writer, reader] = [new SharedCounters(buffers, 2), new SharedCounters(buffers, 2)]
  const seen = () => ({
    sequence: reader.sequence,
    projected: reader.projectionSeq,
    lag: reader.projectionLag,
    desk: reader.deskWrites,
    links: reader.configOfLinks,
    shards: [0, 1].map((shard) => [reader.durableSeq(shard), reader.configOfShard(shard)]),
  })
  const none = { sequence: 0, projected: 0, lag: 0, desk: false, links: 0 }
  const nothing = [
    [0, 0],
    [0, 0],
  ]
  t.same(seen(), { ...none, shards: nothing })
  writer.setProjectionSeq(3)
  t.same(seen(), { ...none, projected: 3, shards: nothing }, 'it lags behind nothing')
  writer.raiseSequence(10)
  writer.setDeskWrites(true)
  writer.setConfigOfLinks(11)
  writer.endTurn(0, 12)
  writer.endTurn(1, 13)
  writer.setConfigOfShard(0, 14)
  writer.setConfigOfShard(1, 15)
  const shards = [
    [12, 14],
    [13, 15],
  ]
  t.same(seen(), { sequence: 10, projected: 3, lag: 7, desk: true, links: 11, shards })
  writer.setDeskWrites(false)
  t.equal(reader.deskWrites, false)
})

t.test('as many shards as there is room for, and no others', async (t) => {
  const buffers = createSharedBuffers()
  for (const shards of [0, 65]) {
    t.throws(() => new SharedCounters(buffers, shards), /shard count within bounds/)
  }
  const most = new SharedCounters(buffers, 64)
  most.setConfigOfShard(63, 5)
  t.equal(most.configOfShard(63), 5)
  for (const shard of [-1, 64]) t.throws(() => most.beginTurn(shard), /a known shard/)
  t.same(new SharedCounters(buffers, 1).configOfShard(0), 0)
})

t.test('of turns that are under way the oldest counts, whichever shard has it', async (t) => {
  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const shared = counters()
    shared.raiseSequence(5)
    shared.beginTurn(first)
    shared.nextSequence()
    shared.nextSequence()
    shared.beginTurn(second)
    t.equal(shared.settledSeq(), 5)
  }
})

t.test('who waits for the desk waits while it writes, and not for ever', async (t) => {
  const shared = counters()
  const waited = (ms: number): number => {
    const begun = performance.now()
    shared.awaitDesk(ms)
    return performance.now() - begun
  }
  shared.setDeskWrites(true)
  t.ok(waited(20) >= 19)
  shared.setDeskWrites(false)
  t.ok(waited(60_000) < 30_000)
})
