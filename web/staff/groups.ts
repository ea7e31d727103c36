/**
 * Group paths and scope masks, with the server's rules: `*` matches any characters, a leading `!`
 * excludes, and case is ignored. The order of the masks does not matter.
 */
const STAFF_FOLDERS: ReadonlySet<string> = new Set(['managers', 'administrators'])

export function isStaffGroup(path: string): boolean {
  return path.split('\\').some((folder) => STAFF_FOLDERS.has(folder.toLowerCase()))
}

/** Whether the masks include the group. */
export function scopeHas(masks: readonly string[], path: string): boolean {
  const has = (mask: string) => maskFits(mask.toLowerCase(), path.toLowerCase())
  const isTaken = masks.some((mask) => mask.startsWith('!') && has(mask.slice(1)))
  return !isTaken && masks.some((mask) => !mask.startsWith('!') && has(mask))
}

/** Whether a mask matches a text; both must be in lower case. `*` matches any characters. */
export function maskFits(mask: string, text: string): boolean {
  const parts = mask.split('*')
  const [first = ''] = parts
  if (parts.length === 1) return mask === text
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length && text.endsWith(last)
}
