import type { Refusal } from '../../engine/code.js'
import { FrameTemplate } from '../../wire/frame/frame-template.js'
import { type FrameWriter, key } from '../../wire/frame/frame-writer.js'
import { refusalReply } from '../../wire/frame/plain-frame.js'
import {
  beginEvent,
  beginReply,
  DATA,
  frameWriter,
  type SocketCodec,
  writePlainReply,
} from '../../wire/frame/socket-frame.js'
import type { Connection } from './connection.js'

/** Frames that the front encodes itself. All others come encoded from the shards. */

const writers: Readonly<Record<SocketCodec, FrameWriter>> = {
  json: frameWriter('json'),
  msgpack: frameWriter('msgpack'),
}
const REASON = key('reason')
const RETRY = key('retry_after_ms')

/** Sends a refusal with its data. `id` is null if the frame's id could not be read. */
export function sendRefusal(
  connection: Pick<Connection, 'codec' | 'send'>,
  id: number | string | null,
  refusal: Refusal,
): void {
  connection.send(refusalReply(connection.codec, id, refusal))
}

/** Sends a reply without data. `id` is null if the frame's id could not be read. */
export function sendReply(
  connection: Connection,
  id: number | string | null,
  code: string,
  message: string,
  retryAfterMs?: number | null,
): void {
  const w = writers[connection.codec]
  if (retryAfterMs === undefined || id === null) writePlainReply(w, id, code, message)
  else writeTooMany(w, id, code, message, retryAfterMs)
  connection.send(w.bytes.subarray(0, w.length))
}

/**
 * Refuses a frame of a client that sends too fast. `retryAfterMs` is null if the time is unknown.
 */
function writeTooMany(
  w: FrameWriter,
  id: number | string,
  code: string,
  message: string,
  retryAfterMs: number | null,
): void {
  beginReply(w, id, code, message)
  w.map(1, DATA)
  if (retryAfterMs === null) w.none(RETRY)
  else w.int(RETRY, retryAfterMs)
  w.endMap()
  w.endMap()
}

/** A refusal that is always the same, for flooding clients: only the id is written for each reply. */
export class RepeatedRefusal {
  readonly #code: string
  readonly #message: string
  readonly #retryAfterMs: number | null
  readonly #templates: Readonly<Record<SocketCodec, FrameTemplate>> = {
    json: new FrameTemplate(frameWriter('json')),
    msgpack: new FrameTemplate(frameWriter('msgpack')),
  }

  constructor(code: string, message: string, retryAfterMs: number | null) {
    this.#code = code
    this.#message = message
    this.#retryAfterMs = retryAfterMs
  }

  send(connection: Connection, id: number | string | null): void {
    const w = this.#templates[connection.codec]
    if (id === null) writePlainReply(w, id, this.#code, this.#message)
    else writeTooMany(w, id, this.#code, this.#message, this.#retryAfterMs)
    connection.send(w.written)
  }
}

export function sendSessionClosed(connection: Connection, reason: string): void {
  const w = writers[connection.codec]
  beginEvent(w, 'session_closed')
  w.map(1, DATA)
  w.text(REASON, reason)
  w.endMap()
  w.endMap()
  connection.send(w.bytes.subarray(0, w.length))
}
