import { signal } from '@preact/signals'
import { after, serverNow } from '../../link/clock.js'
import type { Depth, TraderEvent, TraderLiveOps } from '../../link/contract.js'
import { Line, type LineState } from '../../link/line.js'
import { symbols, takeQuote } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { mustSignInAgain, signedInAgain, who } from '../../state/session.js'
import { play } from '../../state/sound.js'
import { mailArrivals, noticeCount, readUnread } from '../../state/unread.js'
import { words } from '../../text/terminal/words.js'
import * as account from '../account/account.js'
import { isOfSymbol } from '../account/closing-deals.js'
import { marginCallUnknown, takeMarginCall } from '../account/margin.js'
import { takeServerDeal, tellAway } from './server-deals.js'
import { takePending } from './waits.js'

/** The page's only WebSocket connection, and the handling of its events. */
export const lineState = signal<LineState>('connecting')
export const latencyMs = signal<number | null>(null)
/**
 * The server time at which the connection was lost, which is the time of all displayed prices; null
 * while it is live.
 */
export const pricesOf = signal<number | null>(null)
/** The market depth of the symbol that is displayed. */
export const depth = signal<Depth | null>(null)

type TraderLine = Line<TraderLiveOps, TraderEvent>

let current: TraderLine | null = null
let wanted: readonly string[] = []
let wantedDepth: string | null = null
/** The time of the last message of the server before the connection was lost. */
let goneSince = 0
const hearers = new Set<() => void>()

export function line(): TraderLine | null {
  return current
}

/** Calls `run` each time the connection has become live. Returns a function that unsubscribes. */
export function onLive(run: () => void): () => void {
  hearers.add(run)
  if (lineState.value === 'live') run()
  return () => hearers.delete(run)
}

export function connect(): void {
  current ??= new Line<TraderLiveOps, TraderEvent>({
    onState: (state, silentMs) => {
      if (state === 'live') pricesOf.value = null
      else if (lineState.value === 'live') pricesOf.value = serverNow() - silentMs
      if (pricesOf.value !== null) goneSince = pricesOf.value
      lineState.value = state
    },
    onLatency: (ms) => {
      latencyMs.value = ms
    },
    onEvent: heard,
    onLive: () => void begin(),
    account: {
      onSnapshot: (data) => {
        marginCallUnknown()
        account.takeSnapshot(data)
      },
      onCaughtUp: (isWhole) => {
        tellAway(goneSince, isWhole)
      },
    },
    mayReturn,
  })
}

/** Whether to reconnect. After the session has ended it waits for a new sign-in. */
async function mayReturn(): Promise<boolean> {
  if (await who()) return true
  if (!mustSignInAgain.value) return false
  await signedInAgain()
  return true
}

export function disconnect(): void {
  current?.close()
  current = null
  account.clearAccount()
}

async function begin(): Promise<void> {
  await readSymbols()
  void current?.ask('subscribe', { valuation: true })
  subscribe(wanted)
  watchDepth(wantedDepth)
  for (const run of hearers) run()
}

async function readSymbols(): Promise<void> {
  const answer = await current?.ask('symbols')
  if (answer?.code !== 'ok') return
  symbols.value = new Map(answer.data.map((row) => [row.name, row]))
}

const SETTINGS_MS = 300
let stopSettings: () => void = () => undefined

/**
 * Reads settings once for many changes. The account's terms may have changed too, and are part of a
 * snapshot.
 */
function readSettingsSoon(): void {
  stopSettings()
  stopSettings = after(SETTINGS_MS, () => {
    void readSymbols()
    void current?.ask('snapshot')
  })
}

/** Subscribes to the quotes of exactly these symbols. */
export function subscribe(names: readonly string[]): void {
  const gone = wanted.filter((name) => !names.includes(name))
  wanted = names
  if (lineState.value !== 'live') return
  if (gone.length > 0) void current?.ask('unsubscribe', { symbols: gone })
  if (names.length > 0) void current?.ask('subscribe', { symbols: names, max_per_sec: 10 })
}

export function watchDepth(symbol: string | null): void {
  const before = wantedDepth
  wantedDepth = symbol
  if (lineState.value !== 'live') return
  if (before !== null && before !== symbol) {
    void current?.ask('depth', { symbol: before, subscribe: false })
  }
  if (symbol === null) {
    depth.value = null
    return
  }
  void current?.ask('depth', { symbol, subscribe: true }).then((answer) => {
    if (answer?.code === 'ok') depth.value = answer.data
  })
}

function heard({ event, data }: TraderEvent, isPast: boolean): void {
  switch (event) {
    case 'quote':
      takeQuote(data)
      break
    case 'money':
      account.money.value = data
      break
    case 'valuation':
      account.takeValuation(data.rows)
      break
    case 'position':
      account.takePosition(data)
      break
    case 'order':
      account.takeOrder(data)
      break
    case 'deal':
      account.deals.value++
      if (isOfSymbol(data)) {
        if (!isPast) play('fill')
        takeServerDeal(data, isPast)
      }
      break
    case 'pending':
      takePending(data)
      break
    case 'depth':
      if (data.symbol === wantedDepth) depth.value = data
      break
    case 'margin_call':
      takeMarginCall(data.entered !== false)
      if (data.entered !== false && !isPast) play('alert')
      break
    case 'mail':
      mailArrivals.value++
      void readUnread()
      say(
        'plain',
        words.value.inbox.newMail({ from: String(data.from_name) }),
        String(data.subject),
      )
      break
    case 'notification':
      noticeCount.value++
      say('plain', String(data.sender ?? ''), String(data.message))
      break
    case 'correction':
      account.deals.value++
      say('plain', words.value.account.correction)
      break
    case 'symbol':
      symbols.value = new Map(symbols.value).set(data.name, data)
      break
    case 'config_changed':
      readSettingsSoon()
      break
  }
}
