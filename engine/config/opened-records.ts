import type { OpenedDatafeed } from './records/datafeed.js'
import type { OpenedGateway } from './records/gateway.js'
import type { OpenedMailServer } from './records/mail-server.js'
import type { OpenedWebhook } from './records/webhook.js'

/**
 * The kinds whose secrets a thread uses: their records with decrypted secrets, for that thread
 * only.
 */
export interface OpenedRecords {
  readonly datafeeds: OpenedDatafeed
  readonly gateways: OpenedGateway
  readonly mail_servers: OpenedMailServer
  readonly webhooks: OpenedWebhook
}

export type OpenedKindName = keyof OpenedRecords

/** The records of several kinds, with decrypted secrets. */
export type OpenedLists<Kinds extends OpenedKindName> = {
  readonly [K in Kinds]: readonly OpenedRecords[K][]
}

/** The records of one kind, with decrypted secrets. */
export type OpenedList = {
  readonly [K in OpenedKindName]: {
    readonly kind: K
    readonly records: readonly OpenedRecords[K][]
  }
}[OpenedKindName]
