import type { KeyedText, RefusalParams } from '../../engine/reasons/keyed-text.js'

/**
 * Something that an operator should know although the server is well: in words, by a code that stays while the words
 * may change, and with the record that it is about. Without an id it is about several of the kind, or the kind as such.
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
