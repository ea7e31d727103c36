import t from 'tap'
import { SET_ASIDE } from '../../../../actors/shard/log/quarantine.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { exactJson } from '../../../../wire/format/exact-json.js'
import { decodeRecords } from '../../../../wire/record/record.js'
import type { ShardAsk } from '../../../../wire/thread/messages.js'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { depositAsk, GivenShard, tradingShard } from '../../../given/floors/shard.js'
import { checkLedger } from '../../../given/records/ledger.js'

// Goal: the line of a repair names some of what was found, and says how many more there were. What an audit reads before
// that is every record of the account that the log has.

/** Nothing is wrong with the account: what was found is what the test says. */
function repaired(shard: GivenShard, count: number): string {
  const { seq, balance, credit, commissionDue, balancePrevDay, balancePrevMonth } = shard.account()
  const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
  const differences = Array.from({ length: count }, (_, index) => {
    const field = `field ${index + 1}`
    return index % 2 === 0
      ? { field, stored: String(index), computed: null }
      : { field, stored: null, computed: String(index) }
  })
  const repair = exactJson({ seq, money, positions: [], deals: [] })
  const request = { login: LOGIN, repair, differences, request_id: `r-${count}`, by: DOER }
  const told = shard.turn(() => shard.ask(1, { op: 'repair', request }))
  t.match(told.find(({ kind }) => kind === 'answer')?.value, { ok: true })
  return shard.records(LOGIN).at(-1)?.note?.text ?? ''
}

const BEGINS = `Account ${LOGIN} is repaired from its deals: `

t.test('one to five differences are named, of more the first five', (t) => {
  const shard = tradingShard()
  const one = 'field 1 0 is none'
  const five = `${one}, field 2 none is 1, field 3 2 is none, field 4 none is 3, field 5 4 is none`
  t.equal(repaired(shard, 1), `${BEGINS}${one}`)
  t.equal(repaired(shard, 5), `${BEGINS}${five}`)
  t.equal(repaired(shard, 6), `${BEGINS}${five} and 1 more`)
  t.equal(repaired(shard, 47), `${BEGINS}${five} and 42 more`)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('an account that is unknown or set aside is not looked at, and not repaired', (t) => {
  const shard = tradingShard()
  shard.turn(() => void shard.core.quarantine.add(shard.account(), new Error('given')))
  const repair = { repair: '{"seq":0}', differences: [], request_id: 'r', by: DOER }
  for (const [login, refusal] of [
    [LOGIN, SET_ASIDE],
    [LOGIN + 1, because('not_found.account', { login: LOGIN + 1 })],
  ] as const) {
    const asks: ShardAsk[] = [
      { op: 'held', request: { login } },
      { op: 'history', request: { login, from: 1 } },
      { op: 'repair', request: { login, ...repair } },
    ]
    for (const ask of asks) {
      const told = shard.turn(() => shard.ask(1, ask))
      t.same(
        told.map(({ value }) => value),
        [refusal],
        `${ask.op} ${login}`,
      )
    }
  }
  t.end()
})

t.test('the figures that an account stands at are told whole', (t) => {
  const shard = tradingShard()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' }
  shard.request(shard.socket(), 'trade', open)
  const told = shard.turn(() => shard.ask(1, { op: 'held', request: { login: LOGIN } }))
  const account = shard.account()
  const { seq, lastRecordSeq: recordSeq, day, balance, credit, commissionDue } = account
  const { balancePrevDay, balancePrevMonth } = account
  const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
  const positions = [...account.positions.values()]
  const text = exactJson({ seq, recordSeq, day, ...money, positions })
  t.same(
    told.map(({ value }) => value),
    [{ ok: true, value: { text, recordSeq: 2 } }],
  )
  t.end()
})

t.test(
  'a repair that finds nothing writes nothing, and one of an account that moved on is refused',
  (t) => {
    const shard = tradingShard()
    const records = shard.records().length
    const asked = (more: object) => {
      const { seq, balance, credit, commissionDue, balancePrevDay, balancePrevMonth } =
        shard.account()
      const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
      const repair = exactJson({ seq, money, positions: [], deals: [], ...more })
      return (differences: readonly object[], request_id = '') => {
        const request = { login: LOGIN, repair, differences, request_id, by: DOER }
        const told = shard.turn(() => shard.ask(1, { op: 'repair', request } as ShardAsk))
        return told.find(({ kind }) => kind === 'answer')?.value
      }
    }
    const found = [{ field: 'balance', stored: '1.00', computed: '2.00' }]
    const nothing = { ok: true, text: '{"differences":[],"projection_seq":null}' }
    t.same(asked({})([]), nothing)
    t.same(asked({ seq: 0 })(found, 'k'), because('conflict.account_rechecked'))
    t.equal(shard.records().length, records)
    const done = asked({})(found, 'k')
    t.match(done, { ok: true, text: /"field":"balance".*"projection_seq":"2"/ })
    t.same(asked({ seq: 0 })(found, 'k'), done, 'a repeat is answered as the first time')
    t.same(asked({})([], 'k'), done, 'also where nothing is found any more')
    t.equal(shard.records().length, records + 1)
    const [deal] = shard.records().at(-1)?.events ?? []
    t.match(deal, { comment: 'balance 1.00 is 2.00 by its deals' })
    asked({})([{ field: 'seq', stored: '1', computed: '2' }], 'other')
    t.match(shard.records().at(-1)?.events[0], { comment: 'repaired from its deals' })
    t.end()
  },
)

const PAGE_RECORDS = 256

/** The seqs of each page of the account's history, from its newest record on. */
function pagesOf(shard: GivenShard): number[][] {
  const pages: number[][] = []
  for (let from = shard.account().lastRecordSeq; from !== 0; ) {
    const told = shard.turn(() =>
      shard.ask(1, { op: 'history', request: { login: LOGIN, from } } as const),
    )
    const answer = told.find(({ kind }) => kind === 'answer')?.value
    t.match(answer, { ok: true })
    const page = answer?.['value'] as { records: string; next: number } | undefined
    if (page === undefined) throw new Error('there is no page')
    const { records, next } = page
    pages.push([...decodeRecords(Buffer.from(records, 'base64'))].map(({ seq }) => seq))
    from = next
  }
  return pages
}

t.test(
  'a history is told page by page down to the oldest record, also where it stands alone',
  (t) => {
    const shard = tradingShard()
    const [oldest = 0] = shard.records(LOGIN).map(({ seq }) => seq)
    t.same(pagesOf(shard), [[oldest]])
    for (const [count, sizes] of [
      [PAGE_RECORDS, [PAGE_RECORDS]],
      [PAGE_RECORDS + 1, [PAGE_RECORDS, 1]],
      [PAGE_RECORDS + 2, [PAGE_RECORDS, 2]],
    ] as const) {
      shard.turn(() => {
        for (let n = shard.account().seq; n < count; n++) {
          shard.ask(0, depositAsk(LOGIN, '1', `d-${n}`))
        }
      })
      const pages = pagesOf(shard)
      t.same(
        pages.map(({ length }) => length),
        sizes,
      )
      t.same(
        pages.flat().toReversed(),
        shard.records(LOGIN).map(({ seq }) => seq),
      )
    }
    t.equal(shard.log.trim(oldest + 1, 1), 1)
    t.same(
      pagesOf(shard).map(({ length }) => length),
      [PAGE_RECORDS, 1],
      'the oldest is in the log no more',
    )
    t.end()
  },
)

t.test('a page of long records ends before it is too long for a message', (t) => {
  const shard = tradingShard()
  const kept = { digest: 1, requestKey: 'o:one', code: 'trade.rejected' } as const
  for (let n = 0; n < 20; n++) {
    shard.turn(() => {
      shard.core.ledger.write(shard.account(), { ...kept, message: 'x'.repeat(30_000) }, [])
    })
  }
  const sizes = pagesOf(shard).map(({ length }) => length)
  t.same(sizes, [9, 9, 3])
  t.end()
})

t.test('a record of another account, or one that is not there, is in no history', (t) => {
  const shard = tradingShard()
  shard.profile({ login: LOGIN + 1 }).deposit('1', LOGIN + 1)
  for (const from of [2, 7]) {
    const told = shard.turn(() => shard.ask(1, { op: 'history', request: { login: LOGIN, from } }))
    t.same(
      told.map(({ value }) => value),
      [because('unavailable.log_record', { number: from })],
    )
  }
  t.end()
})

t.test('of an account without a record the history is empty', (t) => {
  const shard = new GivenShard().profile()
  const ask = { op: 'history', request: { login: LOGIN, from: 0 } } as const
  const told = shard.turn(() => shard.ask(1, ask))
  t.same(
    told.map(({ value }) => value),
    [{ ok: true, value: { records: '', next: 0 } }],
  )
  t.end()
})
