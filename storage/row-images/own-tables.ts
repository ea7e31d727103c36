/** Tables that are each node's own: packs of one projector's batches, which hold the same keys and turns, and marks by its own clock. */
export const OWN_TABLES: ReadonlySet<string> = new Set([
  'request_key_batches',
  'turn_times',
  'unmarked_histories',
  'closed_marks',
  'deal_marks',
  'order_marks',
])
