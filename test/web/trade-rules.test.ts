import t from 'tap'
import { BarePage } from '../given/bare-page.js'
import { pageModules } from '../given/page-module.js'

// Orders of the terminal without a browser: what goes is what was asked, and what mends a ticket leaves the rest of it.

interface Asked {
  readonly id: number
  readonly op: string
  readonly args: Readonly<Record<string, unknown>>
}

/** The server's side of the page's one socket: what the page asks is answered at once, but for what is held back. */
class Socket {
  static readonly OPEN = 1
  static now: Socket
  static readonly held: Asked[] = []
  static isHeld: (asked: Asked) => boolean = () => false
  static data: Readonly<Record<string, object>> = {}
  readonly readyState = 1
  onopen: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: (event: { code: number }) => void = () => undefined

  constructor() {
    Socket.now = this
    setTimeout(() => this.onopen())
  }

  send(text: string): void {
    const asked = JSON.parse(text) as Asked
    if (Socket.isHeld(asked)) Socket.held.push(asked)
    else this.answer(asked, 'ok', Socket.data[asked.op] ?? {})
  }

  answer({ id }: Asked, code: string, data: object): void {
    setTimeout(() => this.onmessage({ data: JSON.stringify({ id, code, message: '', data }) }))
  }

  close(): void {}
}

new BarePage({ WebSocket: Socket })

type Draft = Readonly<Record<string, unknown>>
interface Intent {
  readonly id: string
  readonly state: string
  readonly request: Readonly<Record<string, unknown>>
}
interface Note {
  readonly title: string
  readonly count: number
  readonly act: { run(): void } | null
}
interface Signal<T> {
  value: T
}

const EURUSD = {
  name: 'EURUSD',
  digits: 5,
  tick_size: '0.00001',
  volume_min: '0.01',
  volume_max: '100',
  volume_step: '0.01',
  execution: 'market',
}
Socket.data = {
  ping: { at: new Date().toISOString() },
  symbols: [EURUSD],
  snapshot: { account: {}, positions: [], orders: [], seq: '1' },
}

const {
  account,
  clock,
  link,
  market,
  notes,
  sending,
  settings,
  acts,
  drafts,
  drawings,
  keys,
  requests,
  trading,
  volumes,
} = await pageModules<{
  drawings: {
    keepDrawing(symbol: string, drawing: object): void
    undoDrawing(symbol: string): void
  }
  keys: { onKey(event: object): void }
  clock: { takeServerClock(clock: object): void }
  link: { connect(): void; lineState: Signal<string> }
  market: { takeQuote(quote: object): void; symbols: Signal<ReadonlyMap<string, object>> }
  notes: {
    notes: Signal<readonly Note[]>
    say(kind: string, title: string, text: string, act: object): void
  }
  sending: { question: Signal<object | null>; answerQuestion(isYes: boolean): Promise<void> }
  settings: {
    settings: Signal<Readonly<Record<string, unknown>>>
    set(change: object): void
  }
  acts: { sendTicket(symbol: object, side: string): Promise<void> }
  drafts: { draftOf(symbol: string): Draft; changeDraft(symbol: string, change: object): void }
  requests: {
    ticketRequest(symbol: object, side: string, draft: Draft, volume?: string): Draft
    whatIsWrong(symbol: object, draft: Draft, request: Draft): string | null
  }
  account: { terms: Signal<object | null>; positions: Signal<ReadonlyMap<number, object>> }
  trading: { intents: Signal<readonly Intent[]>; resumeIntents(): void }
  volumes: { setVolume(symbol: string, volume: string): void }
}>({
  drawings: 'web/chart/drawings/kept-drawings.ts',
  keys: 'web/terminal/hotkeys.ts',
  clock: 'web/link/clock.ts',
  link: 'web/trader/connection/link.ts',
  market: 'web/state/market.ts',
  notes: 'web/state/notes.ts',
  sending: 'web/trader/requests/sending.ts',
  settings: 'web/settings/settings.ts',
  acts: 'web/trader/requests/ticket-acts.ts',
  drafts: 'web/trader/ticket/ticket-draft.ts',
  requests: 'web/trader/requests/ticket-request.ts',
  account: 'web/trader/account/account.ts',
  trading: 'web/trader/requests/trading.ts',
  volumes: 'web/trader/ticket/volumes.ts',
})

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn()
}

t.before(async () => {
  settings.set({ symbol: 'EURUSD', language: 'en' })
  link.connect()
  await until(() => link.lineState.value === 'live' && market.symbols.value.has('EURUSD'))
  const at = new Date().toISOString()
  market.takeQuote({ s: 'EURUSD', b: '1.15000', a: '1.15010', t: at })
})

/** The request that reaches the server when the ticket is sent; it waits for its answer. */
async function sent(meanwhile: () => void = () => undefined): Promise<Asked> {
  Socket.isHeld = ({ op }) => op === 'trade'
  void acts.sendTicket(EURUSD, 'buy')
  meanwhile()
  void sending.answerQuestion(true)
  await until(() => Socket.held.length > 0)
  return Socket.held.pop() as Asked
}

t.test('what was asked back is what goes, whatever is typed meanwhile', async (t) => {
  volumes.setVolume('EURUSD', '0.10')
  const asked = await sent(() => volumes.setVolume('EURUSD', '2.35'))
  t.equal(asked.args['volume'], '0.10')
  Socket.now.answer(asked, 'ok', {})
  await until(() => trading.intents.value.length === 0)
})

t.test('a stop that is corrected leaves the other one where it was', async (t) => {
  const { changeDraft, draftOf } = drafts
  settings.set({ stopUnit: 'points' })
  changeDraft('EURUSD', { stop: '10', target: '300' })
  const asked = await sent()
  t.match(asked.args, { stop_loss: '1.15000', take_profit: '1.15310' })
  const [field, nearest] = ['stop_loss', '1.14950']
  Socket.now.answer(asked, 'trade.invalid_stops', { field, nearest })
  await until(() => notes.notes.value.some(({ act }) => act !== null))
  const mend = notes.notes.value.find(({ act }) => act !== null)?.act
  settings.set({ symbol: 'GBPUSD' })
  mend?.run()
  t.match(draftOf('EURUSD'), { stop: '10', target: '300' }, 'the ticket is of another symbol')
  settings.set({ symbol: 'EURUSD' })
  mend?.run()
  t.match(draftOf('EURUSD'), { stop: '1.14950', target: '1.15310' })
  t.equal(settings.settings.value['stopUnit'], 'price')
  changeDraft('EURUSD', { stop: '', target: '' })
})

t.test('a distance with a fraction of a point is not sent', async (t) => {
  const whole = 'Enter a whole number.'
  settings.set({ stopUnit: 'points' })
  for (const [field, typed, wanted] of [
    ['stop', '50.9', `Stop loss: ${whole}`],
    ['target', '50,5', `Take profit: ${whole}`],
    ['trailing', '50.9', `Trailing stop, points (0: none): ${whole}`],
    ['deviation', '1.5', `Max. deviation, points: ${whole}`],
    ['stop', '50', null],
    ['trailing', '50', null],
    ['deviation', '1', null],
  ] as const) {
    const draft = { ...drafts.draftOf('EURUSD'), [field]: typed }
    const request = requests.ticketRequest(EURUSD, 'buy', draft)
    t.equal(requests.whatIsWrong(EURUSD, draft, request), wanted, `${field} ${typed}`)
  }
  settings.set({ stopUnit: 'price' })
})

t.test('an order that only takes from a netted position brings no stops', async (t) => {
  const { changeDraft, draftOf } = drafts
  const position = { id: 7, symbol: 'EURUSD', side: 'sell', volume: '1.70' }
  account.terms.value = { margin_mode: 'netting' }
  account.positions.value = new Map([[7, position]])
  changeDraft('EURUSD', { stop: '1.14000', target: '1.16000', trailing: '100' })
  const levels = { stop_loss: '1.14000', take_profit: '1.16000', trailing_pts: 100 }
  const none = { stop_loss: undefined, take_profit: undefined, trailing_pts: undefined }
  for (const [side, volume, wanted] of [
    ['buy', '0.10', none],
    ['buy', '1.70', none],
    ['buy', '1.71', levels],
    ['sell', '0.10', levels],
  ] as const) {
    for (const order of [{}, { kind: 'limit', price: '1.15000' }]) {
      const draft = { ...draftOf('EURUSD'), ...order }
      const asked = requests.ticketRequest(EURUSD, side, draft, volume)
      const { stop_loss, take_profit, trailing_pts } = asked
      t.same({ stop_loss, take_profit, trailing_pts }, wanted, `${side} ${volume}`)
      t.equal(requests.whatIsWrong(EURUSD, draft, asked), null)
    }
  }
  account.terms.value = { margin_mode: 'hedging' }
  t.match(requests.ticketRequest(EURUSD, 'buy', draftOf('EURUSD'), '0.10'), levels)
  account.positions.value = new Map()
  changeDraft('EURUSD', { stop: '', target: '', trailing: '' })
})

t.test("an expiry is of the clock that is shown, and a day is the server's", async (t) => {
  clock.takeServerClock({ utc_offset_min: 120, daylight_saving: 'eu' })
  const draft = { ...drafts.draftOf('EURUSD'), kind: 'limit', price: '1.1' }
  for (const [expiration, times, until, wanted] of [
    ['specified', 'server', '2026-01-05T10:00', '2026-01-05T08:00:00Z'],
    ['specified', 'server', '2026-07-06T10:00', '2026-07-06T07:00:00Z'],
    ['specified', 'utc', '2026-07-06T10:00', '2026-07-06T10:00:00Z'],
    ['specified_day', 'utc', '2026-07-06T00:30', '2026-07-05T21:30:00Z'],
    ['specified', 'utc', '', undefined],
    ['gtc', 'utc', '2026-07-06T10:00', undefined],
  ] as const) {
    settings.set({ times })
    const asked = requests.ticketRequest(EURUSD, 'buy', { ...draft, expiration, until })
    t.equal(asked['expires_at'], wanted, `${expiration} ${times} ${until}`)
  }
})

t.test(
  'an order is told once, though the line becomes live while its answer is under way',
  async (t) => {
    notes.notes.value = []
    const asked = await sent()
    Socket.data = { ...Socket.data, outcome: { client_order_id: asked.args['client_order_id'] } }
    trading.resumeIntents()
    await turn()
    Socket.now.answer(asked, 'ok', {})
    await until(() => trading.intents.value.length === 0)
    await turn()
    const told = notes.notes.value.map(({ title, count }) => [title, count])
    t.same(told, [['Buy 2.35 EURUSD', 1]])
  },
)

t.test('what was done last is taken back first, be it drawn or sent', async (t) => {
  const said: string[] = []
  const sentNow = async (what: string) => {
    const act = { label: 'Undo', isUndo: true, run: () => said.push(what) }
    notes.say('good', what, '', act)
    await turn()
  }
  const draw = async (id: string) => {
    drawings.keepDrawing('EURUSD', { id, kind: 'level', spots: [{ at: 0, price: 1 }] })
    await turn()
  }
  /** Whether the key is done with before the chart hears it. */
  const isUndone = () => {
    let isDone = false
    const preventDefault = () => {
      isDone = true
    }
    keys.onKey({ key: 'z', ctrlKey: true, target: { tagName: 'BODY' }, preventDefault })
    return isDone
  }
  settings.set({ symbol: 'EURUSD' })
  await draw('a')
  await sentNow('stop')
  await draw('b')
  t.equal(isUndone(), false, 'the chart takes back what was drawn last')
  drawings.undoDrawing('EURUSD')
  t.equal(isUndone(), true)
  t.same(said, ['stop'])
  t.equal(isUndone(), false)
})

t.test('a German page shows why an order was rejected, and the reason of a conflict', async (t) => {
  const { refusals, settings } = await pageModules<{
    refusals: { refusalWords(code: string, message: string): string }
    settings: { settings: { value: object } }
  }>({ refusals: 'web/text/refusals.ts', settings: 'web/settings/settings.ts' })
  settings.settings.value = { ...settings.settings.value, language: 'de' }
  const text = 'Too large for this account.'
  // German texts are loaded beside the page.
  await until(() => refusals.refusalWords('trade.rejected', text).startsWith('Der'))
  t.equal(
    refusals.refusalWords('trade.rejected', text),
    `Der Broker hat die Anfrage abgelehnt. ${text}`,
  )
  for (const code of ['conflict', 'unavailable', 'trade.disabled']) {
    t.equal(refusals.refusalWords(code, 'It has accounts.'), 'It has accounts.', code)
  }
})
