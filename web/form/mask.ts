import { maskFits } from '../staff/groups.js'

/**
 * Masks as the server reads them: `*` is any run of characters, a leading `!` excludes, a comma separates; case does not
 * count. A list covers what fits some mask under any of its names and no `!` mask under any.
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

/** As a provider's symbols and a holiday's list them: the last mask that fits decides. */
export function lastTakes(masks: readonly string[], names: readonly string[]): boolean {
  const fitting = masks
    .flatMap(masksIn)
    .filter((mask) => names.some((name) => maskFits(mask.replace('!', ''), name.toLowerCase())))
  return fitting.at(-1)?.startsWith('!') === false
}
