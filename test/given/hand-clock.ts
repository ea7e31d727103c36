import type { Clock, Timer } from '../../actors/thread/clock.js'
import { QUOTED_AT } from './prices.js'

/** A clock that stands still until a test moves it. Nothing runs by itself. */
export class HandClock implements Clock {
  at: number

  constructor(at = QUOTED_AT) {
    this.at = at
  }

  now(): number {
    return this.at
  }

  monotonic(): number {
    return this.at
  }

  after(_ms: number, _run: () => void): Timer {
    throw new Error('nothing under test waits')
  }

  every(): Timer {
    throw new Error('nothing under test waits')
  }
}
