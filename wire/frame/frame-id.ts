import { type FrameScan, JsonScan, MsgpackScan } from './frame-scan.js'
import { decodeRequest, REQUEST_ID_MAX, type SocketCodec } from './socket-frame.js'

/**
 * Reads the id of a frame that is refused without decoding it. Floods often use the largest frames,
 * so for a large frame only the first fields are scanned, where every known client puts the id;
 * otherwise the id is null. A small frame is decoded completely.
 */
const LOOKED_AT_BYTES = 256
const DECODED_BYTES_MAX = 1024

const scans: Readonly<Record<SocketCodec, FrameScan>> = {
  json: new JsonScan(),
  msgpack: new MsgpackScan(),
}

export function frameId(codec: SocketCodec, frame: Uint8Array): number | string | null {
  const head = frame.length > LOOKED_AT_BYTES ? frame.subarray(0, LOOKED_AT_BYTES) : frame
  const id = idInHead(scans[codec], head)
  if (id !== undefined) return id
  return frame.length > DECODED_BYTES_MAX ? null : (decodeRequest(codec, frame)?.id ?? null)
}

function idInHead(scan: FrameScan, head: Uint8Array): number | string | undefined {
  scan.begin(head)
  if (!scan.open()) return undefined
  let key = scan.key()
  if (key === 'op') {
    if (scan.text() === undefined) return undefined
    key = scan.key()
  }
  if (key !== 'id') return undefined
  const id = scan.isText() ? scan.text() : scan.count()
  if (typeof id === 'string' && id.length > REQUEST_ID_MAX) return undefined
  // A following key confirms that the id was read completely.
  return scan.key() === undefined ? undefined : id
}
