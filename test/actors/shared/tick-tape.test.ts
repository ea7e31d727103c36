import t from 'tap'
import { TapeReader, TICK_TAPE_BYTES, TickTape } from '../../../actors/shared/tick-tape.js'

const CAPACITY = 32_768

function tapes(start = 0): [TickTape, TickTape] {
  const memory = new SharedArrayBuffer(start + TICK_TAPE_BYTES)
  return [new TickTape(memory, start), new TickTape(memory, start)]
}

function tick(n: number, usableUntil = Number.POSITIVE_INFINITY) {
  return { symbolId: n, digits: 5, bid: 10 * n, ask: 10 * n + 1, at: 1_000 + n, usableUntil }
}

function push(tape: TickTape, n: number): void {
  tape.push(n, 5, 10 * n, 10 * n + 1, 1_000 + n)
}

t.test('a reader gets each tick once and in order, from where it began', async (t) => {
  const [writer, seen] = tapes(8)
  push(writer, 1)
  const reader = new TapeReader(seen)
  t.equal(reader.take(), undefined, 'what was before is not its')
  push(writer, 2)
  writer.push(3, 5, 30, 31, 1_003, 77)
  const other = new TapeReader(seen)
  t.same([reader.take(), reader.take(), reader.take()], [tick(2), tick(3, 77), undefined])
  t.equal(other.take(), undefined)
  push(writer, 4)
  push(writer, 5)
  other.skip()
  t.equal(other.take(), undefined)
  t.same([reader.take(), reader.take(), reader.take()], [tick(4), tick(5), undefined])
  push(writer, 6)
  t.same([other.take(), reader.take()], [tick(6), tick(6)])
  t.equal(seen.head, 6)
})

t.test(
  'a reader that is further behind than the tape is long learns that it lost some',
  async (t) => {
    const [writer, seen] = tapes()
    const reader = new TapeReader(seen)
    for (let n = 1; n < CAPACITY; n++) push(writer, n)
    t.same(reader.take(), tick(1), 'the oldest that is there')
    push(writer, CAPACITY)
    t.same(reader.take(), tick(2))
    push(writer, CAPACITY + 1)
    push(writer, CAPACITY + 2)
    t.equal(reader.take(), 'lost', 'the writer may be at work on its place')
    t.equal(reader.take(), undefined, 'it goes on at the newest')
    push(writer, CAPACITY + 3)
    t.same(reader.take(), tick(CAPACITY + 3))
  },
)

t.test('the count of ticks goes on beyond what a word holds', async (t) => {
  const memory = new SharedArrayBuffer(TICK_TAPE_BYTES)
  new Int32Array(memory, 0, 1)[0] = 2 ** 31 - 1
  const tape = new TickTape(memory, 0)
  const reader = new TapeReader(tape)
  const slow = new TapeReader(tape)
  push(tape, 1)
  push(tape, 2)
  t.same([reader.take(), reader.take(), reader.take()], [tick(1), tick(2), undefined])
  for (let n = 3; n <= CAPACITY; n++) push(tape, n)
  t.equal(slow.take(), 'lost')
})

t.test('each shard is woken once until it looks', async (t) => {
  const [writer, shard] = tapes()
  t.same([writer.wake(0), writer.wake(0), writer.wake(63)], [true, false, true])
  shard.listen(0)
  t.same([writer.wake(0), writer.wake(63)], [true, false])
})
