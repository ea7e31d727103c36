import { binaryFrame, textFrame } from './websocket.js'

/**
 * Trade frames whose id, client order id and position id are patched in place, and replies of which
 * only some fields are read: the id, whether it is `ok`, and the opened position.
 */
export interface OrderFrames {
  /** The frame is overwritten by the next call. */
  open(id: number, serial: number): Uint8Array
  close(id: number, serial: number, positionId: number): Uint8Array
  /** The id of the request it answers, or -1 for an event. */
  replyId(bytes: Buffer, start: number, end: number): number
  isOk(bytes: Buffer, start: number, end: number): boolean
  /** 0 when the reply names none. */
  positionId(bytes: Buffer, start: number, end: number): number
}

export type SocketProtocol = 'openfloor.json' | 'openfloor.msgpack'

/** Request ids of one width, so that a reply's fields stand where they are expected. */
export const FIRST_ID = 10_000
const SERIAL_DIGITS = 10
const POSITION_DIGITS = 12

export const ORDER_MIX =
  'market open 0.01 lot EURUSD, then close of that position; every one with its own client_order_id'

/**
 * `run` makes client order ids unique across runs against one server: 1 to 20 letters or digits.
 */
export function orderFrames(protocol: SocketProtocol, run: string): OrderFrames {
  return protocol === 'openfloor.json' ? new JsonFrames(run) : new MsgpackFrames(run)
}

class JsonFrames implements OrderFrames {
  readonly #open: Buffer
  readonly #close: Buffer
  readonly #openAt: Places
  readonly #closeAt: Places

  constructor(run: string) {
    const key = `${run}-${'#'.repeat(SERIAL_DIGITS)}`
    const position = ' '.repeat(POSITION_DIGITS - 1)
    this.#open = textFrame(
      `{"id":${FIRST_ID},"op":"trade","args":{"kind":"open","symbol":"EURUSD","side":"buy",` +
        `"order_kind":"market","volume":"0.01","client_order_id":"${key}"}}`,
    )
    this.#close = textFrame(
      `{"id":${FIRST_ID},"op":"trade","args":{"kind":"close","position_id":${position}0,` +
        `"client_order_id":"${key}"}}`,
    )
    this.#openAt = jsonPlaces(this.#open)
    this.#closeAt = jsonPlaces(this.#close)
  }

  open(id: number, serial: number): Uint8Array {
    writeDigits(this.#open, this.#openAt.id, 5, id, ZERO)
    writeDigits(this.#open, this.#openAt.serial, SERIAL_DIGITS, serial, ZERO)
    return this.#open
  }

  close(id: number, serial: number, positionId: number): Uint8Array {
    writeDigits(this.#close, this.#closeAt.id, 5, id, ZERO)
    writeDigits(this.#close, this.#closeAt.serial, SERIAL_DIGITS, serial, ZERO)
    writeDigits(this.#close, this.#closeAt.position, POSITION_DIGITS, positionId, SPACE)
    return this.#close
  }

  replyId(bytes: Buffer, start: number, end: number): number {
    // {"id":10000,… or {"event":…
    if (end - start < 8 || bytes[start + 2] !== LETTER_I) return -1
    return readDigits(bytes, start + 6, end)
  }

  isOk(bytes: Buffer, start: number, end: number): boolean {
    // {"id":10000,"code":"ok"
    return (
      end - start > 22 &&
      bytes[start + 20] === LETTER_O &&
      bytes[start + 21] === LETTER_K &&
      bytes[start + 22] === QUOTE
    )
  }

  positionId(bytes: Buffer, start: number, end: number): number {
    const at = bytes.indexOf(JSON_POSITION, start + 23)
    if (at < 0 || at >= end) return 0
    const from = at + JSON_POSITION.length
    return readDigits(bytes, bytes[from] === QUOTE ? from + 1 : from, end)
  }
}

const ZERO = 0x30
const SPACE = 0x20
const QUOTE = 0x22
const LETTER_I = 0x69
const LETTER_K = 0x6b
const LETTER_O = 0x6f
const JSON_POSITION = Buffer.from('"position_id":')

interface Places {
  readonly id: number
  readonly serial: number
  readonly position: number
}

function jsonPlaces(frame: Buffer): Places {
  return {
    id: frame.indexOf(String(FIRST_ID)),
    serial: frame.indexOf('#'),
    position: frame.indexOf(JSON_POSITION) + JSON_POSITION.length,
  }
}

/** Right-aligned in `width` places, filled up with `fill` on the left. */
function writeDigits(into: Buffer, at: number, width: number, value: number, fill: number): void {
  let left = value
  let place = at + width - 1
  do {
    into[place--] = ZERO + (left % 10)
    left = Math.floor(left / 10)
  } while (left > 0)
  while (place >= at) into[place--] = fill
}

function readDigits(bytes: Buffer, from: number, end: number): number {
  let value = 0
  for (let at = from; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
  }
  return value
}

class MsgpackFrames implements OrderFrames {
  readonly #open: Buffer
  readonly #close: Buffer
  readonly #openAt: Places
  readonly #closeAt: Places

  constructor(run: string) {
    const key = `${run}-${'#'.repeat(SERIAL_DIGITS)}`
    this.#open = binaryFrame(
      packRequest([
        ['kind', packText('open')],
        ['symbol', packText('EURUSD')],
        ['side', packText('buy')],
        ['order_kind', packText('market')],
        ['volume', packText('0.01')],
        ['client_order_id', packText(key)],
      ]),
    )
    this.#close = binaryFrame(
      packRequest([
        ['kind', packText('close')],
        ['position_id', Buffer.from([UINT32, 0, 0, 0, 0])],
        ['client_order_id', packText(key)],
      ]),
    )
    this.#openAt = packedPlaces(this.#open)
    this.#closeAt = packedPlaces(this.#close)
  }

  open(id: number, serial: number): Uint8Array {
    this.#open.writeUInt16BE(id, this.#openAt.id)
    writeDigits(this.#open, this.#openAt.serial, SERIAL_DIGITS, serial, ZERO)
    return this.#open
  }

  close(id: number, serial: number, positionId: number): Uint8Array {
    this.#close.writeUInt16BE(id, this.#closeAt.id)
    writeDigits(this.#close, this.#closeAt.serial, SERIAL_DIGITS, serial, ZERO)
    this.#close.writeUInt32BE(positionId, this.#closeAt.position)
    return this.#close
  }

  replyId(bytes: Buffer, start: number, end: number): number {
    const at = start + mapHead(bytes, start)
    // a2 "id" cd …, or a5 "event" …
    if (end - at < 6 || bytes[at] !== 0xa2) return -1
    return readInteger(bytes, at + 3)
  }

  isOk(bytes: Buffer, start: number, end: number): boolean {
    // a2 "id" cd xx xx, a4 "code", a2 "ok"
    const idAt = start + mapHead(bytes, start) + 3
    const at = idAt + integerBytes(bytes[idAt] as number) + 5
    return (
      end - at > 3 && bytes[at] === 0xa2 && bytes[at + 1] === LETTER_O && bytes[at + 2] === LETTER_K
    )
  }

  positionId(bytes: Buffer, start: number, end: number): number {
    const at = bytes.indexOf(PACKED_POSITION, start + 14)
    if (at < 0 || at >= end) return 0
    return readInteger(bytes, at + PACKED_POSITION.length)
  }
}

const UINT8 = 0xcc
const UINT16 = 0xcd
const UINT32 = 0xce
const UINT64 = 0xcf
const FLOAT64 = 0xcb
const MAP16 = 0xde
const PACKED_POSITION = packText('position_id')

/** Bytes before the first key of a map. */
function mapHead(bytes: Buffer, start: number): number {
  return bytes[start] === MAP16 ? 3 : 1
}

function packedPlaces(frame: Buffer): Places {
  return {
    id: frame.indexOf(packText('id')) + 4,
    serial: frame.indexOf('#'),
    position: frame.indexOf(PACKED_POSITION) + PACKED_POSITION.length + 1,
  }
}

function packRequest(args: ReadonlyArray<readonly [string, Buffer]>): Buffer {
  return Buffer.concat([
    Buffer.from([0x83]),
    packText('id'),
    Buffer.from([UINT16, FIRST_ID >> 8, FIRST_ID & 0xff]),
    packText('op'),
    packText('trade'),
    packText('args'),
    Buffer.from([0x80 | args.length]),
    ...args.flatMap(([name, value]) => [packText(name), value]),
  ])
}

/** Texts below 32 bytes are all that a trade frame holds. */
function packText(text: string): Buffer {
  return Buffer.from([0xa0 | text.length, ...Buffer.from(text)])
}

function integerBytes(kind: number): number {
  if (kind < 0x80) return 1
  if (kind === UINT8) return 2
  if (kind === UINT16) return 3
  return kind === UINT32 ? 5 : 9
}

function readInteger(bytes: Buffer, at: number): number {
  const kind = bytes[at] as number
  if (kind < 0x80) return kind
  if (kind === UINT8) return bytes[at + 1] as number
  if (kind === UINT16) return bytes.readUInt16BE(at + 1)
  if (kind === UINT32) return bytes.readUInt32BE(at + 1)
  if (kind === UINT64) return Number(bytes.readBigUInt64BE(at + 1))
  return kind === FLOAT64 ? bytes.readDoubleBE(at + 1) : 0
}
