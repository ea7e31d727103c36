import type { AccountEvent, AccountRecord } from '../../engine/account/event.js'
import { broken, must } from './must.js'
import { withIds } from './naive-outcome.js'

/** The records of a turn, taken one by one by who knows what they must be. */
export class Expectation {
  readonly #records: readonly AccountRecord[]
  readonly #isWhole: boolean
  #next = 0
  /** The disk kept no more of the turn. */
  isOver = false

  constructor(records: readonly AccountRecord[], isWhole: boolean) {
    this.#records = records
    this.#isWhole = isWhole
  }

  /** The number of those taken so far. */
  get taken(): number {
    return this.#next
  }

  /** There should be another record. */
  cutOff(what: string): void {
    must(!this.#isWhole, `${what}: is in the log`)
    this.isOver = true
  }

  /** The next record as it is, for who must name its rows in its order. */
  get coming(): AccountRecord | undefined {
    return this.#records[this.#next]
  }

  /** The next record, which is this one; undefined when the turn was cut off before it. */
  next(fields: ExpectedFields, events: readonly AccountEvent[]): AccountRecord | undefined {
    const record = this.#records[this.#next++]
    if (record === undefined) {
      this.cutOff(`account ${fields.login}: ${said(events[0])}`)
      return undefined
    }
    const where = `record ${record.seq} of ${record.login}`
    const { login, at, requestKey, code, hasNote } = fields
    must(
      record.login === login,
      `${where}: is of ${login}, whose ${said(events[0])} comes first, not ${said(record.events[0])}`,
    )
    must(
      record.code === code && record.requestKey === requestKey,
      `${where}: is ${code} ${requestKey} ${said(events[0])}, not ${record.code} ${record.requestKey} ${said(record.events[0])} ${record.message}`,
    )
    must(record.at === at, `${where}: has the time of its turn`)
    must((record.note !== undefined) === hasNote, `${where}: the journal hears of it or not`)
    const expected = withIds(events, record.events)
    for (const [i, event] of expected.entries()) sameRow(record.events[i], event, where)
    must(record.events.length === events.length, `${where}: has ${events.length} events`)
    return record
  }

  end(): void {
    const record = this.#records[this.#next]
    must(
      record === undefined,
      `record ${record?.seq}: nothing called for ${said(record?.events[0])}`,
    )
  }
}

interface ExpectedFields {
  readonly login: number
  readonly at: number
  readonly requestKey: string
  readonly code: string
  readonly hasNote: boolean
}

function said(event: AccountEvent | undefined): string {
  if (event === undefined) return 'a refusal'
  const id = 'id' in event ? ` ${event.id}` : ''
  const state = event.type === 'order' ? ` ${event.state}` : ''
  return `${event.type}${id}${state}`
}

function sameRow(actual: AccountEvent | undefined, expected: AccountEvent, where: string): void {
  must(actual !== undefined, `${where}: has ${said(expected)}`)
  must(actual.type === expected.type, `${where}: has ${said(expected)} here, not ${said(actual)}`)
  const row = actual as unknown as Readonly<Record<string, unknown>>
  const own = expected as unknown as Readonly<Record<string, unknown>>
  for (const name in own) {
    if (row[name] !== own[name]) {
      broken(`${where}, ${said(expected)}: ${name} is ${own[name]}, not ${row[name]}`)
    }
  }
  for (const name in row) if (!(name in own)) broken(`${where}: has no ${name}`)
}
