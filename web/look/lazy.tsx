import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { after } from '../link/clock.js'
import { words } from '../text/words.js'

const AGAIN_MS = 1_000
/** By then the first chart stands, and what is fetched takes no room from it. */
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

/** As `lazy`, of a part that an order may call for at any time: it is there before the line may be lost. */
export function lazyButSoon<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  after(FETCHED_MS, () => {
    load().catch(() => undefined)
  })
  return lazy(load)
}
