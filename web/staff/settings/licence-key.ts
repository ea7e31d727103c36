/**
 * The facts that a licence key states, without a check of its signature; null if the text is not a
 * key. Only the server decides whether a key is valid.
 */
export interface KeyFacts {
  readonly licence_id: string
  readonly server_id: string
  readonly issued_at: string
  readonly expires_at: string
  readonly companies: number
}

export function keyFacts(key: string): KeyFacts | null {
  const [payload = '', signature = '', ...more] = key.trim().split('.')
  if (payload === '' || signature === '' || more.length > 0) return null
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0))
    const said = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    return {
      licence_id: textOf(said['licence_id']),
      server_id: textOf(said['server_id']),
      issued_at: textOf(said['issued_at']),
      expires_at: textOf(said['expires_at']),
      companies: Array.isArray(said['companies']) ? said['companies'].length : 0,
    }
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
