import t from 'tap'
import { BarePage } from '../given/bare-page.js'
import { pageModules } from '../given/page-module.js'

// The lines of the plan: what is moved on the chart stands in the ticket, as an order that can be sent.

new BarePage()

interface Signal<T> {
  value: T
}
interface Mark {
  readonly id: string
  readonly price: string
  move(price: string): Promise<unknown>
}
interface Draft {
  readonly kind: string
  readonly price: string
  readonly stop: string
  readonly target: string
}

const { drafts, market, plan, settings } = await pageModules<{
  drafts: { draftOf(symbol: string): Draft; changeDraft(symbol: string, change: object): void }
  market: { takeQuote(quote: object): void; symbols: Signal<ReadonlyMap<string, object>> }
  plan: { marksOfPlan(symbol: string): Mark[] }
  settings: { set(change: object): void }
}>({
  drafts: 'web/trader/ticket/ticket-draft.ts',
  market: 'web/state/market.ts',
  plan: 'web/chart/plan/plan.ts',
  settings: 'web/settings/settings.ts',
})

const EURUSD = {
  name: 'EURUSD',
  digits: 5,
  tick_size: '0.00001',
  volume_min: '0.01',
  volume_max: '100',
  volume_step: '0.01',
  execution: 'market',
  order_kinds: ['market', 'limit', 'stop', 'stop_limit'],
}

t.before(() => {
  settings.set({ symbol: 'EURUSD', language: 'en', stopUnit: 'price' })
  market.symbols.value = new Map([['EURUSD', EURUSD]])
  market.takeQuote({ s: 'EURUSD', b: '1.15000', a: '1.15010', t: new Date().toISOString() })
})

async function move(part: string, price: string): Promise<Draft> {
  await plan
    .marksOfPlan('EURUSD')
    .find(({ id }) => id === `plan ${part}`)
    ?.move(price)
  const { kind, price: entry, stop, target } = drafts.draftOf('EURUSD')
  return { kind, price: entry, stop, target }
}

t.test('an entry carries stop and target along; a stop over it turns side and kind', async (t) => {
  drafts.changeDraft('EURUSD', { kind: 'market', stop: '1.14910', target: '1.15210' })
  const above = { kind: 'stop', price: '1.15110', stop: '1.15010', target: '1.15310' }
  t.same(await move('entry', '1.15110'), above)
  // A sale above the market is a limit: as a stop it could not be sent.
  const sale = { kind: 'limit', price: '1.15110', stop: '1.15200', target: '1.14910' }
  t.same(await move('stop', '1.15200'), sale)
  t.same(await move('stop', '1.15000'), { ...above, stop: '1.15000' })
  const below = { kind: 'limit', price: '1.14900', stop: '1.14790', target: '1.15100' }
  t.same(await move('entry', '1.14900'), below)

  // Without a target the side turns, too; a market order stays one.
  drafts.changeDraft('EURUSD', { target: '' })
  t.match(await move('stop', '1.14950'), { kind: 'stop', target: '' })
  drafts.changeDraft('EURUSD', { kind: 'market', price: '', stop: '1.14910' })
  t.match(await move('stop', '1.15100'), { kind: 'market', stop: '1.15100' })
})
