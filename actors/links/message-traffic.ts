/** Hears of every message of a connection, by its type. */
export interface MessageTraffic {
  heard(type: string): void
  said(type: string): void
}
