import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { after } from '../link/clock.js'
import { words } from '../text/words.js'

const AGAIN_MS = 1_000
/** The delay before components are preloaded, so that the first chart appears before. */
const FETCHED_MS = 5_000

/**
 * A component that loads when it is first shown. If loading fails, it tries again until it
 * succeeds.
 */
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

/**
 * Loads a component like `lazy`, but preloads it. For components that trading needs even if the
 * connection is lost.
 */
export function lazyButSoon<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  after(FETCHED_MS, () => {
    load().catch(() => undefined)
  })
  return lazy(load)
}
