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

/**
 * A session with the cluster's primary for everything except logs. It opens on demand and tries the
 * hosts in turn, one per attempt.
 */
export class ClusterSession {
  readonly #address: ClusterAddress
  readonly #urls: readonly string[]
  /**
   * The host to try next, if the last one was not the primary. Undefined to use the known primary.
   */
  #next: number | undefined
  #session: DatabaseSession | undefined
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

  /**
   * Works on a session whose commits do not wait for the quorum. After a failure, the next call
   * opens another session.
   */
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
