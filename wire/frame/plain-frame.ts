import { type Refusal, refusalData } from '../../engine/code.js'
import { type JsonValue, jsonField, jsonFields, jsonObject, jsonOf } from '../answer/json-parts.js'
import { encodeMsgpack } from './msgpack-encode.js'
import type { SocketCodec } from './socket-frame.js'

/** Frames of plain values: for what is too rare to be written field by field (`wire/frame/writer.ts`). */
export function plainReply(codec: SocketCodec, id: number | string, data: unknown): Uint8Array {
  return encoded(codec, { id, code: 'ok', message: '', data })
}

/** A refusal with what it brings. `id` null answers a frame whose id could not be read. */
export function refusalReply(
  codec: SocketCodec,
  id: number | string | null,
  refusal: Refusal,
): Uint8Array {
  const { code, message } = refusal
  return encoded(codec, { id, code, message, data: refusalData(refusal) ?? null })
}

/** A reply's data as it travels: JSON as text, MessagePack as bytes. */
export type ReadyData = JsonValue | Uint8Array

export function readyData(codec: SocketCodec, data: unknown): ReadyData {
  return codec === 'json' ? jsonOf(data) : encodeMsgpack(data)
}

/** A reply around data that is ready, of the same codec. */
export function readyReply(codec: SocketCodec, id: number | string, data: ReadyData): Uint8Array {
  if (typeof data === 'string') {
    return Buffer.from(
      jsonObject(jsonFields({ id, code: 'ok', message: '' }), jsonField('data', data)),
    )
  }
  // It takes the place of a null, which is a byte.
  const frame = plainReply(codec, id, null)
  return Buffer.concat([frame.subarray(0, frame.length - 1), data])
}

/** One event for many sockets: encoded once per codec, when the first one needs it. */
export class EventFrame {
  readonly #frame: object
  readonly #bytes: Partial<Record<SocketCodec, Uint8Array>> = {}

  constructor(event: string, data: unknown) {
    this.#frame = { event, data }
  }

  as(codec: SocketCodec): Uint8Array {
    const known = this.#bytes[codec]
    if (known !== undefined) return known
    const made = encoded(codec, this.#frame)
    this.#bytes[codec] = made
    return made
  }
}

/**
 * `config_changed`: `version` is the record's, 0 once it is gone. `id` 0 stands for all records of the
 * kind, with the version of the settings. Staff are told its path or name as well.
 */
export function configChanged(
  kind: string,
  id: number,
  version: number,
  more: { readonly key?: string | null } = {},
): EventFrame {
  return new EventFrame('config_changed', { kind, id, version, ...more })
}

function encoded(codec: SocketCodec, frame: object): Uint8Array {
  return codec === 'json' ? Buffer.from(JSON.stringify(frame)) : encodeMsgpack(frame)
}
