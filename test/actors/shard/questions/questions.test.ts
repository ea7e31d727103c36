import t from 'tap'
import { SET_ASIDE } from '../../../../actors/shard/log/quarantine.js'
import { refuseField } from '../../../../engine/reasons/fault.js'
import { because, say } from '../../../../engine/reasons/reasons.js'
import type { ShardAsk, ShardOperations } from '../../../../wire/thread/messages.js'
import { LOGIN } from '../../../given/account.js'
import { HEDGING } from '../../../given/book.js'
import { DOER } from '../../../given/desk.js'
import { type GivenShard, type Told, tradingShard } from '../../../given/floors/shard.js'
import type { GivenPrices } from '../../../given/prices.js'
import { checkLedger } from '../../../given/records/ledger.js'

// Goal: what a shard is asked is answered whole, also of accounts that it does not have or cannot tell of.

const NOBODY = 1009
const UNKNOWN = because('not_found.account', { login: NOBODY })

function asked(shard: GivenShard, ask: ShardAsk): Readonly<Record<string, unknown>> {
  const told = shard.turn(() => shard.ask(1, ask))
  return (told.find(({ kind }) => kind === 'answer') as Told).value
}

/** Its figures cannot be found from now on. */
function breakMoney(shard: GivenShard, login: number): void {
  Object.defineProperty(shard.account(login), 'credit', {
    get() {
      throw new Error('given')
    },
  })
}

const ASIDE = 1003
const BROKEN = 1004

function given(): GivenShard {
  const shard = tradingShard()
  for (const login of [1002, ASIDE, BROKEN]) shard.profile({ login })
  shard.turn(() => void shard.core.quarantine.add(shard.account(ASIDE), new Error('given')))
  breakMoney(shard, BROKEN)
  return shard
}

t.test('the money of one account is told whole, or why it is not', (t) => {
  const shard = given()
  const money = (login: number) => {
    const answer = asked(shard, { op: 'money', request: { login } })
    return answer['ok'] === true ? JSON.parse(`{${answer['text']}}`) : answer
  }
  const figures = {
    equity: '10000.00',
    margin: '0.00',
    margin_free: '10000.00',
    margin_level: null,
  }
  t.same(money(LOGIN), {
    balance: '10000.00',
    credit: '0.00',
    balance_prev_day: '0.00',
    balance_prev_month: '0.00',
    money: {
      balance: '10000.00',
      credit: '0.00',
      ...figures,
      profit: '0.00',
      swap: '0.00',
      commission: '0.00',
      seq: '1',
      at: '2026-01-05T12:00:00.000Z',
    },
  })
  t.same(money(NOBODY), UNKNOWN)
  t.same(money(ASIDE), SET_ASIDE)
  t.same(money(BROKEN), SET_ASIDE)
  t.end()
})

t.test(
  'the money of many is told in their order, and nothing of those that have none to tell',
  (t) => {
    const logins = [ASIDE, LOGIN, NOBODY, BROKEN, 1002]
    const answer = asked(given(), { op: 'moneys', request: { logins } })
    t.equal(answer['ok'], true)
    const lines = String(answer['text']).split('\n')
    t.same(
      lines.map((line) => JSON.parse(line)?.balance ?? null),
      [null, '10000.00', null, null, '0.00'],
    )
    t.end()
  },
)

t.test('who watches is told the groups of all that they named', (t) => {
  const shard = given()
  const request = {
    codec: 'json',
    add: [LOGIN, NOBODY],
    look: [1002, NOBODY],
    money: [1002, NOBODY],
  } as const
  const told = shard.turn(() => shard.ask(1, { op: 'watch', request }))
  t.same(told.find(({ kind }) => kind === 'answer')?.value, {
    ok: true,
    value: { groups: [HEDGING, null, HEDGING, null] },
  })
  const heard = told.filter(({ kind }) => kind === 'watched').map(({ value }) => value['login'])
  t.same(heard, [LOGIN], 'one that is asked about is not watched by that')
  t.end()
})

t.test('a change of a balance is answered and noted as it was made', (t) => {
  const shard = given()
  const plain = { comment: '', request_id: 'r', skip_margin_check: false, by: DOER }
  const change = (more: Partial<ShardOperations['balance']['request']>) => {
    const request = { login: LOGIN, action: 'deposit', amount: '1', ...plain, ...more } as const
    const answer = asked(shard, { op: 'balance', request })
    return [answer, shard.records(LOGIN).at(-1)?.note]
  }
  const noted = (text: string) => {
    return { actor: DOER.login, kind: 'balance', ip: DOER.ip, requestId: DOER.request_id, text }
  }
  const made = (deal_id: number, amount: string) => {
    const projection_seq = String(shard.records().at(-1)?.seq)
    return { ok: true, value: { deal_id, amount, projection_seq } }
  }
  const said = (text: string) => noted(`Account ${LOGIN}: ${text}`)
  t.same(change({ amount: '5.5' }), [made(101, '5.50'), said('deposit 5.50 USD')])
  t.same(change({ amount: '5.5' }), [made(101, '5.50'), said('deposit 5.50 USD')], 'once')
  t.same(change({ action: 'withdraw', comment: 'by hand', request_id: 's' }), [
    made(102, '-1.00'),
    said('withdraw 1.00 USD (by hand)'),
  ])
  t.same(change({ action: 'credit_in', amount: '7', request_id: 'c' }), [
    made(103, '7.00'),
    said('credit_in 7.00 USD'),
  ])
  const [refused] = change({ amount: '0.001', request_id: 'd' })
  t.same(refused, refuseField('amount', say('field.decimals_max', { digits: 2 })))
  const [large] = change({ amount: '90071992547409.92', request_id: 'd' })
  t.same(large, refuseField('amount', say('field.too_large')))
  const sided = { amount: '5.5', request_id: 'e' } as const
  t.match(change({ ...sided, side: 'buy' })[0], { ok: true })
  t.match(change({ ...sided, side: 'buy' })[0], { ok: true })
  const conflict = { ok: false, code: 'conflict' }
  for (const other of [
    { ...sided, side: 'sell' },
    sided,
    { amount: '5.5', side: 'buy' },
  ] as const) {
    t.match(change(other)[0], conflict, 'what the side is, is part of the request')
  }
  t.same(change({ login: NOBODY })[0], UNKNOWN)
  t.same(change({ login: ASIDE })[0], SET_ASIDE)
  Object.defineProperty(shard.account(1002), 'groupPath', {
    get() {
      throw new Error('given')
    },
  })
  t.same(change({ login: 1002 })[0], SET_ASIDE, 'where it breaks something may have been changed')
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a question about no one account that breaks is told of nobody', (t) => {
  const shard = given()
  const error = new Error('given')
  shard.core.groupExposures.groups = () => {
    throw error
  }
  const request = { mask: '*', scope: ['*'], sees_staff: false }
  t.match(asked(shard, { op: 'exposure', request }), { ok: false, code: 'internal' })
  t.same(shard.failures, [{ what: 'exposure', login: 0, error }])
  t.end()
})

t.test(
  'an act on a request that waits sets aside the account of the request, where it breaks',
  (t) => {
    const shard = given()
    const waits = {
      account: shard.account(1002),
      get state() {
        throw new Error('given')
      },
    }
    const { requests } = shard.core.parking
    requests.get = (id) => (id === 7 ? (waits as never) : undefined)
    const act = (id: number) => {
      const request = { id, act: 'take', text: '', price: null, by: DOER } as never
      return asked(shard, { op: 'dealing', request })
    }
    t.same(act(8), because('not_found.dealing_request', { id: 8 }))
    t.same(act(7), SET_ASIDE)
    t.same(
      shard.setAside.map(({ login, why }) => [login, why.message]),
      [
        [ASIDE, 'given'],
        [1002, 'given'],
      ],
    )
    t.end()
  },
)

t.test('the exposure of groups is answered whole, of those in reach', (t) => {
  const shard = given()
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' } as const
  const trade = (more: object) => {
    const request = { login: LOGIN, body: { ...body, ...more }, reason: 'api', by: null } as const
    t.match(asked(shard, { op: 'trade', request }), { ok: true })
  }
  trade({})
  trade({ side: 'sell', volume: '0.4' })
  const exposure = (mask: string, scope: string, sees_staff = false) =>
    asked(shard, { op: 'exposure', request: { mask, scope: [scope], sees_staff } })
  const [bought, sold] = [100_000_000n, 40_000_000n]
  const [bid, ask] = [117_000n, 117_010n]
  const market = {
    bought: String(bought * bid),
    sold: String(sold * ask),
    covered: '0',
    gain: String((bought + sold) * (bid - ask)),
  }
  const row = { id: 1, accounts: 1, bought: String(bought), sold: String(sold), covered: '0' }
  const value = {
    symbols: [{ ...row, market }],
    currencies: [
      ['EUR', 1],
      ['USD', 1],
    ],
  }
  t.same(exposure('*', '*'), { ok: true, value })
  t.same(exposure('demo\\*', 'demo\\*'), { ok: true, value })
  const none = { ok: true, value: { symbols: [], currencies: [] } }
  t.same(exposure('real\\*', '*'), none)
  t.same(exposure('*', 'real\\*'), none)
  ;(shard.prices as GivenPrices).remove('EURUSD')
  const dark = { ...value, symbols: [{ ...row, market: null }] }
  t.same(exposure('*', '*'), { ok: true, value: dark })
  t.end()
})
