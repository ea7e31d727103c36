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
  /** The bytes that may still be written, or spent on reading; below zero the slice is used up. */
  left: number
  /** Whether the answer has told its socket something. */
  hasTold: boolean
  /** Whether the answer, or a part of it, is out, so that it cannot be a refusal any more. */
  isAnswered: boolean
}
