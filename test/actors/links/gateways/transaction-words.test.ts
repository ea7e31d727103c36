import t from 'tap'
import {
  type GatewaySettings,
  reportBody,
  sessionOrder,
  termsByName,
  termsOf,
} from '../../../../actors/links/gateways/gateway-words.js'
import type { SessionReport } from '../../../../actors/links/gateways/provider-session.js'
import {
  receivedTransaction,
  sentTransaction,
} from '../../../../actors/links/gateways/transaction-words.js'
import type { ProviderOrder } from '../../../../wire/thread/provider-messages.js'
import { givenBook } from '../../../given/book.js'
import { withParameter } from '../../../given/floors/provider-floor.js'
import { OPENED, ORDER, REPORT } from './given-gateway.js'

// Goal: an order in the words of its provider, and a word of the provider in ours, each of them whole.

const AT = 1_700_000_000_000
const translates = [
  {
    symbol_id: 1,
    source: 'EUR/USD',
    source_digits: 6,
    bid_markup_pts: -7,
    ask_markup_pts: 12,
  },
]
const SETTINGS: GatewaySettings = { record: { ...OPENED, translates }, book: givenBook() }
const TERMS = termsOf(SETTINGS, 1)

t.test('a symbol is found by its id, and by the name that its provider has for it', async (t) => {
  const terms = {
    symbolId: 1,
    source: 'EUR/USD',
    sourceDigits: 6,
    digits: 5,
    bidMarkup: -7,
    askMarkup: 12,
    perLot: 10_000_000_000_000n,
  }
  t.same(TERMS, terms)
  t.same(termsByName(SETTINGS, 'EUR/USD'), terms)
  t.same(termsByName(SETTINGS, 'EURUSD'), terms, 'our own name, which nothing else is called')
  t.same([termsOf(SETTINGS, 999), termsByName(SETTINGS, 'NOPE')], [undefined, undefined])
  const named = (source: string, ...rows: readonly (readonly [id: number, source: string])[]) => {
    const all = rows.map(([symbol_id, source]) => {
      return { symbol_id, source, source_digits: 5, bid_markup_pts: 0, ask_markup_pts: 0 }
    })
    const record = { ...OPENED, translates: all }
    return termsByName({ record, book: SETTINGS.book }, source)?.symbolId
  }
  t.equal(named('EU', [2, 'EU'], [1, 'EU']), undefined, 'two are called so')
  t.equal(named('EURUSD', [2, 'EURUSD']), undefined, 'and so is our own')
  t.equal(named('EURUSD', [2, 'EURUSD'], [1, '']), undefined)
  t.equal(named('EURUSD', [2, 'EURUSD'], [1, 'EU']), 2)
  t.equal(named('EURUSD', [1, 'EURUSD']), 1)
  const lots = withParameter(SETTINGS.record, 'FIX Quantity Mode', 'Lots')
  const inLots = { record: { ...OPENED, params: lots.params }, book: SETTINGS.book }
  t.same(termsOf(inLots, 1), {
    ...terms,
    source: 'EURUSD',
    sourceDigits: 5,
    bidMarkup: 0,
    askMarkup: 0,
    perLot: 100_000_000n,
  })
})

t.test('an order has each price as its provider counts, and those that it rests by', async (t) => {
  if (TERMS === undefined) throw new Error('the symbol is known')
  const said = (over: Partial<ProviderOrder>) => sessionOrder({ ...ORDER, ...over }, TERMS)
  const plain = { id: ORDER.id, symbol: 'EUR/USD', side: 'buy', quantity: '100000' }
  t.same(said({}), { ...plain, limit: '1.169980', timeInForce: 'ioc' })
  t.same(said({ side: -1, limit: 0, volume: 1_000_000, filling: 'fok' }), {
    ...plain,
    side: 'sell',
    quantity: '1000',
    limit: '',
    timeInForce: 'fok',
  })
  const rest = (kind: 'limit' | 'stop' | 'stop_limit', trigger = 0) =>
    said({
      limit: 0,
      filling: 'return',
      replaces: '1001-5-0',
      rest: { kind, price: 117_012, trigger, expires_at: 7 },
    })
  const resting = { ...plain, limit: '', timeInForce: 'day', replaces: '1001-5-0' }
  const price = '1.170000'
  t.same(rest('limit'), {
    ...resting,
    rest: { kind: 'limit', expiresAt: 7, price, trigger: '' },
  })
  t.same(rest('stop'), {
    ...resting,
    rest: { kind: 'stop', expiresAt: 7, price: '', trigger: price },
  })
  t.same(rest('stop_limit', 117_022), {
    ...resting,
    rest: { kind: 'stop_limit', expiresAt: 7, price, trigger: '1.170100' },
  })
})

const NONE = { state: '', total: '', average: '', externalId: '', execution: '', text: '' }
const OF = { gateway: 3, at: AT, login: 1001, orderId: 5, sentId: ORDER.id, symbol: 'EURUSD' }

t.test('what goes to a provider is kept in our words and in its own', async (t) => {
  const row = (over: Partial<ProviderOrder>) =>
    sentTransaction(SETTINGS, 'order', { ...ORDER, ...over }, TERMS, AT)
  const sent = { ...NONE, ...OF, kind: 'order', source: 'EUR/USD', side: 'buy', volume: '1' }
  const own = { quantity: '100000', price: '1.17010', providerPrice: '1.169980' }
  t.same(row({}), { ...sent, ...own })
  t.same(row({ side: -1, limit: 0, volume: 1_000_000 }), {
    ...sent,
    side: 'sell',
    volume: '0.01',
    quantity: '1000',
    price: '',
    providerPrice: '',
  })
  const rest = { price: 117_012, trigger: 117_022, expires_at: 0 }
  const limited = row({ limit: 0, rest: { ...rest, kind: 'stop_limit' } })
  t.same(limited, { ...sent, ...own, price: '1.17012', providerPrice: '1.170000' })
  const stop = row({ limit: 0, rest: { ...rest, kind: 'stop', trigger: 0 } })
  t.same(stop, { ...sent, ...own, price: '1.17012', providerPrice: '1.170000' })
  t.same(sentTransaction(SETTINGS, 'unsent', { ...ORDER, symbol_id: 999 }, undefined, AT, 'No.'), {
    ...sent,
    kind: 'unsent',
    symbol: '',
    source: '',
    text: 'No.',
    quantity: '',
    price: '117010',
    providerPrice: '',
  })
  t.same(row({ id: 'x\u0000y' }), { ...sent, ...own, login: 0, orderId: 0, sentId: 'xy' })
})

t.test('what comes from a provider is kept in our words and in its own', async (t) => {
  const heard = (over: Partial<SessionReport>, isKnown = true) => {
    const terms = isKnown ? TERMS : undefined
    const report = { ...REPORT, symbol: 'EUR/USD', ...over }
    return receivedTransaction(SETTINGS, report, reportBody(3, report, terms), terms, AT)
  }
  const said = { ...OF, source: 'EUR/USD', side: 'buy', externalId: 'P1', text: '' }
  const all = { total: '1', average: '1.17012' }
  const trade = { volume: '1', price: '1.17012', quantity: '100000', providerPrice: '1.17' }
  const filled = { ...said, ...all, ...trade, kind: 'execution', state: 'filled', execution: 'E1' }
  t.same(heard({}), filled)
  t.same(heard({ side: 'sell' }), {
    ...filled,
    side: 'sell',
    price: '1.16993',
    average: '1.16993',
  })
  const noTrade = { volume: '', price: '', quantity: '', providerPrice: '', execution: '' }
  const nothing = { ...said, ...noTrade, total: '', average: '' }
  const none = { execution: null, total: '0', average: '' }
  t.same(heard({ ...none, state: 'working' }), { ...nothing, kind: 'report', state: 'working' })
  t.same(heard({ ...none, state: 'rejected', text: 'too\u0000 late', externalId: '' }), {
    ...nothing,
    kind: 'reject',
    state: 'rejected',
    text: 'too late',
    externalId: '',
  })
  const undone = { execution: 'E0', quantity: '0', price: '0' }
  t.same(heard({ state: 'undone', undoes: undone }), {
    ...filled,
    kind: 'bust',
    state: 'undone',
    execution: 'E0',
    volume: '',
    price: '',
    quantity: '0',
    providerPrice: '0',
  })
  t.same(heard({ state: 'undone', undoes: { ...undone, quantity: '50000', price: '1.16' } }), {
    ...filled,
    kind: 'correct',
    state: 'undone',
    execution: 'E0',
    volume: '0.5',
    price: '1.16012',
    quantity: '50000',
    providerPrice: '1.16',
  })
  t.same(heard({ order: 'x' }, false), {
    ...filled,
    login: 0,
    orderId: 0,
    sentId: 'x',
    symbol: '',
    volume: '',
    price: '',
    total: '',
    average: '',
  })
  const long = heard({ text: 'x'.repeat(256), symbol: 'y'.repeat(97), externalId: 'z'.repeat(97) })
  t.same([long.text.length, long.source.length, long.externalId.length], [255, 96, 96])
})
