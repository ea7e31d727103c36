import { mkdirSync } from 'node:fs'
import { loadSecretKey } from '../storage/secret-key.js'
import { storedShardCount } from '../storage/shard-count.js'
import { randomKey } from './random.js'

export interface PreparedDataDir {
  readonly secretKey: Uint8Array
  /** How the directory is divided already; undefined before its first start. */
  readonly shards: number | undefined
}

/** Makes the data directory and its key on the first start. */
export function prepareDataDir(dataDir: string, secretKey: string | undefined): PreparedDataDir {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return {
    secretKey: loadSecretKey(dataDir, secretKey, randomKey),
    shards: storedShardCount(dataDir),
  }
}
