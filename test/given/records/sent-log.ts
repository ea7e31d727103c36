import type { ShardRecords } from '../../../actors/shard/log/records.js'
import type { RequestKeys } from '../../../actors/shard/outcomes/request-keys.js'
import type { AccountEvent, AccountRecord } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { LOGIN } from '../account.js'

/** The order that is asked for. */
export const SENT_ORDER = 5

export type GivenRecord = Partial<Omit<AccountRecord, 'events'>> & {
  readonly events?: readonly object[]
}

/** The log of an account that sent an order to a provider: each record follows the one before. */
export class SentLog {
  readonly #records = new Map<number, AccountRecord>()
  oldestSeq = 1
  last = 0
  /** The records that were read by walks. */
  walked = 0

  constructor(...given: readonly GivenRecord[]) {
    for (const one of given) this.add(one)
  }

  add({ events = [], ...given }: GivenRecord): void {
    const seq = ++this.last
    const head = { seq, previousSeq: seq - 1, at: seq * 1000, login: LOGIN, accountSeq: 0 }
    const words = { requestKey: '', requestDigest: 0, code: 'ok', message: '' } as const
    this.#records.set(seq, { ...head, ...words, ...given, events: events as AccountEvent[] })
  }

  get account(): Account {
    return { lastRecordSeq: this.last } as Account
  }

  get records(): ShardRecords {
    const record = (seq: number) => this.#records.get(seq)
    const walk = (seq: number) => {
      this.walked++
      return record(seq)
    }
    return { record, recordWalk: () => walk, oldestSeq: this.oldestSeq } as ShardRecords
  }

  /** Every record may have used each key. */
  get keys(): RequestKeys {
    return { find: () => [...this.#records.keys(), this.last] } as unknown as RequestKeys
  }
}

export const sentRow = (version: number, over: object = {}) => ({
  type: 'order',
  id: SENT_ORDER,
  version,
  state: 'started',
  gatewayId: 3,
  attempt: 0,
  asked: '',
  heldFills: '',
  ...over,
})
export const sentDeal = (volume: number, price: number, over: object = {}) => ({
  type: 'deal',
  orderId: SENT_ORDER,
  entry: 'in',
  reason: 'client',
  externalId: 'X1',
  volume,
  price,
  ...over,
})
