import { follow, line, subscribe } from './link.js'

type Listener = Parameters<typeof subscribe<'config_changed'>>[1]

/**
 * Calls `run` for each change of a settings record that the reader may read. Returns a function
 * that unsubscribes.
 */
export function onConfigChange(run: Listener): () => void {
  const leave = follow(
    'config',
    () => void line()?.ask('watch_config'),
    () => void line()?.ask('unwatch_config'),
  )
  const stop = subscribe('config_changed', run)
  return () => {
    leave()
    stop()
  }
}
