import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { secretKeyPath } from './paths.js'

const KEY_BYTES = 32

/**
 * The key that seals stored secrets: given, or kept in the data directory, where the first start
 * puts a fresh one.
 */
export function loadSecretKey(
  dataDir: string,
  given: string | undefined,
  fresh: () => Uint8Array,
): Uint8Array {
  if (given !== undefined) return decoded(given, 'SECRET_KEY')
  const path = secretKeyPath(dataDir)
  if (existsSync(path)) return decoded(readFileSync(path, 'utf8').trim(), path)
  const key = fresh()
  writeFileSync(path, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

function decoded(text: string, where: string): Uint8Array {
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${where}: must be 32 bytes in base64`)
  return key
}
