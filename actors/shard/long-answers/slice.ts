/**
 * Long answers of a shard (snapshots and resumes of its sockets, lists for REST), each made a slice at a time,
 * so that none of them holds up the turns of all.
 *
 *   B1. An account has one snapshot or resume under way, and `BULK_LISTS_MAX` lists; the next one is refused.
 *       A shard has `BULK_JOBS_MAX` of both.
 *   B2. A turn makes `BULK_TURN_BYTES` of them at the most, `BULK_SLICE_BYTES` for each in turn. What is
 *       done with one slice is done at once, where the turn has that much left.
 *   B3. After a slice that told something the socket's next one waits until its reader has taken most of
 *       it (`credit`). A reader that takes nothing for `BULK_STALL_MS` is too slow.
 *   B4. While it is under way its socket hears no other events or money of the account: the job goes on
 *       until it has told everything that came about meanwhile, in order, and then the socket hears them
 *       live again.
 */
export interface Slice {
  /** Bytes that may still be written, and reading that costs as much. Below zero is the end. */
  left: number
  /** It has told its socket something. */
  hasTold: boolean
  /** The answer is out, or a part of it: it cannot be another one any more. */
  isAnswered: boolean
}
