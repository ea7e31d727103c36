import { randomUUID } from 'node:crypto'
import { Prng } from '../../../engine/numbers/prng.js'
import { pause, type ServerProcess, type Signature } from '../server-process.js'
import { type Data, type DeskTask, LOOK_MS } from './desk-task.js'
import { GroupMails } from './group-mails.js'
import { UNDECIDED } from './keyed-accounts.js'
import { ReportJobs } from './report-jobs.js'
import { TableImports } from './table-imports.js'

/**
 * A member of staff who in each round, shortly before the harm, sends a mail with e-mails to groups, imports accounts from a table and asks
 * for a report: each under an idempotency key, and again under the same key until it is answered, by whichever node is at work.
 *
 *   W1. Each is done once, however often it was asked for, and every answer under its key says the same.
 *   W2. What was cut off comes to its end: e-mails arrive (group-mails.ts), records are accounts (table-imports.ts), a report is a file
 *       (report-jobs.ts).
 */
interface Asked {
  readonly key: string
  readonly task: DeskTask
  data: Data | undefined
  /** What the first answer that says it says. */
  told: string | undefined
  isCut: boolean
}

export interface DeskFigures {
  /** Mails, imports and reports. */
  asked: number
  /** Those whose first request was not answered. */
  cut: number
  /** E-mails that came once more, under the Message-ID of the first. */
  repeated: number
}

const ANSWERED_MAX_MS = 60_000
/** Longer than all three take, so the harm comes at any moment of them. */
const LEAD_MAX_MS = 800

export class DeskWork {
  readonly #staff: () => Signature
  readonly #mails = new GroupMails()
  readonly #imports = new TableImports()
  readonly #reports = new ReportJobs(this.#mails.logins)
  readonly #prng: Prng
  readonly #problems: string[] = []
  #asked: readonly Asked[] = []
  #rounds = 0
  #cut = 0

  constructor(staff: () => Signature, seed: number) {
    this.#staff = staff
    this.#prng = new Prng(seed)
  }

  /** With a mail server, and accounts that have addresses. */
  begin(server: ServerProcess): Promise<void> {
    return this.#mails.begin({ server, staff: this.#staff() })
  }

  get figures(): DeskFigures {
    return { asked: this.#rounds * 3, cut: this.#cut, repeated: this.#mails.repeated }
  }

  /** How long before the harm of the next round its work begins, where that has `loadedMs` of load before it. */
  leadMs(loadedMs: number): number {
    return Math.min(loadedMs, this.#prng.below(LEAD_MAX_MS))
  }

  /** Asks for the work of one more round, as `ask` does. */
  async begun(server: ServerProcess, goesOn: () => boolean): Promise<void> {
    const n = ++this.#rounds
    const tasks = [this.#mails.task(n), this.#imports.task(n), this.#reports.task(n)]
    this.#asked = tasks.map((task) => {
      return { key: randomUUID(), task, data: undefined, told: undefined, isCut: false }
    })
    await this.ask(server, goesOn)
  }

  /** Asks for what is not answered until it is, as long as the server is there and `goesOn` says so. */
  async ask(server: ServerProcess, goesOn: () => boolean): Promise<void> {
    const untilAnswered = async (asked: Asked): Promise<void> => {
      while (asked.data === undefined && goesOn() && !server.hasExited) {
        if (await this.#ask(server, asked)) return
        await pause(LOOK_MS)
      }
    }
    await Promise.all(this.#asked.map(untilAnswered))
  }

  /** Asks for all of the round once more, waits for the end of each, and tells what is wrong. */
  async audit(server: ServerProcess): Promise<string[]> {
    await Promise.all(this.#asked.map((asked) => this.#audit(server, asked)))
    this.#asked = []
    return this.#problems.splice(0)
  }

  async end(): Promise<void> {
    await this.#mails.end()
  }

  async #audit(server: ServerProcess, asked: Asked): Promise<void> {
    const { task } = asked
    const giveUpAt = performance.now() + ANSWERED_MAX_MS
    while (!(await this.#ask(server, asked)) && performance.now() < giveUpAt) await pause(LOOK_MS)
    if (asked.isCut) this.#cut++
    const { data } = asked
    const found =
      data === undefined
        ? ['was not carried out']
        : await task.audit({ server, staff: this.#staff() }, data)
    this.#problems.push(...found.map((one) => `${task.what}: ${one}`))
  }

  /** False where nothing was decided. */
  async #ask(server: ServerProcess, asked: Asked): Promise<boolean> {
    const { key, task } = asked
    const headers = { ...this.#staff().headers, 'idempotency-key': key }
    const answer = await server.ask<Data>(task.path, { headers }, task.body).catch(() => undefined)
    if (answer === undefined || UNDECIDED.includes(answer.code)) {
      asked.isCut ||= asked.data === undefined
      return false
    }
    const { code, message, data } = answer
    if (code !== 'ok') {
      this.#problems.push(`${task.what}: ${code} ${message}`)
      return true
    }
    const told = task.told(data)
    if (told !== undefined && told !== (asked.told ?? told)) {
      this.#problems.push(`${task.what}: told ${asked.told} first, and ${told} later`)
    }
    asked.told ??= told
    asked.data = data
    return true
  }
}
