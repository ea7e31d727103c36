import { yieldToTrading } from '../thread/background-thread.js'

/** The entry of a thread that does the same work but gives trading precedence. */
yieldToTrading()

export { default } from './password.task.js'
