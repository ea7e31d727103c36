import { randomUUID } from 'node:crypto'
import { pause, type ServerProcess, type Signature } from '../server-process.js'

/**
 * A member of staff who opens accounts, each under an idempotency key and a name of its own, and asks again under the same key whatever
 * was not answered: an account that was told is there, and each name once.
 */
interface Wanted {
  readonly key: string
  readonly name: string
  login: number | undefined
}

const FIELDS = {
  group: 'demo\\netting',
  master_password: 'Crash#2026ma',
  investor_password: 'Crash#2026in',
}
/** Refusals in which nothing was decided. */
export const UNDECIDED = ['unavailable', 'internal', 'too_many_requests']
/** Every account of a drill is read at its end. */
const REST_MS = 100
const CONFIRMED_MAX_MS = 60_000

export class KeyedAccounts {
  readonly #staff: () => Signature
  #wanted: Wanted[] = []
  #asked = 0
  readonly #problems: string[] = []

  constructor(staff: () => Signature) {
    this.#staff = staff
  }

  get asked(): number {
    return this.#asked
  }

  /** One after the other, as long as the server is there and `goesOn` says so. */
  async ask(server: ServerProcess, goesOn: () => boolean): Promise<void> {
    while (goesOn() && !server.hasExited) {
      const wanted = { key: randomUUID(), name: `Drill ${++this.#asked}`, login: undefined }
      this.#wanted.push(wanted)
      if (!(await this.#open(server, wanted))) return
      await pause(REST_MS)
    }
  }

  /** Resolves when one more is there: what the databases keep of the desk is confirmed again. */
  async confirmed(server: ServerProcess): Promise<void> {
    const wanted: Wanted = { key: randomUUID(), name: `Drill ${++this.#asked}`, login: undefined }
    this.#wanted.push(wanted)
    const giveUpAt = performance.now() + CONFIRMED_MAX_MS
    while (wanted.login === undefined && performance.now() < giveUpAt) {
      await this.#open(server, wanted)
      if (wanted.login === undefined) await pause(REST_MS)
    }
  }

  /** Asks for all of the round once more; what is answered otherwise than before, or is there twice or never, is told. */
  async audit(server: ServerProcess): Promise<string[]> {
    for (const wanted of this.#wanted) await this.#open(server, wanted)
    for (const { name, login } of this.#wanted) {
      const path = `GET /admin/v1/accounts?name=${encodeURIComponent(name)}`
      const { data } = await server.ask<{ items: { login: number; name: string }[] }>(
        path,
        this.#staff(),
      )
      const logins = data.items.filter((one) => one.name === name).map((one) => one.login)
      if (logins.length !== 1 || logins[0] !== login) {
        this.#problems.push(`${name} was told as ${login}, and is there as ${logins.join(', ')}`)
      }
    }
    this.#wanted = []
    return this.#problems.splice(0)
  }

  /** False where no answer came. */
  async #open(server: ServerProcess, wanted: Wanted): Promise<boolean> {
    const headers = { ...this.#staff().headers, 'idempotency-key': wanted.key }
    const body = { ...FIELDS, name: wanted.name }
    const answer = await server
      .ask<{ login: number }>('POST /admin/v1/accounts', { headers }, body)
      .catch(() => undefined)
    if (answer === undefined) return false
    const { code, message, data } = answer
    if (code === 'ok' && (wanted.login ?? data.login) === data.login) wanted.login = data.login
    else if (!UNDECIDED.includes(code)) {
      this.#problems.push(`${wanted.name}, told as ${wanted.login}: ${code} ${message}`)
    }
    return true
  }
}
