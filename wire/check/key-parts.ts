/**
 * Splits a licence key: base64url of a JSON payload, a dot, and base64url of its Ed25519 signature.
 * The signature covers the text of the payload as sent, so no other encoding of it is valid.
 */
const KEY = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/

export interface KeyParts {
  readonly text: string
  readonly signature: string
}

export function partsOfKey(key: string): KeyParts | undefined {
  const [, text, signature] = KEY.exec(key) ?? []
  return text === undefined || signature === undefined ? undefined : { text, signature }
}
