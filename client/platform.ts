/**
 * What the client needs of the place it runs in: a browser, Node or another runtime. Nothing else in the client
 * touches the clock, chance, timers or the network, so a test or a runtime may bring its own.
 */
export interface Platform {
  readonly fetch: Fetch
  /** Null where the runtime has no WebSocket: hand one in, or take that of `openfloor-client/node`. */
  readonly socket: SocketMaker | null
  /** Milliseconds since 1970 by this machine. */
  now(): number
  /** Milliseconds that never jump. */
  monotonic(): number
  after(ms: number, run: () => void): Cancel
  /** From 0 to below 1. */
  random(): number
  /** A UUID of version 4. */
  uuid(): string
  /** Runs one at a time under a name, in all tabs of the origin where the runtime can do that. */
  exclusive<T>(name: string, run: () => Promise<T>): Promise<T>
}

export type Cancel = () => void

/** The longest time that the timers of every runtime take. */
export const TIMER_MAX_MS = 2 ** 31 - 1

/** What ends a request before its answer: an `AbortSignal` is one. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', run: () => void): void
  removeEventListener(type: 'abort', run: () => void): void
}

/** The part of a response that is read. */
export interface FetchedAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface FetchRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly credentials?: 'same-origin' | 'include' | 'omit'
  readonly keepalive?: boolean
  readonly signal?: unknown
}

export type Fetch = (url: string, request: FetchRequest) => Promise<FetchedAnswer>

/** The part of a WebSocket that is used: a browser's has it. */
export interface SocketLike {
  binaryType: string
  readonly bufferedAmount: number
  addEventListener(type: string, listener: (event: never) => void): void
  send(frame: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
}

export type SocketMaker = (url: string, protocols: string[]) => SocketLike

/** A form with a file in it: a browser's `FormData`. */
export interface UploadedForm {
  append(name: string, value: string): void
}

interface Locks {
  request<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** What runtimes may have under their global names. */
interface Globals {
  readonly fetch?: Fetch
  readonly WebSocket?: new (url: string, protocols: string[]) => SocketLike
  readonly navigator?: { readonly locks?: Locks }
}

/** The globals of the runtime, each of which may be given in its place. */
export function platformOf(given: Partial<Platform> = {}): Platform {
  const globals = globalThis as unknown as Globals
  const { WebSocket: Socket } = globals
  const own: Platform = {
    fetch: (url, request) => fetchOf(globals)(url, request),
    socket: Socket === undefined ? null : (url, protocols) => new Socket(url, protocols),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 0x1_0000_0000,
    uuid,
    exclusive(name, run) {
      const locks = globals.navigator?.locks
      return locks === undefined ? run() : locks.request(name, run)
    },
  }
  return { ...own, ...given }
}

function fetchOf({ fetch }: Globals): Fetch {
  if (fetch === undefined) throw new TypeError('This runtime has no fetch: hand one in.')
  return fetch
}

/** By hand, since `randomUUID` is missing on pages that come over plain http. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const cuts = [0, 8, 12, 16, 20, 32]
  return cuts
    .slice(1)
    .map((end, i) => hex.slice(cuts[i], end))
    .join('-')
}

/** Waits; `signal` ends the wait early. */
export function pause(platform: Platform, ms: number, signal?: StopSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = platform.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
