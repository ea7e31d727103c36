import { type JsonValue, jsonField, jsonFields, jsonObject } from '../format/json-parts.js'
import { EventFrame } from './plain-frame.js'
import type { SocketCodec } from './socket-frame.js'

/** Frames in one buffer, which moves from thread to thread without a copy. */
export interface PackedFrames {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The offset in `bytes` at which each frame ends. */
  readonly ends: readonly number[]
}

/** Packs one event frame for each item. JSON frames contain the item unchanged. */
export function packEvents(
  event: string,
  items: readonly JsonValue[],
  codec: SocketCodec,
): PackedFrames {
  return codec === 'json' ? packedJson(event, items) : packedMsgpack(event, items)
}

export function* framesIn({ bytes, ends }: PackedFrames): Generator<Uint8Array, void, undefined> {
  let start = 0
  for (const end of ends) {
    yield bytes.subarray(start, end)
    start = end
  }
}

function packedJson(event: string, items: readonly JsonValue[]): PackedFrames {
  const head = jsonFields({ event })
  const texts = items.map((item) => jsonObject(head, jsonField('data', item)))
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const bytes = Buffer.from(new ArrayBuffer(length))
  let at = 0
  const ends = texts.map((text) => {
    at += bytes.write(text, at)
    return at
  })
  return { bytes, ends }
}

function packedMsgpack(event: string, items: readonly JsonValue[]): PackedFrames {
  const frames = items.map((item) => new EventFrame(event, JSON.parse(item)).as('msgpack'))
  const bytes = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0))
  let at = 0
  const ends = frames.map((frame) => {
    bytes.set(frame, at)
    at += frame.length
    return at
  })
  return { bytes, ends }
}
