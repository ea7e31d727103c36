import { deepStrictEqual, equal, ok, throws } from 'node:assert'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import type { AccountRecord } from '../../../engine/account/event.js'
import { RECORD_VERSION } from '../../../wire/record/event-layouts.js'
import {
  BadRecord,
  decodeAnchors,
  decodeRecords,
  encodeAnchor,
  encodeRecord,
  findRecord,
  hasRecord,
  lastSeqOf,
  lastTimeOf,
  lengthThrough,
  RecordBuffer,
  scanRecords,
} from '../../../wire/record/record.js'
import { anyRecord } from './any-record.js'
import { deal, encoded, order, orderRecord, pinned, turnOf } from './sample-records.js'

const HEAD_BYTES = 56
const NOON = 1_764_000_000_000

t.test('what was encoded is decoded, whatever the values', (t) => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 4 }), (records) => {
      deepStrictEqual([...decodeRecords(encoded(...records))], records)
    }),
    { numRuns: 300 },
  )
  t.end()
})

t.test('a refusal keeps its numbers, and text that is none of them is a bad record', (t) => {
  const numbers = { needed: '1.50', limit: 3, nearest: null }
  const refused: AccountRecord = { ...pinned(), numbers }
  t.strictSame([...decodeRecords(encoded(refused))], [refused])
  const note = { actor: 1, kind: 'trade', text: 'x', ip: '', requestId: '' } as const
  t.strictSame([...decodeRecords(encoded({ ...refused, note }))], [{ ...refused, note }])
  const bytes = Buffer.from(encoded(refused))
  bytes[bytes.indexOf('{"needed"')] = 0x5d
  t.throws(() => [...decodeRecords(withVersion(bytes, 7))], BadRecord)
  t.end()
})

t.test('a flipped bit is found wherever it is, and nothing else is read', (t) => {
  const records = [orderRecord(5), orderRecord(6)]
  const bytes = encoded(...records)
  const firstLength = encoded(orderRecord(5)).length
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const damaged = bytes.slice()
    const byte = bit >> 3
    damaged[byte] = (damaged[byte] ?? 0) ^ (1 << (bit & 7))
    const read: AccountRecord[] = []
    try {
      for (const record of decodeRecords(damaged)) read.push(record)
      t.fail(`bit ${bit} was not noticed`)
    } catch (error) {
      if (!(error instanceof BadRecord)) t.fail(`bit ${bit}: ${String(error)}`)
    }
    const whole = byte < firstLength ? 0 : 1
    if (read.length !== whole || scanRecords(damaged).records !== whole) t.fail(`bit ${bit}`)
  }
  t.end()
})

t.test('a record cut off at any byte is torn, and the ones before it are whole', (t) => {
  const bytes = encoded(orderRecord(5), orderRecord(6))
  const firstLength = encoded(orderRecord(5)).length
  for (let length = 0; length < bytes.length; length++) {
    const cut = bytes.subarray(0, length)
    const whole = length < firstLength ? 0 : 1
    const scan = scanRecords(cut)
    const torn = length !== 0 && length !== firstLength
    if (
      scan.records !== whole ||
      scan.goodLength !== whole * firstLength ||
      scan.problem?.kind !== (torn ? 'torn' : undefined)
    ) {
      t.fail(`${length} bytes: ${JSON.stringify(scan)}`)
    }
    if (torn) throws(() => [...decodeRecords(cut)], BadRecord)
  }
  t.end()
})

t.test('bytes after the cut are never taken for the rest of a record', (t) => {
  fc.assert(
    fc.property(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 400 }), (place, noise) => {
      const bytes = encoded(orderRecord(5), orderRecord(6))
      const at = place % bytes.length
      const mixed = Buffer.concat([bytes.subarray(0, at), noise])
      if (Buffer.compare(mixed, bytes.subarray(0, mixed.length)) === 0) return
      const good = [...bytes.subarray(0, scanRecords(mixed).goodLength)]
      deepStrictEqual([...mixed.subarray(0, good.length)], good)
    }),
    { numRuns: 300 },
  )
  t.end()
})

t.test('a bad record with a whole one after it is damage, not a torn tail', (t) => {
  const bytes = turnOf(1, 3)
  const second = bytes.length / 3
  bytes[Math.floor(second) + 60] = 0xff
  const scan = scanRecords(bytes)
  t.match(scan, { records: 1, lastSeq: 1, problem: { kind: 'damaged' } })
  t.end()
})

t.test('a record of a newer version is refused and never cut', (t) => {
  const bytes = withVersion(encoded(orderRecord(1)), RECORD_VERSION + 1)
  const newer = new RegExp(`version ${RECORD_VERSION + 1}`)
  t.match(scanRecords(bytes), { problem: { kind: 'damaged', why: newer } })
  t.throws(() => [...decodeRecords(bytes)], { name: 'BadRecord', message: newer })
  t.end()
})

t.test('noise under a right checksum is a bad record, or a record, and no other error', (t) => {
  fc.assert(
    fc.property(fc.nat(0xff), fc.uint8Array({ minLength: 3, maxLength: 300 }), (count, noise) => {
      const bytes = Buffer.concat([encoded(orderRecord(1)).subarray(0, HEAD_BYTES), noise])
      bytes.writeUInt32LE(bytes.length, 0)
      bytes.writeUInt16LE(count & 7, 10)
      bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4)
      try {
        for (const record of decodeRecords(bytes)) equal(record.events.length, count & 7)
      } catch (error) {
        ok(error instanceof BadRecord, String(error))
      }
    }),
    { numRuns: 2000 },
  )
  t.end()
})

t.test('seq rises within a turn and from the turn before', (t) => {
  t.match(scanRecords(encoded(orderRecord(6), orderRecord(6))), { problem: { kind: 'damaged' } })
  t.match(scanRecords(encoded(orderRecord(6)), 6), { records: 0, problem: { kind: 'damaged' } })
  t.strictSame(scanRecords(turnOf(6, 3), 5), {
    goodLength: turnOf(6, 3).length,
    records: 3,
    firstSeq: 6,
    lastSeq: 8,
  })
  t.end()
})

t.test('an anchor of the journal lies between records and is none of an account', (t) => {
  const anchor = { seq: 11, id: 4_294_967_300, at: NOON + 5, hash: 'a'.repeat(43) }
  const into = new RecordBuffer()
  encodeRecord(orderRecord(10), into)
  const begin = into.length
  encodeAnchor(anchor, into)
  const end = into.length
  encodeRecord(orderRecord(12), into)
  const bytes = into.bytes().slice()
  t.equal(
    Buffer.from(bytes.subarray(begin, end)).toString('hex'),
    '5400000073fac0b4ffff000000000000' +
      '0b0000000000000004000000010000000050807e69ab794256' +
      '61'.repeat(43),
    'its bytes are these',
  )
  t.strictSame([...decodeRecords(bytes)], [orderRecord(10), orderRecord(12)])
  t.strictSame([...decodeAnchors(bytes)], [anchor])
  t.match(scanRecords(bytes), { records: 3, firstSeq: 10, lastSeq: 12, problem: undefined })
  t.equal(lastSeqOf(bytes.subarray(0, end)), 11)
  t.equal(lastTimeOf(bytes.subarray(0, end)), NOON + 5)
  t.equal(lastTimeOf(bytes), orderRecord(12).at)
  t.equal(lengthThrough(bytes, 11), end)
  t.equal(lengthThrough(bytes, 9), 0)
  t.strictSame([...decodeAnchors(bytes.subarray(0, end - 1))], [], 'one that is cut is none')
  bytes[end - 1] = (bytes[end - 1] ?? 0) ^ 1
  t.strictSame([...decodeAnchors(bytes)], [], 'nor one that is damaged')
  t.match(scanRecords(bytes), { records: 1, problem: { kind: 'damaged', why: /checksum/ } })
  t.end()
})

t.test('one record of a turn is found by its seq, though others are damaged', (t) => {
  const bytes = turnOf(10, 5)
  bytes[70] = (bytes[70] ?? 0) ^ 1
  t.strictSame(findRecord(bytes, 12), orderRecord(12))
  t.equal(findRecord(bytes, 15), undefined)
  t.throws(() => findRecord(bytes, 10), BadRecord)
  t.equal(hasRecord(bytes, 14), true)
  t.equal(hasRecord(bytes, 9), false)
  t.equal(lastSeqOf(bytes), 14)
  t.end()
})

t.test('a buffer rewinds to where a request began, and grows as it must', (t) => {
  const into = new RecordBuffer()
  encodeRecord(orderRecord(1), into)
  const mark = into.length
  encodeRecord({ ...orderRecord(2), message: 'x'.repeat(100_000) }, into)
  into.rewind(mark)
  encodeRecord(orderRecord(3), into)
  t.strictSame([...decodeRecords(into.bytes())], [orderRecord(1), orderRecord(3)])
  t.throws(() => into.rewind(into.length + 1), /only rewinds/)
  into.clear()
  t.equal(into.bytes().length, 0)
  t.end()
})

t.test('a value that the format cannot hold throws', (t) => {
  const bad: readonly Partial<AccountRecord>[] = [
    { seq: -1 },
    { seq: 1.5 },
    { requestDigest: -1 },
    { events: [{ ...order(1), id: -1 }] },
    { events: [{ ...order(1), price: 0.5 }] },
    { events: [{ ...order(1), price: Number.NaN }] },
    { events: [{ ...deal(1), profit: 2 ** 53 }] },
    { events: [{ ...order(1), reason: 'nobody' as 'client' }] },
  ]
  for (const fields of bad) {
    t.throws(() => encoded({ ...orderRecord(1), ...fields }), { name: 'InvariantError' })
  }
  t.end()
})

/** The record as if a build of `version` had written it. */
function withVersion(record: Uint8Array, version: number): Uint8Array {
  const bytes = Buffer.from(record)
  bytes.writeUInt16LE(version, 8)
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4)
  return bytes
}
