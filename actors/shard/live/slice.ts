/**
 * A slice of a long answer (snapshot or resume of a socket, list for REST). Long answers are
 * written in slices so that none of them delays the turns of other requests.
 *
 *   - An account may have one snapshot or resume at a time, and `BULK_LISTS_MAX` lists; more are
 *     refused. A shard has at most `BULK_JOBS_MAX` of both.
 *   - A turn writes at most `BULK_TURN_BYTES` of them, `BULK_SLICE_BYTES` for each in turn. An
 *     answer that fits into one slice is written at once if the turn has that much left.
 *   - After a slice that sent something, the next slice waits until the socket's reader has
 *     received most of it (`credit`). A reader that receives nothing for `BULK_STALL_MS` is too
 *     slow, and its socket is closed.
 *   B4. Meanwhile the socket receives no other events or money of the account. The answer continues
 *       until it has sent everything that happened meanwhile, in order; then the socket receives
 *       live events again.
 */
export interface Slice {
  /** The bytes that may still be written, or spent on reading; below zero the slice is used up. */
  left: number
  /** True once the answer has sent its socket something. */
  hasTold: boolean
  /** True once a part of the answer is sent, so that it can no longer be a refusal. */
  isAnswered: boolean
}
