/**
 * The nodes that keep one server's logs in a quorum of databases. A cluster belongs to one server
 * and one number of shards for ever.
 */
export interface Cluster {
  readonly id: string
  /** The server to which the logs belong, as in its database. */
  readonly serverId: string
  readonly shards: number
}
