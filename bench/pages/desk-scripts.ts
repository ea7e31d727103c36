/** Scripts that run inside a page of the desk and measure when something is painted. */

/**
 * `__drawn(selector, text)`: when something like that has the text and is painted, as the time of the day and as
 * milliseconds since something was typed. Spaces between thousands do not count.
 */
export const DRAWN_SCRIPT = `
  let typed = 0
  addEventListener('input', () => { typed = performance.now() }, true)
  const plain = (text) => (text ?? '').replaceAll(/[\\u202f\\u00a0,]/g, '')
  globalThis.__drawn = (selector, text) => new Promise((resolve) => {
    const has = () => [...document.querySelectorAll(selector)].some((one) => plain(one.textContent).includes(text))
    const painted = () => requestAnimationFrame(() => setTimeout(() => {
      resolve({ at: Date.now(), sinceTyped: performance.now() - typed })
    }))
    if (has()) return painted()
    const eyes = new MutationObserver(() => {
      if (!has()) return
      eyes.disconnect()
      painted()
    })
    eyes.observe(document, { childList: true, subtree: true, characterData: true })
  })
`

/** Jumps to places all over the list: how long each took until no row in view is grey, in milliseconds. */
export function jumping(count: number): string {
  return `(async () => {
    const grid = document.querySelector('#page .grid')
    const took = []
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const drawn = () => new Promise((resolve) => {
      const isThere = () => grid.querySelector('.grid-row') !== null && grid.querySelector('.grid-row.wanted') === null
      const look = () => isThere() ? setTimeout(resolve) : requestAnimationFrame(look)
      // The frame that follows the jump draws the new place.
      requestAnimationFrame(() => requestAnimationFrame(look))
    })
    for (let i = 0; i < ${count}; i++) {
      const begun = performance.now()
      grid.scrollTop = ((i * 0.618034) % 1) * (grid.scrollHeight - grid.clientHeight)
      await drawn()
      took.push(performance.now() - begun)
      await wait(250)
    }
    return took
  })()`
}
