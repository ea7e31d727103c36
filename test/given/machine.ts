import { Machine } from '../../actors/machine/machine.js'
import type { Clock } from '../../actors/thread/clock.js'

/** The machine under a front without a server around it: not started, so without a history. */
export function givenMachine(clock: Clock, dataDir: string): Machine {
  return new Machine({
    clock,
    dataDir,
    threads: 7,
    adapter: () => '',
    counts: () => ({ requests: 0, sockets: 0, seq: 7, durableSeq: 7, projectionSeq: 5 }),
  })
}
