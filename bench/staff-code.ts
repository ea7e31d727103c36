/** A login with `confirm_actions` sends a code with money, trades and archives; the server issues it on request. */
interface Answered {
  readonly code: string
  readonly data: unknown
}

/** The action that each request is confirmed as; the numbers of its path belong to what is confirmed. */
const ACTIONS: readonly (readonly [request: RegExp, action: string])[] = [
  [/^POST \/admin\/v1\/accounts\/(?<login>\d+)\/balance$/, 'balance'],
  [/^POST \/admin\/v1\/accounts\/balance\/bulk$/, 'balance_bulk'],
  [/^POST \/admin\/v1\/accounts\/(?<login>\d+)\/trade$/, 'trade'],
  [/^POST \/admin\/v1\/accounts\/(?<login>\d+)\/deals\/(?<id>\d+)\/reverse$/, 'reversal'],
  [/^POST \/admin\/v1\/accounts\/batch$/, 'batch'],
  [/^DELETE \/admin\/v1\/accounts\/(?<login>\d+)$/, 'archive'],
]

/** Sends a request like `POST /admin/v1/accounts/1001/balance`; if the server wants a code for it, asks for one and sends it again. */
export async function withCode<Answer extends Answered>(
  what: string,
  body: object | undefined,
  send: (what: string, body: object | undefined) => Promise<Answer>,
): Promise<Answer> {
  const first = await send(what, body)
  if (first.code !== 'confirmation_required') return first
  const [path = '', query = ''] = what.split('?')
  for (const [request, action] of ACTIONS) {
    const found = request.exec(path)
    if (found === null) continue
    const { version } = Object.fromEntries(new URLSearchParams(query))
    const params = {
      ...Object.fromEntries(Object.entries(found.groups ?? {}).map(([n, id]) => [n, Number(id)])),
      ...(version === undefined ? {} : { version: Number(version) }),
      ...body,
    }
    const asked = await send('POST /admin/v1/confirmations', { action, params })
    if (asked.code !== 'ok') return asked
    const { confirm_token, code: confirm_code } = asked.data as Readonly<Record<string, string>>
    const confirmed = { confirm_token, confirm_code }
    if (action !== 'archive') return send(what, { ...body, ...confirmed })
    const text = new URLSearchParams({ ...confirmed, ...(version && { version }) } as never)
    return send(`${path}?${text}`, undefined)
  }
  return first
}
