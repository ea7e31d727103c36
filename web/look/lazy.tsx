import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { words } from '../text/words.js'

/** A part of the terminal that is loaded when it is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined
  return function Later(props: Props) {
    const [, draw] = useState(0)
    useEffect(() => {
      if (loaded !== undefined) return
      void load().then((component) => {
        loaded = component
        draw(1)
      })
    }, [])
    if (loaded === undefined) return <output class="empty">{words.value.loading}</output>
    const Part = loaded
    return <Part {...props} />
  }
}
