import { signal } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { StaffEvent, StaffLiveOps } from '../../link/contract.js'
import { Line, type LineState } from '../../link/line.js'
import { onRightMissing } from '../../link/rest.js'
import { takeQuote } from '../../state/market.js'
import { isAskedAgain, signedInAgain, who } from '../../state/session.js'

/**
 * The desk's one live socket.
 *
 *   S1. What is followed is asked for anew each time the line is live again, and by the server told from then on: lists
 *       that follow something are read again then.
 *   S2. A topic that two parts follow is asked for once, and ended when the last of them leaves.
 */
export const lineState = signal<LineState>('connecting')
export const latencyMs = signal<number | null>(null)
/** Since when nothing was heard, by the server's clock; null while the line is live. */
export const figuresOf = signal<number | null>(null)
/** Counts each time the line has become live: what was read before may be old. */
export const lives = signal(0)

type StaffLine = Line<StaffLiveOps, StaffEvent>
type EventName = StaffEvent['event']
type DataOf<Name extends EventName> = Extract<StaffEvent, { readonly event: Name }>['data']

let current: StaffLine | null = null
const topics = new Map<string, { count: number; begin(): void; end(): void }>()
const hearers = new Map<EventName, Set<(data: never, projectionSeq?: number) => void>>()

/** Rights may be others by now: pages go and come with them. */
onRightMissing(() => void who())
hear('rights_changed', () => void accessChanged())

/** Pages that stay read again what they show, since the scope may be another. */
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

/** Whether the line may return: after the session has ended it waits until somebody signs in again over the page. */
async function mayReturn(): Promise<boolean> {
  if (await who()) return true
  if (!isAskedAgain.value) return false
  await signedInAgain()
  return true
}

function heard(event: StaffEvent): void {
  if (event.event === 'quote') takeQuote(event.data)
  for (const run of hearers.get(event.event) ?? []) run(event.data as never, event.projection_seq)
}

/** Runs at each event of that name, until the function that it answers is called. */
export function hear<Name extends EventName>(
  name: Name,
  run: (data: DataOf<Name>, projectionSeq?: number) => void,
): () => void {
  const all = hearers.get(name) ?? new Set()
  hearers.set(name, all.add(run))
  return () => all.delete(run)
}

/** S1, S2: follows a topic of that name until the function that it answers is called. */
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
