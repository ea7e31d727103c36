const OPERATED = ['datafeeds', 'gateways', 'mail_servers'] as const

/** The kinds of settings that operators also act on. */
export type OperatedKind = (typeof OPERATED)[number]

export const isOperated = (kind: string): kind is OperatedKind =>
  (OPERATED as readonly string[]).includes(kind)

/** A record that the server connects to. */
export interface Connection {
  readonly kind: OperatedKind
  readonly id: number
  readonly name: string
}

export interface ConnectionProps {
  readonly of: Connection
  readonly onClose: () => void
}
