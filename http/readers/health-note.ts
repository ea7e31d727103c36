/**
 * A problem that an operator should know about although the server works. The code is stable, the
 * text may change. `kind` and `id` name the record concerned; without an id the note is about
 * several records or the kind in general.
 */
export interface HealthNote {
  readonly code: string
  readonly text: string
  readonly kind: string | null
  readonly id: number | null
}

export function healthNote(
  code: string,
  text: string,
  about: { readonly kind?: string; readonly ids?: readonly number[] } = {},
): HealthNote {
  const { kind = null, ids = [] } = about
  const [only = null] = ids.length === 1 ? ids : []
  return { code, text, kind, id: only }
}
