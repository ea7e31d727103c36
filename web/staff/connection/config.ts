import { follow, hear, line } from './link.js'

type Hear = Parameters<typeof hear<'config_changed'>>[1]

/** Runs at each change of settings that one may read, until the function that it answers is called. */
export function hearConfig(run: Hear): () => void {
  const leave = follow(
    'config',
    () => void line()?.ask('watch_config'),
    () => void line()?.ask('unwatch_config'),
  )
  const stop = hear('config_changed', run)
  return () => {
    leave()
    stop()
  }
}
