import { type LogEntry, LogError } from '../../../../storage/log/log.js'
import { LogOwner } from '../../../../storage/log/quorum/log-owner.js'
import { type Quorum, QuorumLog } from '../../../../storage/log/quorum/quorum-log.js'
import { type MemoryDisk, openMemoryLog } from '../../../given/memory-log.js'
import type { Primary } from './simulated-database.js'

/** A quorum's log whose database answers at once, and whose own log is in memory. */
export function openQuorumLog(disk: MemoryDisk, primary: Primary): QuorumLog {
  return new QuorumLog(openMemoryLog(disk), new SimulatedQuorum(primary))
}

class SimulatedQuorum implements Quorum {
  readonly #primary: Primary
  #owner: LogOwner | undefined

  constructor(primary: Primary) {
    this.#primary = primary
  }

  *open(local: LogEntry | undefined): Generator<LogEntry, void, undefined> {
    const owner = new LogOwner({ holder: 'node', local, raise: () => 1 })
    this.#owner = owner
    while (!owner.isOpen) yield* this.#step(owner)
  }

  begin(firstSeq: number, bytes: Uint8Array): void {
    this.#owner?.begin(firstSeq, bytes.slice())
  }

  settle(): void {
    while (this.#owner?.isSettled === false) this.#step(this.#owner)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  #step(owner: LogOwner): readonly LogEntry[] {
    const ask = owner.next(0)
    if (ask === undefined || owner.trouble !== undefined) {
      throw new LogError(owner.trouble?.why ?? 'another node has the log')
    }
    const { answer } = this.#primary.execute(ask, 0)
    this.#primary.confirm(this.#primary.waiting)
    return owner.heard(answer, 0)
  }
}
