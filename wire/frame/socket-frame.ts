import { FRAME_PARTS_MAX } from '../../engine/limits/sockets.js'
import { isBeyondBounds } from '../format/parse-json.js'
import type { ByteSink } from './byte-sink.js'
import { type FrameWriter, key } from './frame-writer.js'
import { decodeMsgpack } from './msgpack-decode.js'
import { JsonWriter, MsgpackWriter } from './writer.js'

/**
 * The WebSocket frames: a request `{id, op, args}`, a reply `{id, code, message, data}`, and
 * events.
 */

export const SOCKET_CODECS = ['json', 'msgpack'] as const
export type SocketCodec = (typeof SOCKET_CODECS)[number]
export const SUBPROTOCOLS: Readonly<Record<string, SocketCodec>> = {
  'openfloor.json': 'json',
  'openfloor.msgpack': 'msgpack',
}

export const FRAME_BYTES_MAX = 64 * 1024
export const REQUEST_ID_MAX = 64

export interface SocketRequest {
  readonly id: number | string
  readonly op: string
  readonly args: Readonly<Record<string, unknown>>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const NO_ARGS = Object.freeze({})

/**
 * Decodes a request; undefined if the bytes are not a request frame. Depth and size of the result
 * are bounded, because no operation needs more and each part costs time.
 */
export function decodeRequest(codec: SocketCodec, frame: Uint8Array): SocketRequest | undefined {
  let value: unknown
  try {
    value = codec === 'json' ? jsonIn(frame) : decodeMsgpack(frame)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { id, op, args = NO_ARGS } = value as Record<string, unknown>
  if (typeof op !== 'string' || !isId(id)) return undefined
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined
  return { id, op, args: args as Record<string, unknown> }
}

function jsonIn(frame: Uint8Array): unknown {
  return isBeyondBounds(frame, FRAME_PARTS_MAX) ? undefined : JSON.parse(utf8.decode(frame))
}

function isId(id: unknown): id is number | string {
  if (typeof id === 'string') return id.length <= REQUEST_ID_MAX
  return Number.isSafeInteger(id)
}

export function frameWriter(codec: SocketCodec): ByteSink {
  return codec === 'json' ? new JsonWriter() : new MsgpackWriter()
}

const ID = key('id')
const CODE = key('code')
const MESSAGE = key('message')
export const DATA = key('data')
const EVENT = key('event')
const SEQ = key('seq')
const PROJECTION_SEQ = key('projection_seq')

/** Opens a reply up to its `data`, which the caller writes under `DATA` before `endMap`. */
export function beginReply(
  w: FrameWriter,
  id: number | string,
  code: string,
  message: string,
): void {
  w.clear()
  w.map(4)
  if (typeof id === 'number') w.int(ID, id)
  else w.text(ID, id)
  w.text(CODE, code)
  w.text(MESSAGE, message)
}

/** A reply without data. `id` is null if the frame's id could not be read. */
export function writePlainReply(
  w: FrameWriter,
  id: number | string | null,
  code: string,
  message: string,
): void {
  if (id === null) {
    w.clear()
    w.map(4)
    w.none(ID)
    w.text(CODE, code)
    w.text(MESSAGE, message)
  } else beginReply(w, id, code, message)
  w.none(DATA)
  w.endMap()
}

/** Opens an event up to its `data`. `seq` is only in events of an account. */
export function beginEvent(w: FrameWriter, event: string, seq?: number): void {
  w.clear()
  w.map(seq === undefined ? 2 : 3)
  w.text(EVENT, event)
  if (seq !== undefined) w.intText(SEQ, seq)
}

/** An account's event for staff: `seq` is the account's, `projection_seq` that of its record. */
export function beginWatchedEvent(
  w: FrameWriter,
  event: string,
  seq: number,
  projectionSeq: number,
): void {
  w.clear()
  w.map(4)
  w.text(EVENT, event)
  w.intText(SEQ, seq)
  w.intText(PROJECTION_SEQ, projectionSeq)
}
