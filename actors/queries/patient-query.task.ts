import { yieldToTrading } from '../thread/background-thread.js'

/** Thread entry: the same queries on a thread that gives trading precedence. */
yieldToTrading()

export { default } from './query.task.js'
