import t from 'tap'
import { TurnClock } from '../../../../actors/shard/turn/turn-clock.js'
import type { TurnTimes } from '../../../../wire/record/turn-times.js'

// The times of a turn: whose they are, however turns overlap, and that they are written once and later.

function given() {
  const now = { ms: 1_000, order: 100, deal: 500, granted: 0 }
  const written: object[] = []
  const idsOf = (kind: 'order' | 'deal') => ({
    get next() {
      return now[kind] + now.granted
    },
    get taken() {
      return now[kind]
    },
  })
  const ids = { order: idsOf('order'), deal: idsOf('deal') }
  const clock = new TurnClock({ monotonic: () => now.ms, ids, shard: 1, shards: 3 })
  const records = {
    turn: (head: object, turn: TurnTimes) => {
      const { at, firstOrder, firstDeal, orders, deals, decided, durable, told } = turn
      const times = { decided, durable, told, runs: [...turn.runs] }
      written.push({ ...head, turn: at, numbers: [firstOrder, orders, firstDeal, deals], ...times })
    },
  }
  const write = () => {
    clock.write(records, 9_000)
    return written.splice(0)
  }
  return { now, clock, write }
}

t.test('a turn that is committed at once has its times, written with the next', (t) => {
  const { now, clock, write } = given()
  clock.begin(5_000)
  t.equal(clock.receivedAt, 0)
  now.ms = 1_000.25
  clock.came(999)
  t.equal(clock.receivedAt, 4_999)
  now.order += 2
  now.deal += 3
  clock.came(0)
  now.order += 1
  clock.decided()
  now.ms = 1_002
  clock.durable()
  now.ms = 1_002.5
  t.notOk(clock.owes)
  clock.told()
  t.ok(clock.owes)
  const head = { at: 9_000, shard: 1, shards: 3, turn: 5_000 }
  const runs = [0, 0, 3_501, 2, 3, 0]
  const times = { decided: 250, durable: 2_000, told: 2_500, runs }
  t.same(write(), [{ ...head, numbers: [100, 3, 500, 3], ...times }])
  t.same([write(), clock.owes], [[], false])
  t.end()
})

t.test('while a turn is on its way to the disk the next one has times of its own', (t) => {
  const { now, clock, write } = given()
  clock.begin(1)
  clock.came(990)
  now.order++
  clock.decided()
  clock.handedOver()
  now.ms = 1_001
  clock.begin(2)
  now.deal++
  clock.decided()
  now.ms = 1_005
  clock.durable()
  clock.told()
  t.match(write(), [{ turn: 1, numbers: [100, 1, 500, 0], durable: 5_000, runs: [0, 0, 15_001] }])
  clock.handedOver()
  now.ms = 1_006
  clock.durable()
  clock.told()
  const second = { turn: 2, numbers: [101, 0, 500, 1], durable: 5_000, told: 5_000 }
  t.match(write(), [{ ...second, runs: [0, 0, 16_001] }], 'the batch went on into it')
  t.end()
})

t.test('a turn that gave out no number has none, a batch of which nothing came no run', (t) => {
  const { now, clock, write } = given()
  clock.begin(1)
  clock.decided()
  clock.durable()
  clock.told()
  t.notOk(clock.owes)
  clock.begin(2)
  now.granted = 7_000
  clock.decided()
  clock.durable()
  clock.told()
  t.notOk(clock.owes, 'a range that was granted is no number that was given out')
  clock.begin(2)
  for (const received of [1, 2, 0, 3]) clock.came(received)
  now.order++
  clock.came(0)
  clock.decided()
  clock.durable()
  clock.told()
  const waited = 1 + (1_000 - 3) * 1_000
  t.match(write(), [{ turn: 2, runs: [0, 0, waited, 1, 0, 0] }])
  t.end()
})

t.test('while nothing can be written only the newest are kept', (t) => {
  const { now, clock, write } = given()
  for (let turn = 1; turn <= 20; turn++) {
    clock.begin(turn)
    now.order++
    clock.decided()
    clock.durable()
    clock.told()
  }
  const kept = write() as { turn: number }[]
  t.same(
    kept.map(({ turn }) => turn),
    [13, 14, 15, 16, 17, 18, 19, 20],
  )
  t.end()
})
