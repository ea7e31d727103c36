import { useRef } from 'preact/hooks'
import { newId } from '../../link/random.js'
import { type ActBodies, type ActKind, beginAct } from '../../staff/bulk/acts.js'
import { go } from '../../staff/place.js'

/**
 * The beginning of an act on many. It has its key from the opening of its dialog on, so that a second press is the same act;
 * what becomes of it is told on its own page, which is gone to.
 */
export function useBegin(dialog: { onBegun: () => void; onClose: () => void }) {
  const key = useRef(newId())
  return <Kind extends ActKind>(
    kind: Kind,
    body: ActBodies[Kind],
    total: number,
    mark = '',
  ): void => {
    beginAct(key.current, kind, body, total, mark)
    dialog.onBegun()
    dialog.onClose()
    go(['actions', key.current])
  }
}
