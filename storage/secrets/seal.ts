import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { assert } from '../../engine/assert.js'

/**
 * Secrets at rest (AES-256-GCM). The place a secret belongs to is authenticated with it, so a sealed
 * text that is moved to another row, or changed, does not open.
 *
 *   sealed text: `v1.<key id>.<nonce>.<ciphertext and tag>`, parts base64url
 */
export interface Seal {
  /** `place` names table, record and field, e.g. `settings/datafeed/1/password`. */
  seal(secret: string, place: string): string
  open(sealed: string, place: string): string
  /** A keyed digest of a text. Without the key it reveals only whether two texts are equal. */
  mark(text: string): string
}

export class SealError extends Error {
  override readonly name = 'SealError'
}

const VERSION = 'v1'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `random` must return at least 12 fresh random bytes per call. */
export function openSeal(key: Uint8Array, random: () => Uint8Array): Seal {
  assert(key.length === KEY_BYTES, 'the secret key has 32 bytes')
  const keyId = createHash('sha256').update(key).digest('base64url').slice(0, 8)
  return {
    mark: (text) => createHmac('sha256', key).update(`mark/${text}`).digest('base64url'),
    seal(secret, place) {
      const nonce = Buffer.from(random().subarray(0, NONCE_BYTES))
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(`${place}/${keyId}`))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([body, cipher.getAuthTag()])
      return [VERSION, keyId, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(text, place) {
      const [version, id, nonce = '', sealed = ''] = text.split('.')
      if (version !== VERSION || id !== keyId) {
        throw new SealError(
          `${place} was sealed with another SECRET_KEY: put the old key back, or enter the secret again`,
        )
      }
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(`${place}/${keyId}`))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const secret = decipher.update(bytes.subarray(0, -TAG_BYTES))
        return Buffer.concat([secret, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new SealError(`${place} was changed since it was sealed: enter the secret again`, {
          cause,
        })
      }
    },
  }
}
