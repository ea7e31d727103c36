/** The operating system in a user agent header; empty if unknown. */
const SYSTEMS: readonly (readonly [name: string, marks: RegExp])[] = [
  ['Android', /android/i],
  ['iOS', /iphone|ipad|ipod|\bios\b/i],
  ['Windows', /windows/i],
  ['macOS', /mac os|macintosh|darwin/i],
  ['Linux', /linux|x11/i],
]

export function systemNamed(userAgent: string): string {
  return SYSTEMS.find(([, marks]) => marks.test(userAgent))?.[0] ?? ''
}
