import { createHash, randomFillSync } from 'node:crypto'
import { type ClientRequest, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { SocketLike, SocketMaker } from '../platform.js'
import { FrameReader, maskedFrame, OP } from './ws-frame.js'

/** The part of the WebSocket API that the client uses, for Node before version 22, which has none. */

export interface NodeSocketOptions {
  /** The longest message to accept. A snapshot of a large account is one message. */
  readonly messageBytesMax?: number
  /** Certificate authorities as in `node:tls`, for example to trust your own. */
  readonly ca?: string
  /** Additional headers of the upgrade, such as cookies. */
  readonly headers?: Readonly<Record<string, string>>
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const MESSAGE_BYTES_MAX = 256 * 1024 * 1024
/** How long to wait for the server's close frame. */
const CLOSE_MAX_MS = 2000

export function nodeSocket(options: NodeSocketOptions = {}): SocketMaker {
  return (url, protocols) => new NodeSocket(url, protocols, options)
}

interface SocketEvent {
  readonly type: string
  readonly data?: unknown
  readonly code?: number
  readonly reason?: string
}
type Listener = (event: SocketEvent) => void

class NodeSocket implements SocketLike {
  binaryType = 'arraybuffer'
  readonly #listeners = new Map<string, Listener[]>()
  readonly #request: ClientRequest
  readonly #reader: FrameReader
  #socket: Socket | null = null
  #isClosing = false
  #hasEnded = false

  constructor(url: string, protocols: readonly string[], options: NodeSocketOptions) {
    this.#reader = new FrameReader(options.messageBytesMax ?? MESSAGE_BYTES_MAX)
    const key = randomFillSync(Buffer.alloc(16)).toString('base64')
    const { ca } = options
    const ask = url.startsWith('wss:') ? tlsRequest : plainRequest
    this.#request = ask(url.replace(/^ws/, 'http'), {
      headers: {
        ...options.headers,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': key,
        'sec-websocket-protocol': protocols.join(', '),
      },
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    })
    this.#request.on('error', () => this.#ended(1006, ''))
    this.#request.on('response', (response) => {
      response.resume()
      this.#request.destroy()
      this.#ended(1006, `refused with ${response.statusCode}`)
    })
    this.#request.on('upgrade', (response, socket, head) => {
      const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64')
      if (response.headers['sec-websocket-accept'] === accept) this.#opened(socket as Socket, head)
      else {
        socket.destroy()
        this.#ended(1006, 'the upgrade is none')
      }
    })
    this.#request.end()
  }

  get bufferedAmount(): number {
    return this.#socket?.writableLength ?? 0
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    const listeners = this.#listeners.get(type) ?? []
    this.#listeners.set(type, listeners)
    listeners.push(listener as Listener)
  }

  send(frame: string | Uint8Array): void {
    if (this.#isClosing || this.#hasEnded) return
    if (typeof frame === 'string') this.#write(OP.text, Buffer.from(frame))
    else this.#write(OP.binary, frame)
  }

  close(code = 1000, reason = ''): void {
    if (this.#isClosing || this.#hasEnded) return
    this.#isClosing = true
    if (this.#socket === null) {
      this.#request.destroy()
      this.#ended(1006, reason)
      return
    }
    const said = Buffer.alloc(2)
    said.writeUInt16BE(code)
    this.#write(OP.close, Buffer.concat([said, Buffer.from(reason).subarray(0, 120)]))
    const socket = this.#socket
    const cut = setTimeout(() => socket.destroy(), CLOSE_MAX_MS)
    cut.unref()
    socket.once('close', () => clearTimeout(cut))
  }

  #opened(socket: Socket, head: Buffer): void {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#ended(1006, ''))
    socket.on('data', (bytes) => this.#received(bytes))
    this.#emit({ type: 'open' })
    if (this.#isClosing) socket.destroy()
    else if (head.length > 0) this.#received(head)
  }

  #received(bytes: Buffer): void {
    this.#reader.push(bytes)
    for (;;) {
      const message = this.#reader.next()
      if (message === undefined) return
      if (message === 'broken') {
        this.#finish(1002, 'what came is no frame')
        return
      }
      this.#take(message.op, message.bytes)
    }
  }

  #take(op: number, bytes: Buffer): void {
    if (op === OP.ping) this.#write(OP.pong, bytes)
    else if (op === OP.text) this.#emit({ type: 'message', data: bytes.toString('utf8') })
    else if (op === OP.binary) {
      this.#emit({ type: 'message', data: new Uint8Array(bytes).buffer })
    } else if (op === OP.close) {
      const code = bytes.length < 2 ? 1005 : bytes.readUInt16BE(0)
      if (!this.#isClosing) this.#write(OP.close, bytes.subarray(0, 2))
      this.#finish(code, bytes.toString('utf8', 2))
    }
  }

  /** The server closes the connection as well. This side closes after all bytes have been sent. */
  #finish(code: number, reason: string): void {
    this.#isClosing = true
    this.#socket?.end()
    this.#ended(code, reason)
  }

  #write(op: number, payload: Uint8Array): void {
    this.#socket?.write(maskedFrame(op, payload))
  }

  #ended(code: number, reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#emit({ type: 'close', code, reason })
  }

  #emit(event: SocketEvent): void {
    for (const listener of this.#listeners.get(event.type) ?? []) listener(event)
  }
}
