/** A duration in its two largest units: `more` of `unit`, and `less` of the next smaller one. */
export interface DurationParts {
  readonly unit: 'days' | 'hours' | 'minutes' | 'seconds'
  /** The number of the larger unit; 0 if the unit is seconds, which are in `less`. */
  readonly more: number
  readonly less: number
}

export function durationParts(ms: number): DurationParts {
  const seconds = Math.round(ms / 1_000)
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600)]
  const [minutes, rest] = [Math.floor((seconds % 3_600) / 60), seconds % 60]
  if (days > 0) return { unit: 'days', more: days, less: hours }
  if (hours > 0) return { unit: 'hours', more: hours, less: minutes }
  return { unit: minutes > 0 ? 'minutes' : 'seconds', more: minutes, less: rest }
}

/** A duration for people: the two largest units, such as `3 days 4 h`. */
export function durationText(ms: number): string {
  const { unit, more, less } = durationParts(ms)
  if (unit === 'days') return `${more} ${more === 1 ? 'day' : 'days'} ${less} h`
  if (unit === 'hours') return `${more} h ${less} min`
  return unit === 'minutes' ? `${more} min ${less} s` : `${less} s`
}
