/**
 * Encodes text typed by people (login, password or token) for a connection. Everything else in DDE
 * is ASCII. Returns one character per byte, as the connection sends it.
 */
export type TextEncoding = (text: string) => string | undefined

const ASCII_MAX = 127
const BYTE_MAX = 255

/**
 * Finds an encoding by its web name (`utf-8`, `windows-1251`). An empty name means Latin-1; an
 * unknown name gives undefined.
 */
export function textEncoding(name: string): TextEncoding | undefined {
  const label = name.trim().toLowerCase()
  if (label === '' || label === 'latin1' || label === 'iso-8859-1') return latin1
  if (label === 'utf-8' || label === 'utf8') return utf8
  const bytes = singleBytes(label)
  return bytes === undefined ? undefined : (text) => spelled(text, bytes)
}

function latin1(text: string): string | undefined {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > BYTE_MAX) return undefined
  return text
}

function utf8(text: string): string {
  let out = ''
  for (const byte of new TextEncoder().encode(text)) out += String.fromCharCode(byte)
  return out
}

function spelled(text: string, bytes: ReadonlyMap<string, number>): string | undefined {
  let out = ''
  for (const character of text) {
    const byte = bytes.get(character)
    if (byte === undefined) return undefined
    out += String.fromCharCode(byte)
  }
  return out
}

/**
 * Decodes text of a provider, given as one character per byte. Invalid bytes become replacement
 * characters. An unknown name means Latin-1.
 */
export function textDecoding(name: string): (bytes: string) => string {
  const label = name.trim().toLowerCase()
  if (label === '' || label === 'latin1' || label === 'iso-8859-1') return (bytes) => bytes
  try {
    const decoder = new TextDecoder(label)
    return (bytes) => decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return (bytes) => bytes
  }
}

/**
 * The byte for each character of a single-byte encoding; undefined if the encoding is unknown or
 * uses several bytes.
 */
function singleBytes(label: string): ReadonlyMap<string, number> | undefined {
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(label, { fatal: true })
  } catch {
    return undefined
  }
  const bytes = new Map<string, number>()
  for (let byte = 0; byte <= BYTE_MAX; byte++) {
    try {
      const character = decoder.decode(Uint8Array.of(byte))
      if (character.length === 1) bytes.set(character, byte)
    } catch {
      // The byte is not assigned to a character.
    }
  }
  return bytes.size > ASCII_MAX ? bytes : undefined
}
