import { follow, hear, line } from './link.js'

type Hear = Parameters<typeof hear<'config_changed'>>[1]

/**
 * Calls `run` for each change of a settings record that the reader may read. Returns a function
 * that unsubscribes.
 */
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
