type View = Readonly<Record<string, unknown>>

const LIVE: ReadonlySet<string> = new Set(['price_current', 'profit', 'margin', 'point_value'])

/** A listed order or position as an event would tell it: without live figures, and without what is null. */
export function keptRow(listed: View): View {
  const kept = Object.entries(listed).filter(([name, value]) => value !== null && !LIVE.has(name))
  return Object.fromEntries(kept)
}
