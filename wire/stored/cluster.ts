/** The cluster of nodes that keep one server's logs in a quorum of databases. It is of one server and one number of shards, for ever. */
export interface Cluster {
  readonly id: string
  /** The server whose logs they are, as its tables know it. */
  readonly serverId: string
  readonly shards: number
}
