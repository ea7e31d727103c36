import type { KeyedText, RefusalParams } from '../../engine/reasons/keyed-text.js'

/**
 * A problem that an operator should know about although the server works. The code is stable, the
 * text may change. `kind` and `id` name the record concerned; without an id the note is about
 * several records or the kind in general.
 */
export interface HealthNote {
  readonly code: string
  readonly text: string
  /** The key and the parameters of the text, which pages show in the reader's language. */
  readonly reason: string
  readonly params: RefusalParams
  readonly kind: string | null
  readonly id: number | null
}

export function healthNote(
  code: string,
  { message, reason, params }: KeyedText,
  about: { readonly kind?: string; readonly ids?: readonly number[] } = {},
): HealthNote {
  const { kind = null, ids = [] } = about
  const [only = null] = ids.length === 1 ? ids : []
  return { code, text: message, reason, params, kind, id: only }
}
