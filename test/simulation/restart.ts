import type { AccountRecord, PositionEvent } from '../../engine/account/event.js'
import { encodeRecord, RecordBuffer } from '../../wire/record.js'
import type { ShardHost } from './host.js'
import type { World } from './world.js'

/**
 * Starts a shard that was down. Sometimes its log has gained a night meanwhile: rows with another
 * swap, as a day end writes them, so that closing has swap to realise.
 */
export function restart(world: World, host: ShardHost): void {
  if (world.prng.below(2) === 0) rollOver(world, host)
  world.start(host)
}

function rollOver(world: World, host: ShardHost): void {
  const log = host.openDisk()
  world.fold(host, false)
  const records = new RecordBuffer()
  let firstSeq = 0
  for (const login of host.logins) {
    if (world.prng.below(2) === 0) continue
    const record = nightOf(world, host, login)
    if (record === undefined) continue
    if (firstSeq === 0) firstSeq = record.seq
    encodeRecord(record, records)
  }
  if (firstSeq > 0) log.commit(firstSeq, records.bytes())
}

function nightOf(world: World, host: ShardHost, login: number): AccountRecord | undefined {
  const { ledger, shadow } = world.watch(login)
  const events: PositionEvent[] = [...shadow.positions.values()].map((held) => ({
    ...held,
    type: 'position',
    swap: held.swap + world.prng.below(700) - 500,
    version: held.version + 1,
    priceClose: 0,
    closedAt: 0,
  }))
  if (events.length === 0) return undefined
  return {
    seq: world.counters.nextSequence(),
    previousSeq: ledger.lastRecordSeq,
    at: Math.max(world.clock.at, host.newestAt),
    login,
    accountSeq: ledger.seq,
    requestKey: '',
    requestDigest: 0,
    code: 'ok',
    message: '',
    events,
  }
}
