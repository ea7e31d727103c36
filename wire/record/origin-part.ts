import type { ChangeOrigin } from '../../engine/account/event.js'
import { type RecordBuffer, TEXT_HEAD_BYTES } from './record-buffer.js'
import type { RecordReader } from './record-reader.js'

/**
 * The origin of a change in its record: a byte with two flags, then the id of the REST request as
 * text.
 */
const BY_DEALER = 1
const CLEARS_STOPS = 2

export function writeOrigin(
  into: RecordBuffer,
  { by, requestId, clearsStops }: ChangeOrigin,
): void {
  into.reserve(1 + TEXT_HEAD_BYTES + 2 * requestId.length)
  into.byte((by === 'dealer' ? BY_DEALER : 0) | (clearsStops ? CLEARS_STOPS : 0))
  into.text(requestId)
}

export function readOrigin(reader: RecordReader): ChangeOrigin {
  const bits = reader.byte()
  const by = (bits & BY_DEALER) === 0 ? 'client' : 'dealer'
  return { by, requestId: reader.text(), clearsStops: (bits & CLEARS_STOPS) !== 0 }
}
