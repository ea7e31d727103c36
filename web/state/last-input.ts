let isKey = false

addEventListener('keydown', () => (isKey = true), true)
addEventListener('pointerdown', () => (isKey = false), true)

/** The newest input of the page was a key, and not a pointer. */
export function wasKey(): boolean {
  return isKey
}
