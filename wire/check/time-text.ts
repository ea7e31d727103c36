/** The end of a time in UTC: programs write it in one way or the other, and answers end in `Z`. */
export const UTC_END = '(Z|\\+00:00)'

/** RFC 3339 text of a moment that exists: `2026-02-30` has the form and is none. */
export function isTime(text: string): boolean {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === text.slice(0, 19)
}
