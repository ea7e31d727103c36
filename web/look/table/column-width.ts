/** The style for a column width that the user set; undefined fits the content. */
export function widthStyle(px: number | undefined) {
  if (px === undefined) return {}
  const width = `${px}px`
  return { width, minWidth: width, maxWidth: width }
}
