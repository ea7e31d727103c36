import type { Client } from 'pg'
import { postgresAddresses } from '../../../engine/names/postgres-addresses.js'
import type { Cluster } from '../../../wire/stored/cluster.js'
import { LogError } from '../log.js'
import { foundPrimary, hostToTry } from './known-primary.js'
import { differenceOf } from './postgres-database.js'
import { readCluster } from './postgres-schema.js'
import { type DatabaseSession, endSession, openSession } from './postgres-session.js'

export interface ClusterAddress {
  readonly url: string
  readonly cluster: Cluster
}

/** A session with the primary of the own cluster for whatever is beside the logs: opened when it is asked for, the hosts in turn, one a try. */
export class ClusterSession {
  readonly #address: ClusterAddress
  readonly #urls: readonly string[]
  /** After one that was none; undefined is the one that is known. */
  #next: number | undefined
  #session: DatabaseSession | undefined
  /** Where the newest session was. */
  #host: number | undefined

  constructor(address: ClusterAddress) {
    this.#address = address
    this.#urls = postgresAddresses(address.url) ?? []
  }

  async opened(): Promise<DatabaseSession> {
    if (this.#session !== undefined) return this.#session
    const host = this.#next ?? hostToTry(this.#address.url, this.#urls.length, this.#host)
    this.#next = (host + 1) % this.#urls.length
    const session = await openSession(this.#urls[host] ?? '')
    try {
      const fault = differenceOf(await readCluster(session.client), this.#address.cluster)
      if (fault !== undefined) throw new LogError(fault)
    } catch (error) {
      endSession(session)
      throw error
    }
    this.#session = session
    this.#host = host
    this.#next = undefined
    foundPrimary(this.#address.url, host)
    return session
  }

  /** Works on one whose commits wait for no quorum; another is opened the next time where that fails. It is not `opened`, too. */
  async locally<Value>(work: (client: Client) => Promise<Value>): Promise<Value> {
    try {
      const isNew = this.#session === undefined
      const { client } = await this.opened()
      if (isNew) await client.query('SET synchronous_commit = local')
      return await work(client)
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    if (this.#session !== undefined) endSession(this.#session)
    this.#session = undefined
  }
}
