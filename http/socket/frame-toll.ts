import { CONTROL_FRAME_RATE } from '../../engine/limits/floods.js'

/** Counts what a live socket has sent, however it was answered. */
export class FrameToll {
  tick = 0
  /** Frames of the tick. */
  frames = 0
  /** Frames of every kind since it is closing. */
  late = 0
  /** The points that its address has not paid yet. */
  points = 0
  bytes = 0
  /** Pings and pongs that may come now. */
  controls = CONTROL_FRAME_RATE.burst
  unsignedControls = 0
}
