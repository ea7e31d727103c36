import { damageText } from '../../storage/sqlite/damage.js'

/**
 * The error in words. Errors of the database lose all but their code on the way between
 * threads, since they are not errors of the language.
 */
export function threadError(what: unknown): Error {
  const code = (what as { readonly code?: unknown } | null)?.code
  const damage = typeof code === 'string' ? damageText(code) : undefined
  if (damage !== undefined) return new Error(damage, { cause: what })
  if (what instanceof Error) return what
  return new Error(`it ended with ${typeof code === 'string' ? code : String(what)}`)
}
