import type { AnswerCode } from '../generated/routes.js'
import { pack, unpack } from './msgpack.js'

/** The two encodings of frames. */
export type CodecName = 'json' | 'msgpack'

export interface Reply {
  readonly id: number
  readonly code: AnswerCode
  readonly message: string
  readonly data: unknown
}

export interface ReceivedEvent {
  readonly event: string
  readonly data: unknown
  /** The account's 64-bit sequence number, as text. */
  readonly seq?: string
}

export interface Codec {
  readonly protocol: string
  encode(frame: object): string | Uint8Array<ArrayBuffer>
  /** Decodes a message of the socket; undefined if it is not a frame. */
  decode(message: unknown): Reply | ReceivedEvent | undefined
}

const json: Codec = {
  protocol: 'openfloor.json',
  encode: (frame) => JSON.stringify(frame),
  decode: (message) => (typeof message === 'string' ? read(() => JSON.parse(message)) : undefined),
}

const msgpack: Codec = {
  protocol: 'openfloor.msgpack',
  encode: (frame) => pack(frame),
  decode: (message) => (isBytes(message) ? read(() => unpack(new Uint8Array(message))) : undefined),
}

export const CODECS_BY_NAME: Readonly<Record<CodecName, Codec>> = { json, msgpack }

function read(parse: () => unknown): Reply | ReceivedEvent | undefined {
  try {
    const frame = parse()
    if (typeof frame !== 'object' || frame === null) return undefined
    return 'event' in frame || 'code' in frame ? (frame as Reply | ReceivedEvent) : undefined
  } catch {
    return undefined
  }
}

export function isEvent(frame: Reply | ReceivedEvent): frame is ReceivedEvent {
  return 'event' in frame
}

/**
 * Compares the class name, because bytes from another frame of the page have another class object.
 */
function isBytes(message: unknown): message is ArrayBuffer {
  return Object.prototype.toString.call(message) === '[object ArrayBuffer]'
}
