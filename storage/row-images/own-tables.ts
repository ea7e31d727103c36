/**
 * Tables that may differ between nodes: packs of one projector's batches, which contain the same
 * keys and turns, and marks by the node's clock.
 */
export const OWN_TABLES: ReadonlySet<string> = new Set([
  'request_key_batches',
  'turn_times',
  'unmarked_histories',
  'closed_marks',
  'deal_marks',
  'order_marks',
])
