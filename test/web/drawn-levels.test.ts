import t from 'tap'
import { BarePage } from '../given/bare-page.js'
import { pageModules } from '../given/page-module.js'

// Levels that are drawn out of a label: those that look like a slip are amber and asked back, whatever the settings say.

new BarePage()

interface Signal<T> {
  value: T
}
interface Question {
  readonly isAskedBack: boolean
  lines(): readonly string[]
}
interface Mark {
  readonly id: string
  readonly look: string
  lookAt?(price: string): string
  move(price: string): Promise<unknown>
}

const { account, link, market, marks, sending, settings } = await pageModules<{
  account: {
    positions: Signal<ReadonlyMap<number, object>>
    orders: Signal<ReadonlyMap<number, object>>
  }
  link: { lineState: Signal<string> }
  market: { takeQuote(quote: object): void }
  marks: { marksOf(symbol: string): Mark[] }
  sending: { question: Signal<Question | null>; answerQuestion(isYes: boolean): Promise<void> }
  settings: { set(change: object): void }
}>({
  account: 'web/trader/account/account.ts',
  link: 'web/trader/connection/link.ts',
  market: 'web/state/market.ts',
  marks: 'web/chart/handles/marks.ts',
  sending: 'web/trader/requests/sending.ts',
  settings: 'web/settings/settings.ts',
})

const LOSES = 'This take profit closes at a loss.'
const NEAR_STOP = 'Stop loss is within two spreads of the price.'
const NEAR_TARGET = 'Take profit is within two spreads of the price.'

const common = { symbol: 'EURUSD', digits: 5, volume: '0.10', stop_loss: null, take_profit: null }
const order = { symbol: 'EURUSD', digits: 5, volume_current: '0.10', kind: 'limit' }
const levels = { stop_loss: '1.13000', take_profit: '1.17000' }

t.before(() => {
  settings.set({ language: 'en', askDrags: 'never', oneClick: true, oneClickMax: '100' })
  link.lineState.value = 'live'
  const at = new Date().toISOString()
  market.takeQuote({ s: 'EURUSD', b: '1.15000', a: '1.15010', t: at })
  account.positions.value = new Map([
    [1, { id: 1, side: 'buy', price_open: '1.15100', ...common }],
    [2, { id: 2, side: 'sell', price_open: '1.14900', ...common }],
    [3, { id: 3, side: 'buy', price_open: '1.15100', ...common, take_profit: '1.15050' }],
  ])
  account.orders.value = new Map([
    [4, { id: 4, side: 'buy', price: '1.14000', ...order, ...levels }],
    [5, { id: 5, side: 'sell', price: '1.16000', ...order, stop_loss: '1.17000' }],
  ])
})

/** The lines of the question that the drawn level comes to; null if it is sent at once. */
function askedOf(mark: Mark, price: string): readonly string[] | null {
  sending.question.value = null
  void mark.move(price)
  const asked = sending.question.value as Question | null
  return asked === null ? null : asked.lines().slice(1)
}

const markOf = (id: string): Mark => {
  const mark = marks.marksOf('EURUSD').find((one) => one.id === id)
  if (mark === undefined) throw new Error(`no mark ${id}`)
  return mark
}

t.test('a target at a loss and a level near the price are amber and asked back', async (t) => {
  // Requests without an answer ask for it as long as the line is live.
  t.teardown(() => {
    link.lineState.value = 'connecting'
  })
  for (const [id, price, look, lines] of [
    ['p1', '1.15090', 'warn', [LOSES]],
    ['p1', '1.15021', 'warn', [LOSES]],
    ['p1', '1.15100', 'gain', null],
    ['p1', '1.15500', 'gain', null],
    ['p1', '1.14980', 'warn', [NEAR_STOP]],
    ['p1', '1.14979', 'loss', null],
    ['p2', '1.14910', 'warn', [LOSES]],
    ['p2', '1.14900', 'gain', null],
    ['p2', '1.15030', 'warn', [NEAR_STOP]],
    ['p2', '1.15031', 'loss', null],
    ['take_profit 4', '1.13990', 'warn', [LOSES]],
    ['take_profit 4', '1.14020', 'warn', [NEAR_TARGET]],
    ['take_profit 4', '1.14021', 'gain', null],
    ['stop_loss 4', '1.13980', 'warn', [NEAR_STOP]],
    ['stop_loss 4', '1.13979', 'loss', null],
    ['stop_loss 5', '1.16010', 'warn', [NEAR_STOP]],
    ['stop_loss 5', '1.16021', 'loss', null],
  ] as const) {
    const mark = markOf(id)
    t.equal(mark.lookAt?.(price), look, `${id} at ${price}`)
    t.same(askedOf(mark, price), lines, `${id} to ${price}`)
  }
  t.equal(markOf('t3').look, 'warn', 'a target that stands at a loss is amber, too')
  t.equal(markOf('take_profit 4').look, 'gain')
})
