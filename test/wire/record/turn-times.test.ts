import t from 'tap'
import { decodeWithTallies, encodeTurn, isTurn, RecordBuffer } from '../../../wire/record/record.js'
import {
  NOBODY,
  TurnPack,
  type TurnTimes,
  timesIn,
  turnAt,
  unpackTurns,
} from '../../../wire/record/turn-times.js'

// An order is found in its turn by its number or its deal's, and so is the batch that brought it.

const AT = 1_764_000_000_000
const TURN: TurnTimes = {
  at: AT,
  firstOrder: 100,
  firstDeal: 500,
  orders: 6,
  deals: 9,
  decided: 1_000,
  durable: 1_500,
  told: 2_000,
  // The server itself, a batch that waited for 3 ms before all was told, one for 1 ms, and the server again.
  runs: [0, 0, NOBODY, 1, 2, 3_001, 3, 5, 1_001, 5, 8, NOBODY],
}

t.test('the run of a number is the last that begins no later', (t) => {
  for (const [number, received] of [
    [{ order: 100 }, null],
    [{ order: 101 }, AT - 1],
    [{ order: 102 }, AT - 1],
    [{ order: 103 }, AT + 1],
    [{ order: 105 }, null],
    [{ deal: 501 }, null],
    [{ deal: 502 }, AT - 1],
    [{ deal: 504 }, AT - 1],
    [{ deal: 505 }, AT + 1],
    [{ deal: 508 }, null],
  ] as const) {
    const found = { received, decided: AT + 1, durable: AT + 1.5, told: AT + 2 }
    t.same(timesIn(TURN, number), found, JSON.stringify(number))
  }
  for (const number of [{ order: 99 }, { order: 106 }, { deal: 499 }, { deal: 509 }]) {
    t.equal(timesIn(TURN, number), undefined, JSON.stringify(number))
  }
  t.end()
})

t.test('turns are packed as the log has them, however many there are', (t) => {
  const pack = new TurnPack()
  t.ok(pack.isEmpty)
  const turns: TurnTimes[] = []
  for (let i = 0; i < 200; i++) {
    const runs = Array.from({ length: 3 * (i % 5) }, (_, n) => n * i)
    const turn = { ...TURN, at: AT + i, firstDeal: 500 + 2 ** i, runs }
    if (!Number.isSafeInteger(turn.firstDeal)) turn.firstDeal = i
    turns.push(turn)
    const into = new RecordBuffer()
    encodeTurn({ seq: i + 1, at: AT + i, shard: 0, shards: 1 }, turn, into)
    for (const record of decodeWithTallies(into.bytes())) {
      if (!isTurn(record)) throw new Error('it is of a turn')
      t.equal(turnAt(record.turn), AT + i)
      pack.add(record.seq, record.turn)
    }
  }
  t.same([pack.firstAt, pack.lastAt, pack.lastSeq, pack.isEmpty], [AT, AT + 199, 200, false])
  t.same(unpackTurns(pack.bytes()), turns)
  pack.clear()
  t.same([pack.isEmpty, unpackTurns(pack.bytes())], [true, []])
  t.end()
})
