/** A column as wide as somebody has made it; undefined is as wide as what is in it. */
export function widthStyle(px: number | undefined) {
  if (px === undefined) return {}
  const width = `${px}px`
  return { width, minWidth: width, maxWidth: width }
}
