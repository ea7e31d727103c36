import { encodeMsgpack } from './msgpack-encode.js'
import type { SocketCodec } from './socket-frame.js'

/** Frames of plain values: for what is too rare to be written field by field (`wire/writer.ts`). */
export function plainReply(codec: SocketCodec, id: number | string, data: unknown): Uint8Array {
  return encoded(codec, { id, code: 'ok', message: '', data })
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
 * kind, with the version of the settings.
 */
export function configChanged(kind: string, id: number, version: number): EventFrame {
  return new EventFrame('config_changed', { kind, id, version })
}

function encoded(codec: SocketCodec, frame: object): Uint8Array {
  return codec === 'json' ? Buffer.from(JSON.stringify(frame)) : encodeMsgpack(frame)
}
