import { yieldToTrading } from '../thread/background-thread.js'

/** The entry of a thread that answers the same queries but gives trading precedence. */
yieldToTrading()

export { default } from './query.task.js'
