import { damageText } from '../../storage/sqlite/damage.js'

/**
 * Turns a value into an Error with its text. Database errors keep only their code between threads,
 * because they are not native errors.
 */
export function threadError(what: unknown): Error {
  const code = (what as { readonly code?: unknown } | null)?.code
  const damage = typeof code === 'string' ? damageText(code) : undefined
  if (damage !== undefined) return new Error(damage, { cause: what })
  if (what instanceof Error) return what
  return new Error(`it ended with ${typeof code === 'string' ? code : String(what)}`)
}
