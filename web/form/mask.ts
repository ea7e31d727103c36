/**
 * Masks as the server reads them: `*` is any run of characters, a leading `!` excludes, a comma separates; case does not
 * count. A list covers what fits some mask under any of its names and no `!` mask under any.
 */
export function masksIn(list: string): string[] {
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

function maskFits(mask: string, text: string): boolean {
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
