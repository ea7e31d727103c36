import type { GivenShard } from '../given/floors/shard.js'
import { fillDirectory, fundFor, type Holder, openFor } from './filled-directory.js'

const FIRST_LOGIN = 100_000
const GROUPS = ['demo\\standard', 'demo\\netting'] as const
const SYMBOLS = ['EURUSD', 'GBPUSD', 'XAUUSD', 'BTCUSD'] as const

/**
 * Accounts of which each holds a position and asks for nothing, in an empty data directory: so many that
 * the end of a day takes a while, and a kill meets some of them done and others not.
 */
export async function addSleepers(dataDir: string, shards: number, count: number): Promise<void> {
  await fillDirectory(dataDir, { shards, count, numbers: 2 * count, holder: sleeper, fund })
}

/** Money, and a position or two sides of one. */
function fund(rig: GivenShard, index: number): void {
  const { login } = sleeper(index)
  fundFor(rig, login, '10000.00')
  const side = index % 3 === 0 ? 'sell' : 'buy'
  openFor(rig, login, { symbol: SYMBOLS[index % SYMBOLS.length] as string, side, volume: '0.01' })
}

function sleeper(index: number): Holder {
  return { login: FIRST_LOGIN + index, group: GROUPS[index % 5 === 0 ? 1 : 0] }
}
