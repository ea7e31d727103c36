import t from 'tap'
import { compileBook } from '../../../../engine/book/book.js'
import type { BookRecords } from '../../../../engine/config/book-records.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook, groupIn, HEDGING } from '../../../given/book.js'
import { GivenShard } from '../../../given/floors/shard.js'
import { checkLedger } from '../../../given/records/ledger.js'

// Rule 62: each of an account's terms is in its snapshot, as of now, in both codecs.

const CODECS = ['json', 'msgpack'] as const

function terms(shard: GivenShard, codec: (typeof CODECS)[number] = 'json') {
  const reply = shard.request(shard.socket({ codec }), 'snapshot')
  const { account } = reply['data'] as { account: { terms: Record<string, unknown> | null } }
  return account.terms
}

/** Each term, and a change of the group that gives it that value. */
const OF_GROUP: Readonly<Record<string, readonly [change: Partial<GroupRecord>, told: unknown]>> = {
  currency: [{ currency: 'EUR' }, 'EUR'],
  currency_digits: [{ currency_digits: 3 }, 3],
  margin_mode: [{ margin_mode: 'netting' }, 'netting'],
  leverage: [{ leverage: 33 }, 33],
  margin_call_level: [{ margin_call_level: '77' }, '77'],
  stop_out_level: [{ stop_out_level: '33' }, '33'],
  stop_out_mode: [{ stop_out_mode: 'money' }, 'money'],
  free_margin_mode: [{ free_margin_mode: 'use_loss' }, 'use_loss'],
  negative_balance_protection: [{ negative_balance_protection: false }, false],
  limit_orders: [{ limit_orders: 12 }, 12],
  limit_positions: [{ limit_positions: 13 }, 13],
  trade_enabled: [{ trade_enabled: false }, false],
  company: [{ company: 'Another house' }, 'Another house'],
  deposit_url: [{ deposit_url: 'https://pay.example/in' }, 'https://pay.example/in'],
  withdraw_url: [{ withdraw_url: 'https://pay.example/out' }, 'https://pay.example/out'],
}

for (const [name, [change, told]] of Object.entries(OF_GROUP)) {
  t.test(`${name} of the group is in the snapshot, from its change on`, (t) => {
    for (const codec of CODECS) {
      const shard = new GivenShard().profile()
      const before = terms(shard, codec)
      t.not(before?.[name], told)
      t.same(Object.keys(before ?? {}).toSorted(), Object.keys(OF_GROUP).toSorted(), 'all of them')
      shard.turn(() => shard.parts.setBook(givenBook({ groups: { [HEDGING]: change } })))
      t.same(terms(shard, codec), { ...before, [name]: told }, 'and nothing else')
      checkLedger(shard.records(LOGIN), shard.account())
    }
    t.end()
  })
}

const OF_ACCOUNT = {
  leverage: [{ leverage: 7 }, 7],
  limit_orders: [{ limit_orders: 3 }, 3],
  limit_positions: [{ limit_positions: 4 }, 4],
  trade_enabled: [{ trading_enabled: false }, false],
} as const

for (const [name, [change, told]] of Object.entries(OF_ACCOUNT)) {
  t.test(`${name} of the account comes before its group's`, (t) => {
    const shard = new GivenShard().profile()
    const before = terms(shard)
    t.not(before?.[name], told)
    shard.turn(() => void shard.profile(change))
    t.same(terms(shard), { ...before, [name]: told })
    checkLedger(shard.records(LOGIN), shard.account())
    t.end()
  })
}

t.test('pages that the group has none of are those of the server', (t) => {
  const pages = { id: 1, deposit_url: 'https://all.example/in', withdraw_url: '' }
  const change = { deposit_url: '', withdraw_url: 'https://own.example/out' }
  const book = givenBook({ groups: { [HEDGING]: change } })
  const records = { ...book.records, allocation_settings: [pages] } as unknown as BookRecords
  const shard = new GivenShard({ book: compileBook(records) }).profile()
  const found = { deposit_url: 'https://all.example/in', withdraw_url: 'https://own.example/out' }
  t.match(terms(shard), found)
  t.end()
})

t.test('a leverage that neither has is 1', (t) => {
  const shard = new GivenShard({ book: givenBook({ groups: { [HEDGING]: { leverage: 0 } } }) })
  t.match(terms(shard.profile()), { leverage: 1 })
  t.ok(groupIn(shard.core.book))
  t.end()
})
