/** The member of staff who asks, for the journal. */
export interface Doer {
  readonly login: number
  readonly ip: string
  readonly request_id: string
}
