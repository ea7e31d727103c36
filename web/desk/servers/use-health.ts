import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import { type Health, readHealth } from '../../link/health.js'
import { useReads } from '../lists/use-reads.js'

/** The health data reloads at this interval while it is visible. */
const AGAIN_MS = 15_000

export function useHealth() {
  const { reads } = useReads(AGAIN_MS)
  /** The last answer, or null before the first one. */
  const [health, setHealth] = useState<Health | null>(null)
  const [isAway, setAway] = useState(false)
  const [readAt, setReadAt] = useState(0)
  useEffect(() => {
    let isGone = false
    void readHealth().then((read) => {
      if (isGone) return
      setAway(read === null)
      if (read !== null) setHealth(read)
      setReadAt(serverNow())
    })
    return () => {
      isGone = true
    }
  }, [reads])
  return { health, isAway, readAt, reads }
}
