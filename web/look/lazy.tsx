import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { after } from '../link/clock.js'
import { words } from '../text/words.js'

const AGAIN_MS = 1_000
/** The delay before parts are loaded ahead: the first chart is drawn by then, and is not slowed down. */
const FETCHED_MS = 5_000

/** A part of the terminal that is loaded when it is first shown. Where the server is away it is asked for until it comes. */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined
  return function Later(props: Props) {
    const [, draw] = useState(0)
    useEffect(() => {
      if (loaded !== undefined) return
      let stop = (): void => undefined
      const bring = (): void => {
        load().then(
          (component) => {
            loaded = component
            draw(1)
          },
          () => {
            stop = after(AGAIN_MS, bring)
          },
        )
      }
      bring()
      return () => stop()
    }, [])
    if (loaded === undefined) return <output class="empty">{words.value.loading}</output>
    const Part = loaded
    return <Part {...props} />
  }
}

/** Like `lazy`, but loaded ahead: for parts that an order may need, even when the line is lost by then. */
export function lazyButSoon<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  after(FETCHED_MS, () => {
    load().catch(() => undefined)
  })
  return lazy(load)
}
