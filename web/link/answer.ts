/** The server's answer to a request: its data, or the code and message of a refusal. */
export interface Answer<T> {
  readonly ok: boolean
  readonly status: number
  readonly code: string
  readonly message: string
  readonly data: T
  readonly requestId: string
}

/** True if no answer arrived, or if the server could not give one: the request may be repeated. */
export function isUnanswered({ status }: Pick<Answer<unknown>, 'status'>): boolean {
  return status === 0 || status === 503
}

/** An answer with data that the page has already, or has put together from several answers. */
export function answerWith<T>(data: T): Answer<T> {
  return { ok: true, status: 200, code: 'ok', message: '', requestId: '', data }
}
