import { FRAME_PARTS_MAX } from '../../engine/limits/sockets.js'

/**
 * Decodes MessagePack from an untrusted socket. It supports only what frames contain: nil,
 * booleans, numbers, strings, arrays, and maps with text keys. Binary data, extensions, nesting
 * beyond `DEPTH_MAX`, too many fields or lists, and trailing bytes are refused. It neither compiles
 * code nor constructs classes from input, unlike the general decoder used elsewhere.
 */
const DEPTH_MAX = 8

export class MsgpackError extends Error {
  override readonly name = 'MsgpackError'
}

let bytes: Uint8Array = new Uint8Array(0)
let at = 0
/** How many more fields, lists and maps the frame may contain. */
let partsLeft = 0

export function decodeMsgpack(frame: Uint8Array): unknown {
  bytes = frame
  at = 0
  partsLeft = FRAME_PARTS_MAX
  const value = readValue(0)
  if (at !== frame.length) throw new MsgpackError('bytes after the value')
  return value
}

function readValue(depth: number): unknown {
  const head = byte()
  if (head < 0x80) return head
  if (head < 0x90) return readMap(head & 15, depth)
  if (head < 0xa0) return readArray(head & 15, depth)
  if (head < 0xc0) return readText(head & 31)
  if (head >= 0xe0) return head - 256
  switch (head) {
    case 0xc0:
      return null
    case 0xc2:
      return false
    case 0xc3:
      return true
    case 0xca:
      return view(4).getFloat32(0)
    case 0xcb:
      return view(8).getFloat64(0)
    case 0xcc:
      return byte()
    case 0xcd:
      return uint16()
    case 0xce:
      return uint32()
    case 0xcf:
      return safe(view(8).getBigUint64(0))
    case 0xd0:
      return view(1).getInt8(0)
    case 0xd1:
      return view(2).getInt16(0)
    case 0xd2:
      return view(4).getInt32(0)
    case 0xd3:
      return safe(view(8).getBigInt64(0))
    case 0xd9:
      return readText(byte())
    case 0xda:
      return readText(uint16())
    case 0xdb:
      return readText(uint32())
    case 0xdc:
      return readArray(uint16(), depth)
    case 0xdd:
      return readArray(uint32(), depth)
    case 0xde:
      return readMap(uint16(), depth)
    case 0xdf:
      return readMap(uint32(), depth)
    default:
      throw new MsgpackError('a type that frames do not have')
  }
}

function readMap(fields: number, depth: number): Record<string, unknown> {
  bound(fields * 2, 1 + fields, depth)
  const map: Record<string, unknown> = {}
  for (let i = 0; i < fields; i++) {
    map[readKey()] = readValue(depth + 1)
  }
  return map
}

/**
 * A cache of field names, because they repeat in every frame. The last name in a slot of the hash
 * table is compared with the bytes, which avoids creating most strings. Only short ASCII names are
 * cached.
 */
const KEY_SLOTS = 256
const KEY_MAX = 31
const keyTexts: string[] = new Array(KEY_SLOTS).fill('')

function readKey(): string {
  const head = byte()
  const length = head & KEY_MAX
  if ((head & 0xe0) !== 0xa0) throw new MsgpackError('a map key that is not a short name')
  const end = at + length
  if (end > bytes.length) throw new MsgpackError('text beyond the frame')
  let hash = length
  for (let i = at; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) & 0xffff
  const slot = hash & (KEY_SLOTS - 1)
  const held = keyTexts[slot] as string
  if (held.length === length && isTextAt(held, at)) {
    at = end
    return held
  }
  const key = readText(length)
  if (key === '__proto__') throw new MsgpackError('a map key')
  // Equal numbers of characters and bytes mean ASCII, which `isTextAt` can compare byte by byte.
  if (key.length === length) keyTexts[slot] = key
  return key
}

function isTextAt(text: string, from: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false
  return true
}

function readArray(items: number, depth: number): unknown[] {
  bound(items, 1, depth)
  const list: unknown[] = []
  for (let i = 0; i < items; i++) list.push(readValue(depth + 1))
  return list
}

/**
 * A declared size must fit into the remaining bytes, so that a short frame cannot claim much
 * memory.
 */
function bound(values: number, parts: number, depth: number): void {
  if (depth >= DEPTH_MAX) throw new MsgpackError('nested too deeply')
  partsLeft -= parts
  if (partsLeft < 0) throw new MsgpackError('more parts than a frame has')
  if (values > bytes.length - at) throw new MsgpackError('a size beyond the frame')
}

const SHORT_TEXT = 24

function readText(length: number): string {
  const end = at + length
  if (end > bytes.length) throw new MsgpackError('text beyond the frame')
  if (length <= SHORT_TEXT) {
    let text = ''
    for (let i = at; i < end; i++) {
      const code = bytes[i] as number
      if (code > 127) return longText(end)
      text += String.fromCharCode(code)
    }
    at = end
    return text
  }
  return longText(end)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function longText(end: number): string {
  const slice = bytes.subarray(at, end)
  at = end
  try {
    return utf8.decode(slice)
  } catch {
    throw new MsgpackError('text that is not UTF-8')
  }
}

function byte(): number {
  if (at >= bytes.length) throw new MsgpackError('the frame ends early')
  return bytes[at++] as number
}

function uint16(): number {
  return byte() * 256 + byte()
}

function uint32(): number {
  return uint16() * 65536 + uint16()
}

function view(length: number): DataView {
  if (at + length > bytes.length) throw new MsgpackError('the frame ends early')
  const data = new DataView(bytes.buffer, bytes.byteOffset + at, length)
  at += length
  return data
}

function safe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new MsgpackError('a number beyond 2^53')
  return number
}
