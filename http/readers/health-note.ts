/**
 * Something that an operator should know although the server is well: in words, by a code that stays while the words
 * may change, and with the record that it is about. Without an id it is about several of the kind, or the kind as such.
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
