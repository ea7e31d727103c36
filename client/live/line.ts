import type { Platform, SocketLike } from '../platform.js'
import { type Codec, isEvent, type ReceivedEvent, type Reply } from './codec.js'

/** The end of a connection with its close code. */
export interface LineEnd {
  readonly code: number
  readonly reason: string
  /** False if the socket never opened, because the server or a proxy refused it. */
  readonly wasOpen: boolean
}

export interface LineListener {
  /** Called for every received frame. */
  onFrame(): void
  onEvent(event: ReceivedEvent): void
  ended(end: LineEnd): void
}

/** Called with a reply before the next frame is read. */
type OnReply = (reply: Reply) => void

interface Waiting {
  readonly resolve: (reply: Reply | undefined) => void
  readonly onReply: OnReply | undefined
}

const OPEN_MAX_MS = 10_000
/** The client's own close code: it dropped the connection. */
export const GIVEN_UP = 4000

/**
 * A single WebSocket connection: sends requests, matches replies by id, and passes events on.
 *
 * - If the connection ends before the reply, the result of a request is `undefined`, which means
 *   unknown.
 * - After its end a connection reports nothing more.
 */
export class Line {
  readonly opened: Promise<boolean>
  readonly #socket: SocketLike
  readonly #codec: Codec
  readonly #listener: LineListener
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #isOpen = false
  #hasEnded = false
  #settle: (isOpen: boolean) => void = () => undefined

  constructor(platform: Platform, socket: SocketLike, codec: Codec, listener: LineListener) {
    this.#socket = socket
    this.#codec = codec
    this.#listener = listener
    this.opened = new Promise((resolve) => {
      this.#settle = resolve
    })
    const cancel = platform.after(OPEN_MAX_MS, () => this.end(1006, 'it did not open in time'))
    void this.opened.then(cancel)
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => {
      this.#isOpen = true
      this.#settle(true)
    })
    socket.addEventListener('message', ({ data }: { readonly data: unknown }) => this.#take(data))
    socket.addEventListener('close', (event: { readonly code: number; readonly reason: string }) =>
      this.#ended(event.code, event.reason),
    )
    socket.addEventListener('error', () => undefined)
  }

  /** Calls `onReply` with the reply before the client passes on the next event. */
  ask(op: string, args: object, onReply?: OnReply): Promise<Reply | undefined> {
    if (!this.#isOpen || this.#hasEnded) return Promise.resolve(undefined)
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, onReply })
      this.#socket.send(this.#codec.encode({ id, op, args }))
    })
  }

  /** Ends the connection at once, without waiting for the network to confirm it. */
  end(code = 1000, reason = ''): void {
    if (this.#hasEnded) return
    this.#ended(code, reason)
    this.#socket.close(code >= 3000 || code === 1000 ? code : GIVEN_UP, reason)
  }

  #take(message: unknown): void {
    if (this.#hasEnded) return
    const frame = this.#codec.decode(message)
    if (frame === undefined) {
      this.end(GIVEN_UP, 'what came is no frame')
      return
    }
    this.#listener.onFrame()
    if (isEvent(frame)) {
      this.#listener.onEvent(frame)
      return
    }
    const waiting = this.#waiting.get(frame.id)
    if (waiting === undefined) return
    this.#waiting.delete(frame.id)
    waiting.onReply?.(frame)
    waiting.resolve(frame)
  }

  #ended(code: number, reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const end = { code, reason, wasOpen: this.#isOpen }
    this.#settle(false)
    for (const { resolve } of this.#waiting.values()) resolve(undefined)
    this.#waiting.clear()
    this.#listener.ended(end)
  }
}
