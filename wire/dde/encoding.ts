/**
 * The encoding in which a connection writes what people typed: its login, password or Token. Everything else
 * that DDE says is ASCII. Answers one character per byte, which is what the link sends.
 */
export type TextEncoding = (text: string) => string | undefined

const ASCII_MAX = 127
const BYTE_MAX = 255

/** Finds an encoding by its web name (`utf-8`, `windows-1251`); empty is Latin-1. Undefined for an unknown name. */
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
 * The way back, for texts of a provider: one character a byte -> text. What does not fit the encoding is a
 * replacement character; a name that is none is Latin-1.
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

/** The byte of every character that is one; undefined when the encoding is unknown or has no such. */
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
      // A byte that stands for nothing.
    }
  }
  return bytes.size > ASCII_MAX ? bytes : undefined
}
