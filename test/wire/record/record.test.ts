import { deepStrictEqual, equal, ok, throws } from 'node:assert'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import type { AccountEvent, AccountRecord } from '../../../engine/account/event.js'
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
import { deal, order, orderRecord, position, turnOf } from './sample-records.js'

const HEAD_BYTES = 56
const NOON = 1_764_000_000_000

function encoded(...records: readonly AccountRecord[]): Uint8Array {
  const into = new RecordBuffer()
  for (const record of records) encodeRecord(record, into)
  return into.bytes().slice()
}

/** A record whose only event is `event`, with every head field filled. */
function pinned(...events: readonly AccountEvent[]): AccountRecord {
  return {
    seq: 9_007_199_254_740_991,
    previousSeq: 4_294_967_296,
    at: 1_764_000_000_123,
    login: 100_001,
    accountSeq: 77,
    requestKey: 'o:a-1',
    requestDigest: 0xdeadbeef,
    code: events.length > 0 ? 'ok' : 'trade.no_money',
    message: events.length > 0 ? '' : 'Not enough money: deposit or trade less.',
    events,
  }
}

const PINNED = [
  [order(500_001)],
  [deal(500_001)],
  [position(500_001)],
  [],
] satisfies AccountEvent[][]

/** The fields that are in records since version 7. */
const NAMED = { clientOrderId: 'a-1', session: 'web:s-1' }
const PINNED_NOW = [
  [{ ...order(500_001), ...NAMED }],
  [{ ...deal(500_001), clientOrderId: NAMED.clientOrderId }],
  ...PINNED.slice(2),
] satisfies AccountEvent[][]

// C1. A difference here means that logs already written can no longer be read: raise the version.
t.test('records of version 1 are read as what they were written of', (t) => {
  const written = [
    '690000002526589601000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0000a1c21e0c00000080ade20400ab' +
      '9f0da1c21e000c67726964203780d0dfb4ab3381d0dfb4ab33',
    '79000000b9d74ec901000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000181ea30a1c21ea1c21e0c010101' +
      '80ade204a89f0da89f0dab9f0dd21345c60100000080c0a8ca9a3a020c6772f6df657282d0dfb4ab' +
      '33',
    '7c00000001f54d4e01000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0002a1c21e0c0180ade204ab9f0d00' +
      '012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b0442' +
      '044c0403',
    '76000000cde3fa5f01000000efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d311c74726164652e6e6f5f6d6f6e6579504e6f' +
      '7420656e6f756768206d6f6e65793a206465706f736974206f72207472616465206c6573732e',
  ]
  written.forEach((hex, i) => {
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...(PINNED[i] ?? [])))
  })
  t.end()
})

t.test('records of version 3 are read as what they were written of', (t) => {
  const written = [
    '780000009423ab9d03000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0000a1c21e0c00000080ade20400ab' +
      '9f0da1c21e000c67726964203780d0dfb4ab3381d0dfb4ab33000000000000000000000000000001',
    '7c000000dbeee36903000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000181ea30a1c21ea1c21e0c010101' +
      '80ade204a89f0da89f0dab9f0dd21345c60100000080c0a8ca9a3a020c6772f6df657282d0dfb4ab' +
      '33000000',
    '81000000f1bbd65e03000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0002a1c21e0c0180ade204ab9f0d00' +
      '012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b0442' +
      '044c04030000000000',
    '7600000018a57bea03000000efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d311c74726164652e6e6f5f6d6f6e6579504e6f' +
      '7420656e6f756768206d6f6e65793a206465706f736974206f72207472616465206c6573732e',
  ]
  written.forEach((hex, i) => {
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...(PINNED[i] ?? [])))
  })
  t.end()
})

t.test('records of version 5 are read as what they were written of', (t) => {
  const written = [
    '7d000000a110e11105000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0000a1c21e0c00000080ade20400ab' +
      '9f0da1c21e000c67726964203780d0dfb4ab3381d0dfb4ab33000000000000000000000000000001' +
      '0000000000',
    '7d00000055276a9305000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000181ea30a1c21ea1c21e0c010101' +
      '80ade204a89f0da89f0dab9f0dd21345c60100000080c0a8ca9a3a020c6772f6df657282d0dfb4ab' +
      '3300000000',
    '8100000082bb6b5905000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0002a1c21e0c0180ade204ab9f0d00' +
      '012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b0442' +
      '044c04030000000000',
    '76000000266889ef05000000efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d311c74726164652e6e6f5f6d6f6e6579504e6f' +
      '7420656e6f756768206d6f6e65793a206465706f736974206f72207472616465206c6573732e',
  ]
  written.forEach((hex, i) => {
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...(PINNED[i] ?? [])))
  })
  t.end()
})

t.test('the bytes of record version 7 are these', (t) => {
  const written = [
    '8a0000004159940d07000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000a1c21e0c00000080ade20400' +
      'ab9f0da1c21e000c67726964203780d0dfb4ab3381d0dfb4ab330000000000000000000000000000' +
      '01000000000006612d310e7765623a732d31',
    '82000000079f7ce007000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b00000181ea30a1c21ea1c21e0c0101' +
      '0180ade204a89f0da89f0dab9f0dd21345c60100000080c0a8ca9a3a020c6772f6df657282d0dfb4' +
      'ab330000000006612d31',
    '82000000a1b11cb207000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000002a1c21e0c0180ade204ab9f0d' +
      '00012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b04' +
      '42044c04030000000000',
    '770000000544ecf607000000efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d311c74726164652e6e6f5f6d6f6e6579504e6f' +
      '7420656e6f756768206d6f6e65793a206465706f736974206f72207472616465206c6573732e00',
  ]
  written.forEach((hex, i) => {
    t.equal(Buffer.from(encoded(pinned(...(PINNED_NOW[i] ?? [])))).toString('hex'), hex)
  })
  t.end()
})

t.test('the bytes of repairs are these', (t) => {
  const sums = { closedVolume: 7, profit: -8, commission: -9, fee: 0, swapPaid: 300 }
  const events: AccountEvent[] = [
    {
      type: 'restatement',
      ...{ dealId: 800_001, balance: -5, credit: 6, commissionDue: -70 },
      ...{ balancePrevDay: 1000, balancePrevMonth: 0, at: 1_764_000_000_000, differences: '[]' },
    },
    { ...position(500_001), ...sums, type: 'restored_position' },
    { ...deal(500_001), type: 'restored_deal', seq: 12, previousId: 800_000 },
  ]
  const written = [
    '5700000070f8923307000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b00000781ea304506c601a80f0080d0' +
      'dfb4ab33045b5d',
    '880000007281906b07000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000008a1c21e0c0180ade204ab9f0d' +
      '00012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b04' +
      '42044c0403000000000007484900ac04',
    '83000000aa47b03d07000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b00000981ea30a1c21ea1c21e0c0101' +
      '0180ade204a89f0da89f0dab9f0dd21345c60100000080c0a8ca9a3a020c6772f6df657282d0dfb4' +
      'ab3300000000000c80ea30',
  ]
  written.forEach((hex, i) => {
    t.equal(Buffer.from(encoded(pinned(...events.slice(i, i + 1)))).toString('hex'), hex)
  })
  t.end()
})

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
  const bytes = withVersion(encoded(orderRecord(1)), 11)
  t.match(scanRecords(bytes), { problem: { kind: 'damaged', why: /version 11/ } })
  t.throws(() => [...decodeRecords(bytes)], { name: 'BadRecord', message: /version 11/ })
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
    'its bytes are these (C1)',
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
