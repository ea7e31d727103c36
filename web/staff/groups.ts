/**
 * Paths of groups, and the masks of a scope over them, as the server reads them: `*` is any characters, a mask that
 * begins with `!` takes away, and case does not count. The order of the masks says nothing.
 */
const STAFF_FOLDERS: ReadonlySet<string> = new Set(['managers', 'administrators'])

export function isStaffGroup(path: string): boolean {
  return path.split('\\').some((folder) => STAFF_FOLDERS.has(folder.toLowerCase()))
}

/** Whether a list of masks has the group. */
export function scopeHas(masks: readonly string[], path: string): boolean {
  const has = (mask: string) => fits(mask.toLowerCase(), path.toLowerCase())
  const isTaken = masks.some((mask) => mask.startsWith('!') && has(mask.slice(1)))
  return !isTaken && masks.some((mask) => !mask.startsWith('!') && has(mask))
}

/** Each part between stars is looked for behind the one before; the first and the last stand at the ends. */
function fits(mask: string, name: string): boolean {
  const [first = '', ...others] = mask.split('*')
  if (others.length === 0) return first === name
  const last = others.pop() ?? ''
  if (!name.startsWith(first) || name.length < first.length + last.length) return false
  if (!name.endsWith(last)) return false
  const end = name.length - last.length
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
