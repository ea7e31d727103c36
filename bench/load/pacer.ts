import type { Lane } from './lane.js'

const BACKLOG_MAX = 200_000

/** The requests that are due: number k at `begin + k / rate`, on the sockets in turn. */
export class Pacer {
  readonly #lanes: readonly Lane[]
  readonly #perMs: number
  readonly #begin: number
  #sent = 0
  backlogMax = 0

  constructor(lanes: readonly Lane[], rate: number, begin: number) {
    this.#lanes = lanes
    this.#perMs = rate / 1000
    this.#begin = begin
  }

  get overrun(): boolean {
    return this.backlogMax > BACKLOG_MAX
  }

  sendDue(now: number): number {
    // The first one is due at the beginning.
    const due = 1 + Math.floor((now - this.#begin) * this.#perMs)
    const first = this.#sent
    for (; this.#sent < due; this.#sent++) {
      const lane = this.#lanes[this.#sent % this.#lanes.length] as Lane
      lane.due(this.#begin + this.#sent / this.#perMs)
      // A lane that got its last request of this step writes them all at once.
      if (due - this.#sent <= this.#lanes.length) lane.flush()
    }
    if (due > first) {
      const waiting = this.#lanes.reduce((sum, lane) => sum + lane.waiting, 0)
      this.backlogMax = Math.max(this.backlogMax, waiting)
    }
    return due - first
  }
}
