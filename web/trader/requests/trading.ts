import { signal } from '@preact/signals'
import { readStoredJson, store } from '../../link/browser-storage.js'
import { every, monotonic, serverNow, wait } from '../../link/clock.js'
import type { TraderLiveOps } from '../../link/contract.js'
import type { Frame } from '../../link/line.js'
import { newId } from '../../link/random.js'
import { set, settings } from '../../settings/settings.js'
import { newest } from '../../state/market.js'
import { type NoteAct, say } from '../../state/notes.js'
import { grouped } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'
import { fieldText } from '../../text/typed-numbers.js'
import { positions } from '../account/account.js'
import { madeBy } from '../account/closing-deals.js'
import { line, lineState } from '../connection/link.js'
import { endWait, isShown, MOMENT_MS, waits, waitWords } from '../connection/waits.js'
import { changeDraft } from '../ticket/ticket-draft.js'
import { setVolume } from '../ticket/volumes.js'

/**
 * The trade requests of this page.
 *
 * - A request is stored with its id before it is sent and removed when its result is known. After a
 *   reload the page asks the server for the result.
 * - If the answer does not arrive and the request is not known to wait
 *   (`web/trader/connection/waits.ts`), the page asks the server for its result (`outcome`); the
 *   request is not sent again. Nothing is placed twice, and nothing late, because a request
 *   contains the time after which the server refuses it.
 * - A request that did not arrive is reported. Only the trader can send it again.
 */
type TradeArgs = TraderLiveOps['trade']['args']

/** A trade request under construction. A field that is not known yet is null and is never sent. */
export interface TradeRequest {
  readonly kind: TradeArgs['kind']
  readonly [field: string]: unknown
}

export interface Intent {
  readonly id: string
  readonly words: string
  readonly request: TradeRequest
  readonly notAfter: number
  /** The displayed price when it was sent; null if it depends on no price. */
  readonly seen: string | null
  readonly state: 'sending' | 'unknown' | 'missed'
}

export interface TradeEnd {
  readonly code: string
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: each refusal has other data
  readonly data: any
}

/** A requote by a dealer or because the market has moved, valid until `until` in server time. */
export interface Requote {
  readonly request: TradeRequest
  readonly words: string
  readonly side: 'buy' | 'sell'
  readonly seen: string | null
  readonly price: string
  readonly quoteId: string
  readonly until: number
}

const KEY = 'intents'
const LIVES_MS = 8_000
const LOOK_MS = 250
/** The longest time for the answer to a request that does not wait for anybody. */
const ANSWER_MS = 15_000
/** The delay after the end of a wait until the page asks the server for the result. */
const OVERDUE_MS = 5_000
/** The longest wait of a request at the server. */
const WAIT_MAX_MS = 600_000
const ASK_AGAIN_MS = 500
const DONE = new Set(['ok', 'trade.placed', 'trade.partial'])

export function isDone(code: string): boolean {
  return DONE.has(code)
}

export const intents = signal<readonly Intent[]>(readStoredJson<Intent[]>(KEY, [], 'session'))
/** Open requotes, the oldest first. The trader answers each separately. */
export const requotes = signal<readonly Requote[]>([])

function put(next: readonly Intent[]): void {
  intents.value = next
  store(KEY, JSON.stringify(next), 'session')
}

function setState(id: string, state: Intent['state']): void {
  put(intents.value.map((intent) => (intent.id === id ? { ...intent, state } : intent)))
}

function end(id: string): void {
  awaited.delete(id)
  endWait(id)
  put(intents.value.filter((intent) => intent.id !== id))
}

/** The handling of the result of a request that this page has sent. */
interface Awaited {
  /** Reports success in place of the standard notification. */
  readonly tellDone: (() => void) | undefined
  resolve(end: TradeEnd | null): void
}

/** Requests sent by this page whose result is not known. */
const awaited = new Map<string, Awaited>()
/**
 * The preliminary result of a request that waits, for callers that have to continue. The real
 * result is reported later.
 */
const WAITS: TradeEnd = { code: 'waits', message: '', data: null }

/** Whether a trade could be sent now. */
export function canTrade(): boolean {
  return lineState.value === 'live'
}

/**
 * Sends a request. Only called by `sending.ts`. `tellDone` replaces the standard notification of
 * success. Resolves with the result, with null if it is unknown, or with the code `waits` if the
 * request waits for a dealer or provider; that result is reported later.
 */
export function trade(
  request: TradeRequest,
  what: string,
  tellDone?: () => void,
): Promise<TradeEnd | null> {
  const id = newId()
  const notAfter = serverNow() + LIVES_MS
  const seen = marketPrice(request)
  const intent: Intent = { id, words: what, request, notAfter, seen, state: 'sending' }
  put([...intents.value, intent])
  const sent = { ...request, client_order_id: id, not_after: new Date(notAfter).toISOString() }
  return new Promise((resolve) => {
    awaited.set(id, { tellDone, resolve })
    void (line()?.ask('trade', sent as TradeArgs, WAIT_MAX_MS) ?? Promise.resolve(null)).then(
      (answer) => answered(intent, answer),
    )
    watchWait(intent)
  })
}

function answered(intent: Intent, answer: Frame | null): void {
  // The result may have arrived as an event meanwhile.
  if (!awaited.has(intent.id)) return
  if (answer === null) lost(intent, words.value.trade.unknown)
  else if (isOpen(answer.code)) lost(intent)
  else told(intent, answer)
}

/** Watches a request without an immediate answer: either it waits, or its result is unknown. */
function watchWait(intent: Intent): void {
  const { id, words: what } = intent
  const begun = monotonic()
  let isReported = false
  const stop = every(LOOK_MS, () => {
    if (!awaited.has(id)) return stop()
    const age = monotonic() - begun
    const wait = waits.value.get(id)
    if (wait === undefined ? age > ANSWER_MS : serverNow() > wait.until + OVERDUE_MS) {
      lost(intent, words.value.trade.late)
    } else if (wait !== undefined && age > MOMENT_MS && isShown(wait) && !isReported) {
      isReported = true
      sayOfBox('plain', what, waitWords(wait))
      awaited.get(id)?.resolve(WAITS)
    }
  })
}

/** A notification with the text of the ticket's box, for a phone on which the ticket is hidden. */
function sayOfBox(kind: 'plain' | 'bad', what: string, text: string): void {
  if (document.querySelector('.ticket')?.checkVisibility() !== true) say(kind, what, text)
}

/** Reports a request whose answer was lost, and asks the server for its result. */
function lost({ id, words: what }: Intent, why?: string): void {
  if (intents.value.find((one) => one.id === id)?.state !== 'sending') return
  setState(id, 'unknown')
  if (why !== undefined) sayOfBox('plain', what, why)
  awaited.get(id)?.resolve(null)
  void askOutcomes()
}

/**
 * Whether the code is not a final result: a provider has the order, or the server cannot write at
 * the moment.
 */
function isOpen(code: string | undefined): boolean {
  return code === 'trade.timeout' || code === 'unavailable'
}

function told(intent: Intent, answer: Frame): void {
  const { id } = intent
  const { code = '', message = '', data } = answer
  const { tellDone, resolve } = awaited.get(id) ?? {}
  end(id)
  tellEnd(intent, { code, message, data }, tellDone)
  resolve?.({ code, message, data })
}

function tellEnd(
  { words: what, request, seen }: Intent,
  { code, message, data }: TradeEnd,
  tellDone: (() => void) | undefined,
): void {
  if (code === 'trade.requote') {
    if (typeof data?.quote_id !== 'string') {
      say('plain', what, words.value.trade.over)
      return
    }
    const until = Date.parse(data.until)
    const side = sideOf(request)
    const price = String((side === 'buy' ? data.ask : data.bid) ?? '')
    const offer = { request, words: what, side, seen, price, quoteId: data.quote_id, until }
    requotes.value = [...requotes.value, offer]
  } else if (code === 'trade.pending') say('plain', what, words.value.trade.pending)
  else if (isDone(code)) {
    if (tellDone === undefined) void tell(what, code, request, data)
    else tellDone()
  } else {
    const text = refusalWords(code, message, data)
    say('bad', words.value.trade.refused({ what }), text, mendingAct(request, data))
  }
}

/**
 * A button that puts the value suggested by the refusal into the ticket, as long as the ticket is
 * for that symbol.
 */
function mendingAct(request: TradeRequest, data: unknown): NoteAct | null {
  const { kind, symbol } = request
  const { nearest, field } = (data ?? {}) as {
    readonly nearest?: unknown
    readonly field?: unknown
  }
  if ((kind !== 'open' && kind !== 'place') || typeof nearest !== 'string') return null
  const label = words.value.ticket.use({ what: grouped(nearest) })
  if (field === undefined)
    return { label, run: () => setVolume(String(symbol), fieldText(nearest)) }
  const name = MENDED[String(field)]
  if (name === undefined) return null
  const run = () => {
    if (settings.value.symbol !== symbol) return
    const isPrice = name === 'price' || name === 'trigger' || settings.value.stopUnit === 'price'
    // Stops typed in points or money are converted: the other stop becomes the price that was sent.
    changeDraft(symbol, { ...(isPrice ? {} : stopsSent(request)), [name]: fieldText(nearest) })
    if (!isPrice) set({ stopUnit: 'price' })
  }
  return { label, run }
}

function stopsSent({ stop_loss: stop, take_profit: target }: TradeRequest) {
  return { stop: fieldText(String(stop ?? '')), target: fieldText(String(target ?? '')) }
}

const MENDED: Readonly<Record<string, 'price' | 'trigger' | 'stop' | 'target'>> = {
  price: 'price',
  trigger_price: 'trigger',
  stop_loss: 'stop',
  take_profit: 'target',
}

/** Reports the result. A close includes its profit, and a partial fill is named as such. */
async function tell(
  what: string,
  code: string,
  { kind }: TradeRequest,
  data: { readonly price?: unknown; readonly deal_id?: unknown } | undefined,
): Promise<void> {
  const isClose = kind === 'close' || kind === 'close_by'
  const { price, deal_id: deal } = data ?? {}
  const made = isClose && typeof deal === 'number' ? await madeBy(deal) : null
  const said = [
    code === 'trade.partial' ? words.value.trade.partial : null,
    typeof price === 'string' ? words.value.trade.at({ price: grouped(price) }) : null,
    made,
  ]
  say('good', words.value.trade.done({ what }), said.filter((one) => one !== null).join(', '))
}

/** The side of a request; closing a long position is a sell. */
function sideOf({ side, position_id: id }: TradeRequest): 'buy' | 'sell' {
  if (side === 'buy' || side === 'sell') return side
  return positions.value.get(Number(id))?.side === 'buy' ? 'sell' : 'buy'
}

/** The displayed price for a market request; null for others. */
function marketPrice(request: TradeRequest): string | null {
  const { kind, symbol, position_id: id } = request
  if (kind !== 'open' && kind !== 'close') return null
  const name = typeof symbol === 'string' ? symbol : positions.value.get(Number(id))?.symbol
  const quote = name === undefined ? undefined : newest(name)
  return (sideOf(request) === 'buy' ? quote?.ask : quote?.bid) ?? null
}

let isAsking = false

/** Asks for the results of requests whose answers were lost, whenever the connection is live. */
async function askOutcomes(): Promise<void> {
  if (isAsking) return
  isAsking = true
  try {
    while (lineState.value === 'live') {
      const open = intents.value.filter(({ state }) => state !== 'missed')
      const lost = open.filter(({ state }) => state === 'unknown')
      if (lost.length === 0) return
      for (const intent of lost) await askOutcome(intent)
      await wait(ASK_AGAIN_MS)
    }
  } finally {
    isAsking = false
  }
}

async function askOutcome(intent: Intent): Promise<void> {
  const { id, words: what, notAfter } = intent
  const isOver = serverNow() > notAfter
  // Reads the server's clock first and then asks: a request that was still under way is refused by that time.
  if (isOver && !(await line()?.ping())) return
  const answer = await line()?.ask('outcome', { client_order_id: id })
  if (answer === null || answer === undefined) return
  // The result may have arrived as an event meanwhile.
  if (!intents.value.some((one) => one.id === id)) return
  if (typeof answer.data?.client_order_id === 'string') told(intent, answer)
  else if (answer.code === 'trade.order_unknown' && isOver) {
    awaited.delete(id)
    setState(id, 'missed')
    sayOfBox('bad', what, words.value.trade.missed)
  }
}

/** After a reload, asks for the results of requests that were being sent. */
export function resumeIntents(): void {
  const isLost = ({ id, state }: Intent) => state === 'sending' && !awaited.has(id)
  put(intents.value.map((intent) => (isLost(intent) ? { ...intent, state: 'unknown' } : intent)))
  void askOutcomes()
}

export function dropIntent(id: string): void {
  end(id)
}

export function dropRequote(offer: Requote): void {
  requotes.value = requotes.value.filter((one) => one !== offer)
}
