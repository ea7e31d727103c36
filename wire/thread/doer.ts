/** The staff member who made a request, for the journal. */
export interface Doer {
  readonly login: number
  readonly ip: string
  readonly request_id: string
  /** The name of the API key that was used. */
  readonly via?: string | undefined
}

/** The staff member in the form for a record's note. */
export function notedDoer({ login, ip, request_id, via }: Doer) {
  return { actor: login, ip, requestId: request_id, ...(via === undefined ? {} : { via }) }
}
