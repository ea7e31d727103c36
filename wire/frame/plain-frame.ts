import { type Refusal, refusalData } from '../../engine/code.js'
import { type JsonValue, jsonField, jsonFields, jsonObject, jsonOf } from '../format/json-parts.js'
import { encodeMsgpack } from './msgpack-encode.js'
import type { SocketCodec } from './socket-frame.js'

/**
 * Encodes frames from plain values, for those too rare to be written field by field
 * (`wire/frame/writer.ts`).
 */
export function plainReply(codec: SocketCodec, id: number | string, data: unknown): Uint8Array {
  return encoded(codec, { id, code: 'ok', message: '', data })
}

/** A refusal with its data. `id` is null if the frame's id could not be read. */
export function refusalReply(
  codec: SocketCodec,
  id: number | string | null,
  refusal: Refusal,
): Uint8Array {
  const { code, message } = refusal
  return encoded(codec, { id, code, message, data: refusalData(refusal) ?? null })
}

/** The encoded data of a reply: JSON as text, MessagePack as bytes. */
export type ReadyData = JsonValue | Uint8Array

export function readyData(codec: SocketCodec, data: unknown): ReadyData {
  return codec === 'json' ? jsonOf(data) : encodeMsgpack(data)
}

/** A reply around encoded data of the same codec. */
export function readyReply(codec: SocketCodec, id: number | string, data: ReadyData): Uint8Array {
  if (typeof data === 'string') {
    return Buffer.from(
      jsonObject(jsonFields({ id, code: 'ok', message: '' }), jsonField('data', data)),
    )
  }
  // Replaces the encoded null, which is a single byte.
  const frame = plainReply(codec, id, null)
  return Buffer.concat([frame.subarray(0, frame.length - 1), data])
}

/** An event for many sockets, encoded once per codec on first use. */
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
 * The event `config_changed`: `version` is that of the record, 0 if it was deleted. `id` 0 means
 * all records of the kind; `version` is then that of the settings. Staff also get its path or name.
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
