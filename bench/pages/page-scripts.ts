/**
 * A script that runs inside a page before the page's scripts, to measure the moments that a user
 * would see.
 */

/**
 * `__marks.form` and `__marks.chart`: milliseconds from the request of the page until the sign-in
 * form is painted, and until the chart shows bars and the ticket shows prices.
 */
export const MARKS = `
  const marks = (globalThis.__marks = {})
  const painted = (name) => {
    if (marks[name] !== undefined) return
    marks[name] = -1
    requestAnimationFrame(() => setTimeout(() => { marks[name] = performance.now() }))
  }
  let asked = -1
  let hasBars = false
  const send = WebSocket.prototype.send
  const heard = new WeakSet()
  WebSocket.prototype.send = function (text) {
    const frame = JSON.parse(text)
    if (frame.op === 'candles' && asked < 0) asked = frame.id
    if (!heard.has(this)) {
      heard.add(this)
      this.addEventListener('message', ({ data }) => {
        if (!hasBars && asked > 0 && JSON.parse(data).id === asked) hasBars = true
      })
    }
    if (globalThis.__isUnpaced) delete frame.args?.max_per_sec
    return send.call(this, JSON.stringify(frame))
  }
  new MutationObserver(() => {
    if (document.querySelector('form input[autocomplete=username]')) painted('form')
    if (!hasBars || document.querySelector('.chart canvas') === null) return
    if (/[0-9]/.test(document.querySelector('.deal.fill-buy strong')?.textContent ?? '')) painted('chart')
  }).observe(document, { childList: true, subtree: true, characterData: true })
`

/** Prices come as fast as the server has them, not as fast as the page asks for them. */
export const UNPACED = 'globalThis.__isUnpaced = true'

/** Presses the button until its answer is painted: what each took, in milliseconds. */
export function pressing(count: number): string {
  return `(async () => {
    const took = []
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const press = (button) => new Promise((resolve) => {
      const before = new Set(document.querySelectorAll('.note.good'))
      const begun = performance.now()
      const eyes = new MutationObserver(() => {
        if (![...document.querySelectorAll('.note.good')].some((note) => !before.has(note))) return
        eyes.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
      })
      eyes.observe(document, { childList: true, subtree: true })
      button.click()
    })
    for (let i = 0; i < ${count}; i++) {
      const close = document.querySelector('.bottom tbody .small[aria-label^="Close Buy"]')
      took.push(await press(i % 2 === 0 || close === null ? document.querySelector('.deal.fill-buy') : close))
      await wait(400)
    }
    return took
  })()`
}

/** Frames that should have been drawn in these milliseconds, and those that were missed. */
export function frames(ms: number): string {
  return `new Promise((resolve) => {
    const begun = performance.now()
    let [last, missed, drawn] = [begun, 0, 0]
    const step = (now) => {
      missed += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1)
      drawn++
      last = now
      if (now - begun < ${ms}) requestAnimationFrame(step)
      else resolve({ drawn, missed })
    }
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(step) })
  })`
}
