import { maskFits } from '../staff/groups.js'

/**
 * Masks with the server's rules: `*` matches any characters, a leading `!` excludes, commas
 * separate masks, and case is ignored. A list covers a record if a mask matches any of its names
 * and no `!` mask matches any of them.
 */
function masksIn(list: string): string[] {
  return list
    .toLowerCase()
    .split(',')
    .map((mask) => mask.trim())
    .filter((mask) => mask !== '' && mask !== '!')
}

export function listCovers(list: string, names: readonly string[]): boolean {
  const masks = masksIn(list)
  const fits = (mask: string) => names.some((name) => maskFits(mask, name.toLowerCase()))
  return (
    masks.some((mask) => !mask.startsWith('!') && fits(mask)) &&
    !masks.some((mask) => mask.startsWith('!') && fits(mask.slice(1)))
  )
}

/** The rule for symbols of providers and holidays: the last matching mask decides. */
export function lastTakes(masks: readonly string[], names: readonly string[]): boolean {
  const fitting = masks
    .flatMap(masksIn)
    .filter((mask) => names.some((name) => maskFits(mask.replace('!', ''), name.toLowerCase())))
  return fitting.at(-1)?.startsWith('!') === false
}
