import { createPublicKey, verify } from 'node:crypto'
import type { LicencePayload } from '../../../engine/licence/payload.js'
import { partsOfKey } from '../../../wire/check/key-parts.js'

/** The reason why a key is not signed by the vendor; null if it is. */
export function refusedSignature(key: string, publicKey: string | undefined): string | null {
  if (publicKey === undefined) {
    return 'No public key of the vendor is configured: set LICENCE_PUBLIC_KEY.'
  }
  const parts = partsOfKey(key)
  if (parts === undefined) {
    return 'This is no licence key: it is two parts of base64url with a dot between.'
  }
  const signed = Buffer.from(parts.text, 'latin1')
  const signature = Buffer.from(parts.signature, 'base64url')
  if (verify(null, signed, createPublicKey(publicKey), signature)) return null
  return 'The signature of the key is not that of the vendor.'
}

/**
 * The parts of an applied key that can become invalid later; its form was checked when it was
 * applied.
 */
export function bindingOf(key: string): Pick<LicencePayload, 'server_id' | 'expires_at'> {
  const text = partsOfKey(key)?.text ?? ''
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as LicencePayload
}
