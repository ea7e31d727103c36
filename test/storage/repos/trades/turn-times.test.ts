import t from 'tap'
import { TurnTimesReader, turnTimesRepo } from '../../../../storage/repos/trades/turn-times.js'
import { encodeTurn, RecordBuffer } from '../../../../wire/record/record.js'
import type { TurnTimes } from '../../../../wire/record/turn-times.js'
import { scratch } from '../../../given/desk.js'
import { openBooks, openTables, projectAll, projector } from '../../../given/records/projection.js'

// Times of turns come into the tables whatever the batches, are found by account, moment and number, and are the same
// from the same log, under whichever number of shards it was written.

const AT = 1_764_000_000_000
const TURNS = 60

/** The turn of a shard: each has ten orders and ten deals of its own, three turns a millisecond. */
function turnOf(shard: number, place: number): TurnTimes {
  const first = 1 + shard * 1_000_000 + place * 10
  return {
    at: AT + Math.floor(place / 3),
    firstOrder: first,
    firstDeal: first,
    orders: 10,
    deals: 10,
    decided: 10 * place,
    durable: 10 * place + 1,
    told: 10 * place + 2,
    runs: [0, 0, 0, 5, 5, 3],
  }
}

function entry(seq: number, shard: number, shards: number, turn: TurnTimes): [number, Uint8Array] {
  const into = new RecordBuffer()
  encodeTurn({ seq, at: turn.at, shard, shards }, turn, into)
  return [seq, new Uint8Array(into.bytes())]
}

t.test('each number is found in its own turn, as it was written', (t) => {
  const { logs, db } = openBooks(t, 2)
  let seq = 0
  for (let place = 0; place < TURNS; place++) {
    for (const [shard, log] of logs.entries()) {
      log.commit(...entry(++seq, shard, 2, turnOf(shard, place)))
    }
  }
  // What was written while there were three shards, and was dealt out anew since.
  logs[0]?.commit(...entry(++seq, 2, 3, { ...turnOf(7, 0), at: AT }))
  const rows: unknown[] = []
  for (const recordsMax of [1, 7, 1_000]) {
    const tables = recordsMax === 1 ? db : openTables(scratch(t))
    projectAll(projector(tables, logs, recordsMax), seq)
    const reader = new TurnTimesReader(tables)
    const found = []
    for (let place = 0; place < TURNS; place++) {
      for (const login of [1_000, 1_001]) {
        const { at, firstDeal, told } = turnOf(login % 2, place)
        const late = reader.of(login, at, { deal: firstDeal + 9 })
        t.same(late?.received, at + (told - 2) / 1_000, 'the batch brought it')
        t.equal(reader.of(login, at, { order: firstDeal })?.received, null, 'nobody did')
        t.equal(reader.of(login, at + 1, { deal: firstDeal }), undefined, 'at another moment')
        t.equal(reader.of(login + 1, at, { deal: firstDeal }), undefined, 'in another shard')
        found.push(late)
      }
    }
    const dealt = { deal: turnOf(7, 0).firstDeal }
    for (const login of [1_000, 1_003]) t.equal(reader.of(login, AT, dealt), undefined)
    found.push(reader.of(1_004, AT, dealt))
    t.ok(found.at(-1) !== undefined, '1004 was in the last of three')
    rows.push(found)
    t.same(turnTimesRepo(tables).shardings().toSorted(), [2, 3])
    if (tables !== db) t.teardown(() => tables.close())
  }
  t.same(rows[1], rows[0])
  t.same(rows[2], rows[0])
  t.end()
})
