import { signal } from '@preact/signals'
import { every, monotonic, serverNow, wait } from '../../link/clock.js'
import type { TraderLiveOps } from '../../link/contract.js'
import { keep, keptJson } from '../../link/kept.js'
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
 * Trade requests of this page.
 *
 *   T1. A request is kept with its id before it is sent, and goes when its end is known: a page that is loaded again
 *       asks what came of it.
 *   T2. Where the answer does not come and the request is not said to wait for somebody (`web/trader/connection/waits.ts`), the server is asked (`outcome`), never told again: nothing is placed twice, and
 *       nothing late, since a request carries the moment after which it is not placed any more.
 *   T3. One that never arrived is said so. To send it again is the trader's.
 */
type TradeArgs = TraderLiveOps['trade']['args']

/** A trade request while it is put together; a field that is not known yet is null, and is never sent. */
export interface TradeRequest {
  readonly kind: TradeArgs['kind']
  readonly [field: string]: unknown
}

export interface Intent {
  readonly id: string
  readonly words: string
  readonly request: TradeRequest
  readonly notAfter: number
  /** The price that stood there when it was sent; null where it goes by none. */
  readonly seen: string | null
  readonly state: 'sending' | 'unknown' | 'missed'
}

export interface TradeEnd {
  readonly code: string
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: the figures of a refusal are its own
  readonly data: any
}

/** A dealer's or a moved market's other price, good until `until` by the server's clock. */
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
/** So long an answer may take that is not said to wait for somebody. */
const ANSWER_MS = 15_000
/** A wait that is over by then is asked after. */
const OVERDUE_MS = 5_000
/** No request waits longer at the server. */
const WAIT_MAX_MS = 600_000
const ASK_AGAIN_MS = 500
const DONE = new Set(['ok', 'trade.placed', 'trade.partial'])

export function isDone(code: string): boolean {
  return DONE.has(code)
}

export const intents = signal<readonly Intent[]>(keptJson<Intent[]>(KEY, [], 'session'))
/** The oldest first: each is answered by itself. */
export const requotes = signal<readonly Requote[]>([])

function put(next: readonly Intent[]): void {
  intents.value = next
  keep(KEY, JSON.stringify(next), 'session')
}

function setState(id: string, state: Intent['state']): void {
  put(intents.value.map((intent) => (intent.id === id ? { ...intent, state } : intent)))
}

function end(id: string): void {
  awaited.delete(id)
  endWait(id)
  put(intents.value.filter((intent) => intent.id !== id))
}

/** What is to be done with the end of a request that this page has sent. */
interface Awaited {
  /** Says that it was done, in place of the plain note. */
  readonly tellDone: (() => void) | undefined
  resolve(end: TradeEnd | null): void
}

/** Requests that this page itself has sent, and of which no end is known. */
const awaited = new Map<string, Awaited>()
/** The end of a request that waits for somebody, for whoever must go on: its real end is told later. */
const WAITS: TradeEnd = { code: 'waits', message: '', data: null }

/** Whether a trade could be sent now. */
export function canTrade(): boolean {
  return lineState.value === 'live'
}

/**
 * Sent by nobody but what has gone the one way of sending.ts. `tellDone` says that it was done in place of the plain
 * note. Resolves with its end; with null where nobody knows it yet, and with the code `waits` where it waits for
 * somebody for longer than a moment. That end is told later.
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
  // Its outcome may have been told meanwhile.
  if (!awaited.has(intent.id)) return
  if (answer === null) lost(intent, words.value.trade.unknown)
  else if (isOpen(answer.code)) lost(intent)
  else told(intent, answer)
}

/** Looks after a request whose answer does not come at once: it waits for somebody, or nobody knows. */
function watchWait(intent: Intent): void {
  const { id, words: what } = intent
  const begun = monotonic()
  let isSaid = false
  const stop = every(LOOK_MS, () => {
    if (!awaited.has(id)) return stop()
    const age = monotonic() - begun
    const wait = waits.value.get(id)
    if (wait === undefined ? age > ANSWER_MS : serverNow() > wait.until + OVERDUE_MS) {
      lost(intent, words.value.trade.late)
    } else if (wait !== undefined && age > MOMENT_MS && isShown(wait) && !isSaid) {
      isSaid = true
      sayOfBox('plain', what, waitWords(wait))
      awaited.get(id)?.resolve(WAITS)
    }
  })
}

/** A note of what the box of the request in the ticket says, for a phone on which the ticket is not shown. */
function sayOfBox(kind: 'plain' | 'bad', what: string, text: string): void {
  if (document.querySelector('.ticket')?.checkVisibility() !== true) say(kind, what, text)
}

/** Nobody knows what came of it: the server is asked. */
function lost({ id, words: what }: Intent, why?: string): void {
  if (intents.value.find((one) => one.id === id)?.state !== 'sending') return
  setState(id, 'unknown')
  if (why !== undefined) sayOfBox('plain', what, why)
  awaited.get(id)?.resolve(null)
  void askOutcomes()
}

/** Answers that are no end: a provider has it, or nothing can be written at the moment. */
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

/** An act that corrects the ticket with the value that the refusal offers, while it is that symbol's. */
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
    // What was typed as points or money is no price: the other stop becomes the one that was sent.
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

/** A close says what it made, too; what was done in part says so. */
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

/** The side of a request; closing a bought position is a sell. */
function sideOf({ side, position_id: id }: TradeRequest): 'buy' | 'sell' {
  if (side === 'buy' || side === 'sell') return side
  return positions.value.get(Number(id))?.side === 'buy' ? 'sell' : 'buy'
}

/** The price that stands on the page for a request that goes by the market; null for another. */
function marketPrice(request: TradeRequest): string | null {
  const { kind, symbol, position_id: id } = request
  if (kind !== 'open' && kind !== 'close') return null
  const name = typeof symbol === 'string' ? symbol : positions.value.get(Number(id))?.symbol
  const quote = name === undefined ? undefined : newest(name)
  return (sideOf(request) === 'buy' ? quote?.ask : quote?.bid) ?? null
}

let isAsking = false

/** Asks for the outcome of requests whose answers were lost, whenever the line is live. */
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
  // First the clock, then the question: what was on its way when it was asked is refused by then.
  if (isOver && !(await line()?.ping())) return
  const answer = await line()?.ask('outcome', { client_order_id: id })
  if (answer === null || answer === undefined) return
  // It may have been told meanwhile.
  if (!intents.value.some((one) => one.id === id)) return
  if (typeof answer.data?.client_order_id === 'string') told(intent, answer)
  else if (answer.code === 'trade.order_unknown' && isOver) {
    awaited.delete(id)
    setState(id, 'missed')
    sayOfBox('bad', what, words.value.trade.missed)
  }
}

/** After a reload, asks for the outcome of requests that were being sent; the line tells what this page sent itself. */
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
