import type { AnswerCode } from '../generated/routes.js'
import { packed, unpacked } from './msgpack.js'

/** The two encodings of frames. */
export type CodecName = 'json' | 'msgpack'

export interface Reply {
  readonly id: number
  readonly code: AnswerCode
  readonly message: string
  readonly data: unknown
}

export interface ToldEvent {
  readonly event: string
  readonly data: unknown
  /** The account's sequence number, as text. */
  readonly seq?: string
}

export interface Codec {
  readonly protocol: string
  encode(frame: object): string | Uint8Array<ArrayBuffer>
  /** Undefined if the message is not a frame. */
  decode(message: unknown): Reply | ToldEvent | undefined
}

const json: Codec = {
  protocol: 'openfloor.json',
  encode: (frame) => JSON.stringify(frame),
  decode: (message) => (typeof message === 'string' ? read(() => JSON.parse(message)) : undefined),
}

const msgpack: Codec = {
  protocol: 'openfloor.msgpack',
  encode: (frame) => packed(frame),
  decode: (message) =>
    isBytes(message) ? read(() => unpacked(new Uint8Array(message))) : undefined,
}

export const CODECS_BY_NAME: Readonly<Record<CodecName, Codec>> = { json, msgpack }

function read(parse: () => unknown): Reply | ToldEvent | undefined {
  try {
    const frame = parse()
    if (typeof frame !== 'object' || frame === null) return undefined
    return 'event' in frame || 'code' in frame ? (frame as Reply | ToldEvent) : undefined
  } catch {
    return undefined
  }
}

export function isEvent(frame: Reply | ToldEvent): frame is ToldEvent {
  return 'event' in frame
}

/**
 * Compares the class name, because bytes from another frame of the page have another class object.
 */
function isBytes(message: unknown): message is ArrayBuffer {
  return Object.prototype.toString.call(message) === '[object ArrayBuffer]'
}
