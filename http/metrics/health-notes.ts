import type { Supervisor } from '../../actors/server/supervisor.js'

/**
 * What `/health` says beside its status: what an operator should know and keeps nobody from trading, so
 * that it is no reason to send people elsewhere.
 */
export function healthNotes({
  board: { offQuotes },
  condition,
}: Pick<Supervisor, 'board' | 'condition'>): readonly string[] {
  if (offQuotes === 0) return condition.notes
  const which = offQuotes === 1 ? '1 symbol has' : `${offQuotes} symbols have`
  return [...condition.notes, `${which} no usable price.`]
}
