import { signal } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { StaffEvent, StaffLiveOps } from '../../link/contract.js'
import { Line, type LineState } from '../../link/line.js'
import { onRightMissing } from '../../link/rest.js'
import { takeQuote } from '../../state/market.js'
import { mustSignInAgain, signedInAgain, who } from '../../state/session.js'

/**
 * The desk's only WebSocket connection.
 *
 * S1. After each reconnect the desk subscribes to all topics again. Events from before are lost, so
 *     lists that depend on a topic read their data again.
 * S2. Two parts of the desk that follow the same topic share one subscription. It ends when the
 *     last one leaves.
 */
export const lineState = signal<LineState>('connecting')
export const latencyMs = signal<number | null>(null)
/** The server time at which the connection was lost, or null while it is live. */
export const figuresOf = signal<number | null>(null)
/** Increases by one each time the connection becomes live. Data read before may be out of date. */
export const lives = signal(0)

type StaffLine = Line<StaffLiveOps, StaffEvent>
type EventName = StaffEvent['event']
type DataOf<Name extends EventName> = Extract<StaffEvent, { readonly event: Name }>['data']

let current: StaffLine | null = null
const topics = new Map<string, { count: number; begin(): void; end(): void }>()
const hearers = new Map<EventName, Set<(data: never, projectionSeq?: number) => void>>()

/** The staff member's rights may have changed, which can show or hide pages. */
onRightMissing(() => void who())
subscribe('rights_changed', () => void accessChanged())

/**
 * Reads the rights, then makes open pages read their data again, because the scope may have
 * changed.
 */
async function accessChanged(): Promise<void> {
  await who()
  if (lineState.value === 'live') lives.value++
}

export function line(): StaffLine | null {
  return current
}

export function connect(): void {
  current ??= new Line<StaffLiveOps, StaffEvent>({
    onState: (state, silentMs) => {
      if (state === 'live') figuresOf.value = null
      else if (lineState.value === 'live') figuresOf.value = serverNow() - silentMs
      lineState.value = state
    },
    onLatency: (ms) => {
      latencyMs.value = ms
    },
    onEvent: heard,
    onLive: () => {
      lives.value++
      for (const { begin } of topics.values()) begin()
    },
    mayReturn,
  })
}

export function disconnect(): void {
  current?.close()
  current = null
}

/** Whether the connection may reconnect. After the session has ended it waits for a new sign-in. */
async function mayReturn(): Promise<boolean> {
  if (await who()) return true
  if (!mustSignInAgain.value) return false
  await signedInAgain()
  return true
}

function heard(event: StaffEvent): void {
  if (event.event === 'quote') takeQuote(event.data)
  for (const run of hearers.get(event.event) ?? []) run(event.data as never, event.projection_seq)
}

/** Calls `run` for each event of this name. Returns a function that unsubscribes. */
export function subscribe<Name extends EventName>(
  name: Name,
  run: (data: DataOf<Name>, projectionSeq?: number) => void,
): () => void {
  const all = hearers.get(name) ?? new Set()
  hearers.set(name, all.add(run))
  return () => all.delete(run)
}

/** Subscribes to a topic (S1, S2). Returns a function that unsubscribes. */
export function follow(name: string, begin: () => void, end: () => void): () => void {
  const known = topics.get(name)
  const topic = known ?? { count: 0, begin, end }
  topics.set(name, topic)
  topic.count++
  if (known === undefined && lineState.value === 'live') begin()
  let isLeft = false
  return () => {
    if (isLeft) return
    isLeft = true
    if (--topic.count > 0) return
    topics.delete(name)
    if (lineState.value === 'live') topic.end()
  }
}
