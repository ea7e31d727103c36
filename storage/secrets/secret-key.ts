import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { secretKeyPath } from '../paths.js'
import { hasSealedSecrets } from './sealed-secrets.js'

const KEY_BYTES = 32

/**
 * Reports that the key is missing although the directory has encrypted secrets, which a new key
 * could not decrypt.
 */
export class KeyGoneError extends Error {
  override readonly name = 'KeyGoneError'
}

/**
 * The key that encrypts stored secrets: given, or stored in the data directory, where the first
 * start creates one; a directory with encrypted data gets none. The file is created completely on
 * disk or not at all, because data encrypted with a key that a crash lost could never be decrypted.
 */
export function loadSecretKey(
  dataDir: string,
  given: string | undefined,
  fresh: () => Uint8Array,
): Uint8Array {
  if (given !== undefined) return decoded(given, 'SECRET_KEY')
  const path = secretKeyPath(dataDir)
  if (existsSync(path)) return decoded(readFileSync(path, 'utf8').trim(), path)
  if (hasSealedSecrets(dataDir)) {
    throw new KeyGoneError(
      `${path} is not there, and this server's secrets are sealed: put it back, or set SECRET_KEY. ` +
        'If the key is lost: openfloor admin accept-key',
    )
  }
  return keepKey(dataDir, fresh())
}

/** Stores `key`, so that the next start uses it. */
export function keepKey(dataDir: string, key: Uint8Array): Uint8Array {
  const path = secretKeyPath(dataDir)
  const whole = `${path}.new`
  writeFileSync(whole, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600 })
  sync(whole)
  renameSync(whole, path)
  sync(dataDir)
  return key
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function decoded(text: string, where: string): Uint8Array {
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${where}: must be 32 bytes in base64`)
  return key
}
