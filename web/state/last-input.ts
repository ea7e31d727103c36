let isKey = false

addEventListener('keydown', () => (isKey = true), true)
addEventListener('pointerdown', () => (isKey = false), true)

/** Whether the last input on the page was a key rather than the pointer. */
export function wasKey(): boolean {
  return isKey
}
