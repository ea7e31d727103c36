import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/**
 * A fast WebSocket client: raw TCP, one read buffer for all connections of the process, frames
 * handed out as places in that buffer, and one write per turn. It masks with a zero key, which RFC
 * 6455 allows a client and which costs nothing.
 *
 *   W1. The bytes passed to `frame` are valid until it returns.
 *   W2. The out buffer is reused only after the kernel took all of it.
 */
const READ_BYTES = 512 * 1024
const OUT_BYTES = 4 * 1024
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES)

const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** The bit in a frame's first byte with which its message ends. */
const WHOLE = 0x80

export interface WebSocketOptions {
  readonly port: number
  readonly path: string
  readonly protocol?: string
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string
}

export interface WebSocketReceiver {
  frame(bytes: Buffer, start: number, end: number): void
  /** Called after all frames of one read. */
  turn(): void
  closed(why: string): void
}

export class WebSocketConnection {
  readonly #socket: Socket
  #receiver: WebSocketReceiver | undefined
  #open = false
  /** Bytes of a frame (or of the handshake) that has not wholly arrived. */
  #rest: Buffer = Buffer.alloc(0)
  readonly #parts: Buffer[] = []
  #out = Buffer.allocUnsafeSlow(OUT_BYTES)
  #outLength = 0
  #settle: ((error: Error | undefined) => void) | undefined

  private constructor(options: WebSocketOptions) {
    this.#socket = connect({
      host: '127.0.0.1',
      port: options.port,
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (length) => {
          this.#received(length)
          return true
        },
      },
    })
    this.#socket.on('connect', () => this.#socket.write(handshake(options)))
    this.#socket.on('error', (error) => this.#ended(error.message))
    this.#socket.on('close', () => this.#ended('the server closed the connection'))
  }

  static open(options: WebSocketOptions): Promise<WebSocketConnection> {
    return new Promise((resolve, reject) => {
      const connection = new WebSocketConnection(options)
      connection.#settle = (error) => (error ? reject(error) : resolve(connection))
    })
  }

  receive(receiver: WebSocketReceiver): void {
    this.#receiver = receiver
  }

  /** Queues a whole frame for the next `flush`. */
  push(frame: Uint8Array): void {
    const needed = this.#outLength + frame.length
    if (needed > this.#out.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#out.length * 2))
      grown.set(this.#out.subarray(0, this.#outLength))
      this.#out = grown
    }
    this.#out.set(frame, this.#outLength)
    this.#outLength = needed
  }

  flush(): void {
    if (this.#outLength === 0) return
    this.#socket.write(this.#out.subarray(0, this.#outLength))
    this.#outLength = 0
    if (this.#socket.writableLength > 0) this.#out = Buffer.allocUnsafeSlow(this.#out.length)
  }

  close(): void {
    this.#receiver = undefined
    this.#socket.destroy()
  }

  #received(length: number): void {
    let bytes: Buffer = readBuffer
    let end = length
    if (this.#rest.length > 0) {
      bytes = Buffer.concat([this.#rest, readBuffer.subarray(0, length)])
      end = bytes.length
    }
    let at = 0
    if (!this.#open) {
      at = this.#handshaken(bytes, end)
      if (!this.#open) {
        this.#rest = Buffer.from(bytes.subarray(0, end))
        return
      }
    }
    at = this.#frames(bytes, at, end)
    this.#rest = at === end ? EMPTY : Buffer.from(bytes.subarray(at, end))
    this.#receiver?.turn()
    this.flush()
  }

  /** Answers where the first frame starts, once the upgrade's answer is there. */
  #handshaken(bytes: Buffer, end: number): number {
    const head = bytes.subarray(0, end).indexOf('\r\n\r\n')
    if (head < 0) return 0
    const status = bytes.toString('latin1', 0, Math.min(head, 60)).split('\r\n')[0] ?? ''
    const settle = this.#settle
    this.#settle = undefined
    if (!status.startsWith('HTTP/1.1 101')) {
      this.#socket.destroy()
      settle?.(new Error(`the upgrade was refused: ${status}`))
      return 0
    }
    this.#open = true
    settle?.(undefined)
    return head + 4
  }

  #frames(bytes: Buffer, from: number, end: number): number {
    let at = from
    while (end - at >= 2) {
      const second = bytes[at + 1] as number
      let head = 2
      let size = second & 0x7f
      if (size === 126) {
        head = 4
        if (end - at < head) break
        size = ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)
      } else if (size === 127) {
        head = 10
        if (end - at < head) break
        size = Number(bytes.readBigUInt64BE(at + 2))
      }
      const start = at + head
      if (end - start < size) break
      this.#frame(bytes, bytes[at] as number, start, start + size)
      at = start + size
    }
    return at
  }

  #frame(bytes: Buffer, head: number, start: number, end: number): void {
    const opcode = head & 0x0f
    if (opcode === OPCODE.text || opcode === OPCODE.binary || opcode === OPCODE.more) {
      if (head & WHOLE && opcode !== OPCODE.more) this.#receiver?.frame(bytes, start, end)
      else this.#part(bytes.subarray(start, end), (head & WHOLE) !== 0)
    } else if (opcode === OPCODE.ping) {
      this.push(maskedFrame(OPCODE.pong, bytes.subarray(start, end)))
    } else if (opcode === OPCODE.close) {
      const code = end - start >= 2 ? bytes.readUInt16BE(start) : 1005
      this.#ended(`closed with ${code} ${bytes.toString('utf8', start + 2, end)}`.trim())
    }
  }

  /** Takes a part of a message that comes in several frames. */
  #part(part: Buffer, isLast: boolean): void {
    this.#parts.push(Buffer.from(part))
    if (!isLast) return
    const whole = Buffer.concat(this.#parts.splice(0))
    this.#receiver?.frame(whole, 0, whole.length)
  }

  #ended(why: string): void {
    this.#settle?.(new Error(why))
    this.#settle = undefined
    const receiver = this.#receiver
    this.#receiver = undefined
    receiver?.closed(why)
    this.#socket.destroy()
  }
}

const EMPTY = Buffer.alloc(0)

/** A client frame whose mask is zero, so that its payload can be patched in place. */
export function maskedFrame(opcode: number, payload: Uint8Array): Buffer {
  const head = payload.length < 126 ? 6 : 8
  const frame = Buffer.alloc(head + payload.length)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | (head === 6 ? payload.length : 126)
  if (head === 8) frame.writeUInt16BE(payload.length, 2)
  frame.set(payload, head)
  return frame
}

export function textFrame(text: string): Buffer {
  return maskedFrame(OPCODE.text, Buffer.from(text))
}

export function binaryFrame(bytes: Uint8Array): Buffer {
  return maskedFrame(OPCODE.binary, bytes)
}

function handshake(options: WebSocketOptions): string {
  const lines = [
    `GET ${options.path} HTTP/1.1`,
    `Host: 127.0.0.1:${options.port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
  ]
  if (options.protocol !== undefined) lines.push(`Sec-WebSocket-Protocol: ${options.protocol}`)
  if (options.token !== undefined) lines.push(`Authorization: Bearer ${options.token}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
