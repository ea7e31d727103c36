import type { DeskClient } from '../../../actors/desk/desk-client.js'
import type { BookRecords } from '../../../engine/config/book-records.js'
import { STAFF } from '../../given/desk.js'
import type { GivenShard } from '../../given/floors/shard.js'
import { fillDirectory, fundFor, type Holder, openFor, sure } from '../filled-directory.js'

/**
 * Accounts with positions whose nights cost what no price changes, so that somebody else can say to the
 * cent what they must come to: swaps of three modes in the account's own currency, and a commission that
 * is gathered until the day ends.
 */
export const FIRST_LOGIN = 200_000
/** By the lot; a whale holds more than one record can take the swaps of. */
export const COMMISSION_PER_LOT = '7.77'
export const WHALE_POSITIONS = 4_500
export const DEPOSIT = '1000000.00'
const GROUPS = ['demo\\standard', 'demo\\netting'] as const
/** Monday first; Wednesday's night counts three times. */
export const NIGHTS = [1, 1, 3, 1, 1, 0, 0] as const

export interface SwapTerms {
  readonly mode: 'points' | 'deposit_currency' | 'interest_open'
  readonly long: string
  readonly short: string
  readonly digits: number
  readonly contractSize: string
}

export const SWAPS: Readonly<Record<string, SwapTerms>> = {
  EURUSD: { mode: 'points', long: '-5.37', short: '2.13', digits: 5, contractSize: '100000' },
  GBPUSD: { mode: 'interest_open', long: '-3.1', short: '1.7', digits: 5, contractSize: '100000' },
  USDJPY: {
    mode: 'deposit_currency',
    long: '7.125',
    short: '-9.505',
    digits: 3,
    contractSize: '100000',
  },
  XAUUSD: { mode: 'interest_open', long: '-6.5', short: '-0.85', digits: 2, contractSize: '100' },
}
export const SYMBOLS = Object.keys(SWAPS)

export function holder(index: number): Holder {
  return { login: FIRST_LOGIN + index, group: GROUPS[index % 5 === 0 ? 1 : 0] }
}

export interface Holders {
  readonly shards: number
  readonly count: number
  /** So many of them hold thousands of positions, the others one to three. */
  readonly whales: number
}

/** Answers the names of the symbols by their ids. */
export async function addHolders(
  dataDir: string,
  { shards, count, whales }: Holders,
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  const fund = (rig: GivenShard, index: number): void => {
    const { login } = holder(index)
    fundFor(rig, login, DEPOSIT)
    const held = index > 0 && index <= whales ? WHALE_POSITIONS : 1 + (index % 3)
    for (let i = 0; i < held; i++) {
      const symbol = SYMBOLS[(index + i) % SYMBOLS.length] as string
      const side = (index + i) % 3 === 0 ? 'sell' : 'buy'
      const volume =
        held > 3 ? '0.01' : `0.${String(1 + ((index * 7 + i * 3) % 37)).padStart(2, '0')}`
      openFor(rig, login, { symbol, side, volume })
    }
  }
  const numbers = 4 * count + 2 * whales * WHALE_POSITIONS
  const change = async (desk: DeskClient, records: BookRecords): Promise<void> => {
    for (const { id, path } of records.symbols) names.set(id, nameOf(path))
    await setTerms(desk, records)
  }
  await fillDirectory(dataDir, { shards, count, numbers, holder, fund, change })
  return names
}

async function setTerms(desk: DeskClient, { symbols, groups }: BookRecords): Promise<void> {
  for (const { id, version, path } of symbols) {
    const terms = SWAPS[nameOf(path)]
    if (terms === undefined) continue
    const { mode, long, short } = terms
    const input = { swap_mode: mode, swap_long: long, swap_short: short, swap_days: NIGHTS }
    await sure(desk.ask('config.update', { actor: STAFF, kind: 'symbols', id, version, input }))
  }
  const tier = { from: '0', to: '0', value: COMMISSION_PER_LOT, min: '0', max: '0' }
  const daily = { mask: '*', mode: 'per_lot', charge: 'daily', tiers: [tier] }
  for (const { id, version, path } of groups) {
    if (!(GROUPS as readonly string[]).includes(path)) continue
    const input = { commissions: [daily], limit_positions: 0 }
    await sure(desk.ask('config.update', { actor: STAFF, kind: 'groups', id, version, input }))
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('\\') + 1)
}
