import t from 'tap'
import type { AccountEvent } from '../../../engine/account/event.js'
import {
  decodeRecords,
  decodeWithTallies,
  encodeTurn,
  isTurn,
  RecordBuffer,
  scanRecords,
} from '../../../wire/record/record.js'
import { NOBODY, readTurn, type TurnTimes } from '../../../wire/record/turn-times.js'
import { deal, encoded, order, pinned, position } from './sample-records.js'

const PINNED = [
  [order(500_001)],
  [deal(500_001)],
  [position(500_001)],
  [],
] satisfies AccountEvent[][]

/** The fields that are in records since version 7; the name is that of the request key. */
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

t.test('records of version 7 are read as what they were written of', (t) => {
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
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...(PINNED_NOW[i] ?? [])))
  })
  t.end()
})

t.test('records of version 9 are read as what they were written of', (t) => {
  const written = [
    '710000002961131109000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000e0000008a1c21e0c80ade204' +
      'ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31',
    '740000003b75540409000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0000013f0e0081ea30a1c21ea1c21e' +
      '0c01010180ade204a89f0da89f0dab9f0dd21345c601020c6772f6df657282d0dfb4ab33',
    '7e00000036d241c509000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000002fd00a1c21e0c0180ade204ab' +
      '9f0d012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b' +
      '0442044c0403',
    '77000000953b585909000000efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d311c74726164652e6e6f5f6d6f6e6579504e6f' +
      '7420656e6f756768206d6f6e65793a206465706f736974206f72207472616465206c6573732e00',
  ]
  written.forEach((hex, i) => {
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...(PINNED_NOW[i] ?? [])))
  })
  t.end()
})

t.test('records of version 10 are those of version 9 and a note', (t) => {
  const note = { actor: 1, kind: 'trade', text: 'x', ip: '::1', requestId: 'r-1' } as const
  const record = { ...pinned(...(PINNED_NOW[0] ?? [])), note }
  const written =
    '890000003a745b0f0a000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
    '00000000106af8404d000000000000000a6f3a612d31046f6b0000000000000000f03f0a74726164' +
    '650278063a3a3106722d3100e0000008a1c21e0c80ade204ab9f0da1c21e0c67726964203780d0df' +
    'b4ab3381d0dfb4ab330e7765623a732d31'
  t.strictSame([...decodeRecords(Buffer.from(written, 'hex'))], [record])
  t.end()
})

/** The fields that are in records since version 11. */
const THERE = { attempt: 1, asked: 'place' }

t.test('records of version 11 are read as what they were written of', (t) => {
  const written = [
    '7100000062270c770b000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000e0000008a1c21e0c80ade204' +
      'ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31',
    '78000000dc2c966f0b000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000e0000038a1c21e0c80ade204' +
      'ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31010a706c616365',
  ]
  const events = [PINNED_NOW[0], [{ ...order(500_001), ...NAMED, ...THERE }]]
  written.forEach((hex, i) => {
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...(events[i] ?? [])))
  })
  t.end()
})

/** The field that is in records since version 13. */
const HELD = { heldFills: '[{"number":2}]' }

t.test('records of version 13 are read as what they were written of', (t) => {
  const written = [
    '71000000bfed2ddd0d000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000e0000008a1c21e0c80ade204' +
      'ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31',
    '87000000651fced60d000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000e0000078a1c21e0c80ade204' +
      'ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31010a706c616365' +
      '1c5b7b226e756d626572223a327d5d',
  ]
  const events = [PINNED_NOW[0], [{ ...order(500_001), ...NAMED, ...THERE, ...HELD }]]
  written.forEach((hex, i) => {
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...(events[i] ?? [])))
  })
  t.end()
})

t.test('records of version 14 are those of version 13 and a note', (t) => {
  const note = { actor: 1, kind: 'trade', text: 'x', ip: '::1', requestId: 'r-1' } as const
  const record = { ...pinned(...(PINNED_NOW[0] ?? [])), note }
  const written =
    '890000007505469d0e000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
    '00000000106af8404d000000000000000a6f3a612d31046f6b0000000000000000f03f0a74726164' +
    '650278063a3a3106722d3100e0000008a1c21e0c80ade204ab9f0da1c21e0c67726964203780d0df' +
    'b4ab3381d0dfb4ab330e7765623a732d31'
  t.strictSame([...decodeRecords(Buffer.from(written, 'hex'))], [record])
  t.end()
})

t.test('a note that came by an API key keeps the name of the key', (t) => {
  const note = {
    actor: 1,
    kind: 'balance',
    text: 'x',
    ip: '::1',
    requestId: 'r-1',
    via: 'CRM',
  } as const
  const record = { ...pinned(...(PINNED_NOW[0] ?? [])), note }
  t.strictSame([...decodeRecords(encoded(record))], [record])
  t.end()
})

/** The fields that are in records since version 15. */
const DECIDED = { ruleId: 7, priceAsked: -12, way: '{"bid":1}' }

t.test('the bytes of record version 15 are these', (t) => {
  const written = [
    '72000000362584d80f000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000e000000800a1c21e0c80ade2' +
      '04ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31',
    '7e00000007c67de30f000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000000e000008803a1c21e0c80ade2' +
      '04ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31074c127b2262' +
      '6964223a317d',
  ]
  const events = [PINNED_NOW[0], [{ ...order(500_001), ...NAMED, ...DECIDED }]]
  written.forEach((hex, i) => {
    t.equal(Buffer.from(encoded(pinned(...(events[i] ?? [])))).toString('hex'), hex)
  })
  t.end()
})

t.test('the bytes of record version 16 are those of version 15 and a note', (t) => {
  const note = { actor: 1, kind: 'trade', text: 'x', ip: '::1', requestId: 'r-1' } as const
  const record = { ...pinned(...(PINNED_NOW[0] ?? [])), note }
  const written =
    '8a000000058e20ec10000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
    '00000000106af8404d000000000000000a6f3a612d31046f6b0000000000000000f03f0a74726164' +
    '650278063a3a3106722d3100e000000800a1c21e0c80ade204ab9f0da1c21e0c67726964203780d0' +
    'dfb4ab3381d0dfb4ab330e7765623a732d31'
  t.equal(Buffer.from(encoded(record)).toString('hex'), written)
  t.end()
})

t.test('the bytes of record versions 17 and 18 are those of 15 and 16 and an origin', (t) => {
  const [events = []] = [PINNED_NOW[0]]
  const asked = { by: 'client', requestId: 'r-2', clearsStops: true } as const
  const note = { actor: 1, kind: 'trade', text: 'x', ip: '::1', requestId: 'r-1' } as const
  const own = { ...pinned(...events), origin: asked }
  const noted = { ...pinned(...events), note, origin: { ...asked, by: 'dealer' as const } }
  const written = [
    '770000003a31140b11000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b00000206722d3200e000000800a1c2' +
      '1e0c80ade204ab9f0da1c21e0c67726964203780d0dfb4ab3381d0dfb4ab330e7765623a732d31',
    '8f0000005f80513a12000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0000000000000000f03f0a74726164' +
      '650278063a3a3106722d310306722d3200e000000800a1c21e0c80ade204ab9f0da1c21e0c677269' +
      '64203780d0dfb4ab3381d0dfb4ab330e7765623a732d31',
  ]
  for (const [i, record] of [own, noted].entries()) {
    t.equal(Buffer.from(encoded(record)).toString('hex'), written[i])
    t.strictSame([...decodeRecords(encoded(record))], [record])
  }
  t.end()
})

const SUMS = { closedVolume: 7, profit: -8, commission: -9, fee: 0, swapPaid: 300 }
const REPAIRS: AccountEvent[] = [
  {
    type: 'restatement',
    dealId: 800_001,
    balance: -5,
    credit: 6,
    commissionDue: -70,
    balancePrevDay: 1000,
    balancePrevMonth: 0,
    at: 1_764_000_000_000,
    differences: '[]',
  },
  { ...position(500_001), ...SUMS, type: 'restored_position' },
  { ...deal(500_001), type: 'restored_deal', seq: 12, previousId: 800_000 },
]

t.test('repairs of version 7 are read as what they were written of', (t) => {
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
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...REPAIRS.slice(i, i + 1)))
  })
  t.end()
})

t.test('repairs of version 13 are read as what they were written of', (t) => {
  const written = [
    '5700000099a638960d000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b00000781ea304506c601a80f0080d0' +
      'dfb4ab33045b5d',
    '840000008ccce6bf0d000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000008fd00a1c21e0c0180ade204ab' +
      '9f0d012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b' +
      '0442044c040307484900ac04',
    '790000006a029f190d000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0000093f0e0181ea30a1c21ea1c21e' +
      '0c01010180ade204a89f0da89f0dab9f0dd21345c601020c6772f6df657282d0dfb4ab33000c80ea' +
      '30',
  ]
  written.forEach((hex, i) => {
    const [record] = decodeRecords(Buffer.from(hex, 'hex'))
    t.strictSame(record, pinned(...REPAIRS.slice(i, i + 1)))
  })
  t.end()
})

t.test('the bytes of repairs are these', (t) => {
  const written = [
    '570000003b48ca010f000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b00000781ea304506c601a80f0080d0' +
      'dfb4ab33045b5d',
    '84000000a639eb570f000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b000008fd00a1c21e0c0180ade204ab' +
      '9f0d012233363032383739373031383936333936384c80d0dfb4ab3300011d370430043a0440044b' +
      '0442044c040307484900ac04',
    '7900000031ae41ae0f000100efbeaddeffffffffffff1f00000000000100000000b0877e69ab7942' +
      '00000000106af8404d000000000000000a6f3a612d31046f6b0000093f0e0181ea30a1c21ea1c21e' +
      '0c01010180ade204a89f0da89f0dab9f0dd21345c601020c6772f6df657282d0dfb4ab33000c80ea' +
      '30',
  ]
  written.forEach((hex, i) => {
    t.equal(Buffer.from(encoded(pinned(...REPAIRS.slice(i, i + 1)))).toString('hex'), hex)
  })
  t.end()
})

const TURN: TurnTimes = {
  at: 1_764_000_000_000,
  firstOrder: 500_001,
  firstDeal: 800_001,
  orders: 2,
  deals: 3,
  decided: 120,
  durable: 400,
  told: 405,
  runs: [0, 0, NOBODY, 1, 2, 806],
}

// The head of a turn's times, then the turn: its beginning, numbers, microseconds and runs.
t.test('the bytes of the times of a turn are these', (t) => {
  const into = new RecordBuffer()
  encodeTurn({ seq: 9, at: 1_764_000_000_500, shard: 1, shards: 3 }, TURN, into)
  const hex =
    '45000000e3cb677afeff0100030000000900000000000000000000000000000000409f7e69ab79420000807e69ab7942a1c21e81ea3002037890039503020000000102a606'
  t.equal(Buffer.from(into.bytes()).toString('hex'), hex)
  const [read] = decodeWithTallies(Buffer.from(hex, 'hex'))
  if (read === undefined || !isTurn(read)) throw new Error('they are of a turn')
  t.match(read, { seq: 9, at: 1_764_000_000_500, shard: 1, shards: 3 })
  t.strictSame(readTurn(read.turn), TURN)
  t.same([...decodeRecords(Buffer.from(hex, 'hex'))], [], 'of no account')
  t.equal(scanRecords(Buffer.from(hex, 'hex')).records, 1, 'and whole')
  t.end()
})
