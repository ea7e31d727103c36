import t from 'tap'
import type { LogEntry } from '../../../storage/log/log.js'
import { type EntryRange, LogEntries } from '../../../storage/log/log-entries.js'
import { turnOf } from '../../wire/record/sample-records.js'

/** Entries as they are given, read by the page. */
class GivenEntries extends LogEntries {
  readonly asked: EntryRange[] = []
  readonly #entries: readonly LogEntry[]

  constructor(entries: readonly LogEntry[]) {
    super()
    this.#entries = entries
  }

  protected page(range: EntryRange): LogEntry[] {
    this.asked.push(range)
    const { start, reverse, limit } = range
    const from = start ?? (reverse === true ? Number.POSITIVE_INFINITY : 0)
    const found = this.#entries.filter(({ firstSeq }) =>
      reverse === true ? firstSeq <= from : firstSeq >= from,
    )
    return (reverse === true ? found.toReversed() : found).slice(0, limit)
  }

  async close(): Promise<void> {}
}

function given(...turns: readonly (readonly [firstSeq: number, records: number])[]) {
  return new GivenEntries(
    turns.map(([firstSeq, records]) => ({ firstSeq, bytes: turnOf(firstSeq, records) })),
  )
}

t.test('a log is read from the entry that holds a seq, or the next one', (t) => {
  const log = given([10, 3], [20, 1], [21, 2])
  const read = (seq: number) => [...log.read(seq)].map(({ firstSeq }) => firstSeq)
  t.same([0, 9, 10, 12].map(read), Array(4).fill([10, 20, 21]))
  t.same([13, 19, 20].map(read), Array(3).fill([20, 21]))
  t.same([21, 22].map(read), Array(2).fill([21]))
  t.same(read(23), [])
  t.same([log.first()?.firstSeq, log.last()?.firstSeq], [10, 21])
  const holding = [9, 10, 12, 13, 20, 22, 23].map((seq) => log.entryHolding(seq)?.firstSeq)
  t.same(holding, [undefined, 10, 10, undefined, 20, 21, undefined])
  t.same([given().first(), given().last(), given().entryHolding(1)], Array(3).fill(undefined))
  t.end()
})

t.test('an entry comes once, whatever pages it is read by', (t) => {
  const log = given(...Array.from({ length: 130 }, (_, at) => [at + 1, 1] as const))
  const all = [...log.read(0)].map(({ firstSeq }) => firstSeq)
  t.same(
    all,
    Array.from({ length: 130 }, (_, at) => at + 1),
  )
  t.same(
    log.asked.map(({ start, reverse, limit }) => [start, reverse === true, limit]),
    [[0, true, 1], ...[0, 65, 129, 131].map((start) => [start, false, 64])],
  )
  t.end()
})

t.test('a bad record on the way is told with its entry, and any other error as it is', (t) => {
  const whole = turnOf(20, 2)
  const rotten = new GivenEntries([{ firstSeq: 20, bytes: whole.subarray(0, whole.length - 1) }])
  const named = { name: 'BadRecordError', message: /^log entry 20: / }
  t.throws(() => rotten.entryHolding(21), named)
  t.throws(() => [...rotten.read(21)], named)
  const none = new GivenEntries([{ firstSeq: 20, bytes: undefined as unknown as Uint8Array }])
  t.throws(() => none.entryHolding(21), { name: 'TypeError' })
  t.end()
})
