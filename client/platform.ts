/**
 * The functions that the client needs from its runtime, such as a browser or Node. Nothing else in
 * the client uses the clock, randomness, timers or the network, so tests and other runtimes can
 * provide their own.
 */
export interface Platform {
  readonly fetch: Fetch
  /**
   * Opens WebSockets; null if the runtime has none: pass one, or use the one in
   * `openfloor-client/node`.
   */
  readonly socket: SocketMaker | null
  /** This machine's time in milliseconds since 1970. */
  now(): number
  /** The time of a clock that never jumps, in milliseconds. */
  monotonic(): number
  after(ms: number, run: () => void): Cancel
  /** A random number that is at least 0 and less than 1. */
  random(): number
  /** Makes a random UUID (version 4). */
  uuid(): string
  /** Runs one function at a time per name; in all tabs of the origin if the runtime supports that. */
  exclusive<T>(name: string, run: () => Promise<T>): Promise<T>
}

export type Cancel = () => void

/** The longest delay that timers of all runtimes accept. */
export const TIMER_MAX_MS = 2 ** 31 - 1

/** A signal that aborts a request; `AbortSignal` is compatible. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', run: () => void): void
  removeEventListener(type: 'abort', run: () => void): void
}

/** The part of a response that is used. */
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

/** The part of the WebSocket API that is used. */
export interface SocketLike {
  binaryType: string
  readonly bufferedAmount: number
  addEventListener(type: string, listener: (event: never) => void): void
  send(frame: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
}

export type SocketMaker = (url: string, protocols: string[]) => SocketLike

/** A form with a file; a browser's `FormData` is compatible. */
export interface UploadedForm {
  append(name: string, value: string): void
}

interface Locks {
  request<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** Global functions and objects that a runtime may lack. */
interface Globals {
  readonly fetch?: Fetch
  readonly WebSocket?: new (url: string, protocols: string[]) => SocketLike
  readonly navigator?: { readonly locks?: Locks }
}

/** The runtime's globals, any of which can be replaced. */
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

/** Makes a UUID here, because `randomUUID` is missing on pages over plain http. */
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

/** Waits for this time; `signal` ends the wait early. */
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
