import { WORK_EFFORT } from '../../actors/shard/day-ends.js'
import { assert } from '../../engine/assert.js'
import type { Scene } from './naive-account.js'
import { DAY_MS, dayOf, type EndedDay, NIGHT_ROWS_MAX, naiveDayEnd } from './naive-day-end.js'

/**
 * Whose days end when, of one shard: account by account after midnight, and before anything else is
 * decided for an account. Without a price for a swap an account waits until the next midnight, without one
 * for its value a minute; who waits trades on.
 */
export interface DayParts {
  readonly logins: readonly number[]
  scene(login: number): Scene & { readonly account: DayAccount }
  /** True when it was written. */
  write(login: number, ended: EndedDay): boolean
  readonly mayWrite: boolean
}

interface DayAccount {
  readonly day: number
  readonly firstAt: number
  readonly nightThrough: number
}

const VALUE_WAIT_MS = 60_000

export class NaiveDays {
  readonly #parts: DayParts
  #now = 0
  #ended = 0
  readonly #waiting = new Map<number, { readonly since: number; readonly ended: number }>()
  readonly #overdue = new Map<number, number>()
  /** Not all of its days have ended, or not whole. */
  #begun: number | undefined
  #round: Iterator<number> | undefined
  #retries: Iterator<number> | undefined

  constructor(parts: DayParts) {
    this.#parts = parts
  }

  /** A turn begins. */
  at(now: number): void {
    this.#now = now
    const ended = dayOf(now) - 1
    if (ended <= this.#ended) {
      this.#ended = ended
      return
    }
    this.#ended = ended
    for (const [login, waiting] of this.#waiting) this.#overdue.set(login, waiting.ended)
    this.#waiting.clear()
    this.#begun = undefined
    this.#retries = undefined
    this.#round = this.#parts.logins.values()
  }

  isDue(login: number): boolean {
    const { account, profile } = this.#parts.scene(login)
    const { day, firstAt } = account
    if (day >= this.#ended || profile.archived || this.#waiting.has(login)) return false
    return day > 0 || (firstAt > 0 && firstAt < (this.#ended + 1) * DAY_MS)
  }

  end(login: number): void {
    while (this.#step(login));
  }

  /** One record; true when there is another to write. */
  #step(login: number): boolean {
    const scene = this.#parts.scene(login)
    const { day: before, firstAt, nightThrough } = scene.account
    const day = before === 0 ? dayOf(firstAt) : before + 1
    if (day > this.#ended) return this.#done(login)
    const ended = naiveDayEnd(scene, day, nightThrough)
    const isOverdue = day <= (this.#overdue.get(login) ?? 0)
    const since = this.#waiting.get(login)?.since ?? this.#now
    const isPatient = this.#now - since < VALUE_WAIT_MS
    if (!isOverdue && (ended.lacksSwap || (ended.lacksValue && isPatient))) {
      if (!this.#waiting.has(login)) {
        this.#waiting.set(login, { since: this.#now, ended: this.#ended })
      }
      return false
    }
    if (!this.#parts.write(login, ended)) return false
    return ended.isPart || day < this.#ended || this.#done(login)
  }

  #done(login: number): false {
    this.#waiting.delete(login)
    this.#overdue.delete(login)
    return false
  }

  /** Tries those again that wait. */
  retry(): void {
    if (this.#waiting.size > 0) this.#retries ??= this.#waiting.keys()
  }

  slice(effort: number): void {
    let left = effort
    while (left > 0 && this.#parts.mayWrite) {
      if (this.#begun !== undefined) left -= this.#goOn(this.#begun)
      else if (this.#round !== undefined) left -= this.#lookAt(this.#round)
      else if (this.#retries !== undefined) left -= this.#tryAgain(this.#retries)
      else return
    }
  }

  #lookAt(round: Iterator<number>): number {
    const { value: login, done } = round.next()
    if (done === true) this.#round = undefined
    return done === true || !this.isDue(login) ? 1 : this.#work(login)
  }

  #tryAgain(retries: Iterator<number>): number {
    const { value: login, done } = retries.next()
    if (done === true) {
      this.#retries = undefined
      return 1
    }
    assert(!this.#parts.scene(login).profile.archived, 'nobody is archived here')
    return this.#work(login)
  }

  #goOn(login: number): number {
    this.#begun = undefined
    return this.#parts.scene(login).account.day >= this.#ended ? 1 : this.#work(login)
  }

  #work(login: number): number {
    if (this.#step(login)) this.#begun = login
    const { positions } = this.#parts.scene(login).account
    return WORK_EFFORT + Math.min(positions.size, NIGHT_ROWS_MAX)
  }
}
