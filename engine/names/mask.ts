/**
 * Masks of symbol names, symbol paths and group paths: `*` is any run of characters, a leading `!`
 * excludes, a comma separates masks. Case does not count, because names and paths are unique in any
 * case. Matching walks two pointers and never builds a RegExp: a mask comes from a person.
 */

export const MASK_CHARACTERS_MAX = 4_096

const STAR = 42

/**
 * True if a single mask without `!` and commas matches a text. A mask or text that is too long
 * matches nothing.
 */
export function maskFits(mask: string, text: string): boolean {
  if (mask.length > MASK_CHARACTERS_MAX || text.length > MASK_CHARACTERS_MAX) return false
  const { lowered, shortest } = read(mask)
  const name = text.toLowerCase()
  return name.length >= shortest && fits(lowered, name)
}

/**
 * The newest mask, cached because it is compared with many names: parsing 4,096 characters costs
 * more than matching.
 */
const newest = { mask: '', lowered: '', shortest: 0 }

function read(mask: string): { readonly lowered: string; readonly shortest: number } {
  if (mask !== newest.mask) {
    newest.mask = mask
    // Several stars in a row count as one, because a mask of 4,096 stars would be slow to compare.
    newest.lowered = mask.toLowerCase().replaceAll(/\*{2,}/g, '*')
    // A matching text has at least as many characters as the mask without its stars.
    newest.shortest = newest.lowered.replaceAll('*', '').length
  }
  return newest
}

/**
 * A list as rules, holidays and scopes write it: it covers what fits some mask under any of its
 * `names` (a symbol has a name and a path) and no `!` mask under any. The order does not count.
 */
export function maskListCovers(list: string, ...names: readonly string[]): boolean {
  return compiledMaskList(list)(...names.map((name) => name.toLowerCase()))
}

/** `maskListCovers` for many texts, parsed once. Pass texts in lower case. */
export function compiledMaskList(list: string): (...names: readonly string[]) => boolean {
  if (list.length > MASK_CHARACTERS_MAX) return () => false
  const masks = [...new Set(masksIn(list.toLowerCase()))]
  const taken = masks.filter((mask) => !mask.startsWith('!')).map(compiledMask)
  const excluded = masks.filter((mask) => mask.startsWith('!')).map((m) => compiledMask(m.slice(1)))
  const fitsAny = (masks: readonly CompiledMask[], names: readonly string[]): boolean =>
    masks.some((mask) => names.some((name) => name.length <= MASK_CHARACTERS_MAX && mask(name)))
  return (...names) => fitsAny(taken, names) && !fitsAny(excluded, names)
}

const compiledRows = new WeakMap<object, readonly ((...names: readonly string[]) => boolean)[]>()

/**
 * The first row whose mask list matches a symbol with these names. Lists are parsed once for each
 * array of rows, which never changes: parsing a thousand lists of 4,096 characters takes tens of
 * milliseconds, and each symbol is compared with them.
 */
export function firstCovering<Row extends { readonly mask: string }>(
  rows: readonly Row[],
  ...names: readonly string[]
): Row | undefined {
  if (rows.length === 0) return undefined
  let compiled = compiledRows.get(rows)
  if (compiled === undefined) {
    compiled = rows.map(({ mask }) => compiledMaskList(mask))
    compiledRows.set(rows, compiled)
  }
  const lowered = names.map((name) => name.toLowerCase())
  const found = compiled.findIndex((covers) => covers(...lowered))
  return rows[found]
}

export type CompiledMask = (text: string) => boolean

/**
 * Compiles one mask without `!` and commas; case matters. The parts between the stars are searched
 * in order. Taking the earliest match of each part leaves the most room, so the cost is linear in
 * the text's length.
 */
export function compiledMask(mask: string): CompiledMask {
  const parts = mask.split('*')
  if (parts.length === 1) return (text) => text === mask
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const between = parts.slice(1, -1).filter((part) => part !== '')
  return (text) => {
    const end = text.length - last.length
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const part of between) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= end
  }
}

/**
 * Masks as a datafeed lists them: the last one that fits some of the `names` decides; none that
 * fits takes nothing.
 */
export function lastMaskTakes(masks: readonly string[], ...names: readonly string[]): boolean {
  for (let i = masks.length - 1; i >= 0; i--) {
    const entry = masks[i] as string
    if (entry.length > MASK_CHARACTERS_MAX) continue
    const parts = masksIn(entry)
    for (let j = parts.length - 1; j >= 0; j--) {
      const mask = parts[j] as string
      const excludes = mask.startsWith('!')
      const bare = excludes ? mask.slice(1) : mask
      if (names.some((name) => maskFits(bare, name))) return !excludes
    }
  }
  return false
}

/** The masks of a comma-separated list, without edge spaces and without empty masks. */
export function masksIn(list: string): string[] {
  return list
    .split(',')
    .map((mask) => mask.trim())
    .filter((mask) => mask !== '' && mask !== '!')
}

/**
 * True if the mask matches. The search only returns to the newest star, because an earlier one
 * cannot do better.
 */
function fits(mask: string, text: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let i = 0
  while (i < text.length) {
    const code = mask.charCodeAt(at)
    if (code === STAR) {
      star = at++
      resume = i
    } else if (at < mask.length && code === text.charCodeAt(i)) {
      at++
      i++
    } else if (star >= 0) {
      at = star + 1
      i = ++resume
    } else return false
  }
  while (at < mask.length && mask.charCodeAt(at) === STAR) at++
  return at === mask.length
}
