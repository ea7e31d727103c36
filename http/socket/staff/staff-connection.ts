import { Connection } from '../connection.js'

/** A live socket of a staff user. */
export class StaffConnection extends Connection {
  /** Unreadable frames in a row. */
  badFrames = 0
}
