import { CONTROL_FRAME_RATE } from '../../engine/limits/floods.js'

/** Counters of what a WebSocket has sent, whatever the answers were. */
export class FrameToll {
  tick = 0
  /** Frames in the current tick. */
  frames = 0
  /** Frames of any kind after closing has begun. */
  late = 0
  /** Points that have not been charged to the address yet. */
  points = 0
  bytes = 0
  /** Pings and pongs that may be accepted now. */
  controls = CONTROL_FRAME_RATE.burst
  unsignedControls = 0
}
