/** The member of staff who asks, for the journal. */
export interface Doer {
  readonly login: number
  readonly ip: string
  readonly request_id: string
  /** The name of the API key by which the request came. */
  readonly via?: string | undefined
}

/** The doer in the note of a record. */
export function notedDoer({ login, ip, request_id, via }: Doer) {
  return { actor: login, ip, requestId: request_id, ...(via === undefined ? {} : { via }) }
}
