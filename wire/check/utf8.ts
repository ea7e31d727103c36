/**
 * The place at which bytes stop being UTF-8: the begin of the first character that is none; -1 when all are.
 */
export function firstBadByte(bytes: Uint8Array): number {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const again = Buffer.from(given.toString('utf8'))
  if (given.equals(again)) return -1
  let at = 0
  while (at < given.length && again[at] === bytes[at]) at++
  // The bytes that were put in its place may begin as it does.
  for (let lead = at - 1; lead >= 0 && lead >= at - 3; lead--) {
    const byte = bytes[lead] as number
    if (byte < 0x80) return at
    if (byte < 0xc0) continue
    return lengthBy(byte) > at - lead ? lead : at
  }
  return at
}

function lengthBy(lead: number): number {
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes as text. The first bytes that are no UTF-8 become half a character, by which a reader finds their place. */
export function markedText(bytes: Uint8Array): string {
  const text = lenient.decode(bytes)
  // The character that stands for bad bytes may have been sent as such, too.
  const at = text.includes('\ufffd') ? firstBadByte(bytes) : -1
  if (at < 0) return text
  return `${lenient.decode(bytes.subarray(0, at))}\ud800${lenient.decode(bytes.subarray(at))}`
}
