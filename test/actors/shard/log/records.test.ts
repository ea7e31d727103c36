import t from 'tap'
import { ShardRecords, type UnnumberedRecord } from '../../../../actors/shard/log/records.js'
import { createSharedBuffers, SharedCounters } from '../../../../actors/shared/shared-state.js'
import { BadRecordError, type Log } from '../../../../storage/log/log.js'
import { BadRecord } from '../../../../wire/record/record.js'
import { depositAsk, GivenShard } from '../../../given/floors/shard.js'
import { MemoryDisk, openMemoryLog } from '../../../given/memory-log.js'
import { accountRecord } from '../../../given/records/events.js'

t.test('a commit writes the turn that was handed over first, then its own', (t) => {
  const shard = new GivenShard().profile().grantIds(100, 1_000)
  const { records } = shard.core
  shard.begin()
  shard.ask(0, depositAsk(1001, '10', 'one'))
  shard.passOn()
  t.ok(records.handed, 'the first turn is on its way')
  t.same(shard.records(), [])
  shard.ask(0, depositAsk(1001, '20', 'two'))
  records.commit()
  t.same(
    shard.disk.entries.map(({ firstSeq }) => firstSeq),
    [1, 2],
  )
  t.same([records.handed, records.dirty], [false, false])
  t.equal(shard.counters.durableSeq(0), 2)
  t.equal(shard.counters.settledSeq(), 2)
  t.end()
})

function given(change: Partial<Log> = {}) {
  const disk = new MemoryDisk()
  const log = openMemoryLog(disk)
  Object.assign(log, change)
  const counters = new SharedCounters(createSharedBuffers(), 1)
  const damaged: [seq: number, why: Error][] = []
  const onDamage = (seq: number, why: Error): void => void damaged.push([seq, why])
  const records = new ShardRecords({ shard: 0, log, counters, onDamage })
  let count = 0
  const append = (take = (): void => undefined): number => {
    const record: UnnumberedRecord = accountRecord({
      seq: 0,
      at: 1_772_618_400_000,
      login: 1001,
      accountSeq: count++,
      message: `${count}`,
    })
    return records.append(record, take).seq
  }
  const anchor = (): void => records.anchor({ id: 5, hash: 'ab'.repeat(32) }, 1_772_618_400_000)
  /** What nobody has to wait for any more, what is durable, and what the log has. */
  const stands = () => ({
    settled: counters.settledSeq(),
    durable: counters.durableSeq(0),
    entries: disk.entries.map(({ firstSeq }) => firstSeq),
  })
  return { disk, log, counters, damaged, records, append, anchor, stands }
}

const breaks = (): never => {
  throw new Error('given')
}

t.test('no number is settled before the turn that took it is durable', (t) => {
  for (const isAnchor of [false, true]) {
    const { records, append, anchor, stands } = given()
    const add = isAnchor ? anchor : append
    records.commit()
    t.same(stands(), { settled: 0, durable: 0, entries: [] }, 'nothing was there to commit')
    for (let i = 0; i < 2; i++) {
      add()
      t.same(stands(), { settled: 0, durable: 0, entries: [] }, 'the running turn')
    }
    t.ok(records.handOver())
    for (let i = 0; i < 2; i++) {
      add()
      t.same(stands(), { settled: 0, durable: 0, entries: [] }, 'the next one beside it')
    }
    records.settle()
    t.same(stands(), { settled: 2, durable: 2, entries: [1] })
    records.commit()
    records.settle()
    t.same(stands(), { settled: 4, durable: 4, entries: [1, 3] }, 'what is durable stays so')
    add()
    t.ok(records.handOver())
    records.settle()
    t.same(stands(), { settled: 5, durable: 5, entries: [1, 3, 5] }, 'no turn follows it')
    records.settle()
    t.same(stands(), { settled: 5, durable: 5, entries: [1, 3, 5] })
  }
  t.end()
})

t.test('a record that cannot be applied leaves its number, and the turn as it was', (t) => {
  const { records, append, stands } = given()
  t.throws(() => append(breaks), /given/)
  t.same(stands(), { settled: 1, durable: 0, entries: [] }, 'the only one: nobody waits for it')
  t.equal(records.dirty, false)
  append()
  t.throws(() => append(breaks), /given/)
  t.same(stands(), { settled: 1, durable: 0, entries: [] }, 'the one before it is waited for')
  t.ok(records.handOver())
  t.throws(() => append(breaks), /given/)
  t.same(stands(), { settled: 1, durable: 0, entries: [] }, 'and so is the turn that is on its way')
  t.equal(records.dirty, false)
  t.equal(records.record(3), undefined)
  records.commit()
  t.same(stands(), { settled: 4, durable: 2, entries: [2] })
  t.equal(records.takeAppended(), 1)
  t.end()
})

t.test('a record is found wherever it is by now, one by one and in a walk', (t) => {
  const { log, records, append } = given()
  t.equal(records.oldestSeq, 0)
  const two = (): void => void [append(), append()]
  const found = (find: (seq: number) => unknown): number[] =>
    [7, 6, 5, 4, 3, 2, 1, 0].filter(
      (seq) => (find(seq) as { seq: number } | undefined)?.seq === seq,
    )
  const both = () => [found((seq) => records.record(seq)), found(records.recordWalk())]
  two()
  t.same(both(), [
    [2, 1],
    [2, 1],
  ])
  records.commit()
  t.same(both(), [
    [2, 1],
    [2, 1],
  ])
  two()
  t.ok(records.handOver())
  const older = [4, 3, 2, 1]
  t.same(both(), [older, older])
  two()
  const all = [6, 5, ...older]
  t.same(both(), [all, all])
  records.commit()
  t.same(both(), [all, all])
  t.equal(records.oldestSeq, 1)
  log.trim(3, 10)
  t.same(both(), [
    [6, 5, 4, 3],
    [6, 5, 4, 3],
  ])
  t.equal(records.oldestSeq, 3)
  t.end()
})

t.test(
  'what nobody takes beside the thread stays in the running turn, and so does nothing',
  (t) => {
    let asked = 0
    const begin = (): boolean => {
      asked++
      return false
    }
    const { records, append, stands } = given({ begin })
    t.equal(records.handOver(), false)
    t.equal(asked, 0, 'with nothing to commit nobody is asked')
    append()
    t.equal(records.handOver(), false)
    t.same([asked, records.handed, records.dirty], [1, false, true])
    records.commit()
    t.same(stands(), { settled: 1, durable: 1, entries: [1] })
    t.end()
  },
)

t.test('only a damaged record is told of and gone; what else the log throws goes on', (t) => {
  for (const [why, isDamage] of [
    [new BadRecord('given'), true],
    [new BadRecordError('given'), true],
    [new Error('given'), false],
  ] as const) {
    const entryHolding = () => {
      throw why
    }
    const { records, damaged } = given({ entryHolding })
    for (const find of [(seq: number) => records.record(seq), records.recordWalk()]) {
      if (isDamage) t.equal(find(1), undefined)
      else t.throws(() => find(1), why)
    }
    t.same(
      damaged,
      isDamage
        ? [
            [1, why],
            [1, why],
          ]
        : [],
    )
  }
  t.end()
})
