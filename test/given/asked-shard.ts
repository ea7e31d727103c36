import type { ShardClient } from '../../actors/shard/shard-client.js'

/** A shard whose answers a test gives: at once, later, or a refusal. It notes what it was asked. */
export class AskedShard {
  readonly shard: number
  ready = true
  answer: (request: AskedOfShard) => unknown
  readonly #noted: unknown[]

  constructor(shard: number, noted: unknown[], answer: (request: AskedOfShard) => unknown) {
    this.shard = shard
    this.#noted = noted
    this.answer = answer
  }

  async ask(_op: string, request: AskedOfShard): Promise<unknown> {
    this.#noted.push([this.shard, request])
    return this.answer(request)
  }

  post(message: object): void {
    this.#noted.push([this.shard, message])
  }

  get client(): ShardClient {
    return this as unknown as ShardClient
  }
}

export interface AskedOfShard {
  readonly add?: readonly number[]
  readonly look?: readonly number[]
}
