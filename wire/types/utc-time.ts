/** The end of a UTC time. Programs write either form; answers use `Z`. */
export const UTC_END = '(Z|\\+00:00)'

/** Whether the text is an existing time in RFC 3339 format. `2026-02-30` is not. */
export function isTime(text: string): boolean {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === text.slice(0, 19)
}
