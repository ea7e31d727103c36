/** The position of the first byte that is not valid UTF-8; -1 if all are valid. */
export function firstBadByte(bytes: Uint8Array): number {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const again = Buffer.from(given.toString('utf8'))
  if (given.equals(again)) return -1
  let at = 0
  while (at < given.length && again[at] === bytes[at]) at++
  // The replacement character may begin with the same bytes as the invalid sequence.
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

/**
 * Decodes bytes as text. The first invalid byte becomes a lone surrogate, which marks its position.
 */
export function markedText(bytes: Uint8Array): string {
  const text = lenient.decode(bytes)
  // The client may have sent the replacement character itself.
  const at = text.includes('\ufffd') ? firstBadByte(bytes) : -1
  if (at < 0) return text
  return `${lenient.decode(bytes.subarray(0, at))}\ud800${lenient.decode(bytes.subarray(at))}`
}
