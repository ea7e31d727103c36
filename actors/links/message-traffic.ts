/** Called with the type of every message of a connection. */
export interface MessageTraffic {
  heard(type: string): void
  said(type: string): void
}
