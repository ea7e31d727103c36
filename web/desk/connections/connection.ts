const OPERATED = ['datafeeds', 'gateways', 'mail_servers'] as const

/** The kinds of settings that have operations, such as restart or test. */
export type OperatedKind = (typeof OPERATED)[number]

export const isOperated = (kind: string): kind is OperatedKind =>
  (OPERATED as readonly string[]).includes(kind)

/** A datafeed, gateway or mail server. */
export interface Connection {
  readonly kind: OperatedKind
  readonly id: number
  readonly name: string
}

export interface ConnectionProps {
  readonly of: Connection
  readonly onClose: () => void
}
