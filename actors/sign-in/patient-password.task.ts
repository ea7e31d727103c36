import { yieldToTrading } from '../thread/background-thread.js'

/** Thread entry: the same work on a thread that gives trading precedence. */
yieldToTrading()

export { default } from './password.task.js'
