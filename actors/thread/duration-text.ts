/** A duration for people: the two largest units, such as `3 days 4 h`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600)]
  const [minutes, rest] = [Math.floor((seconds % 3_600) / 60), seconds % 60]
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
}
