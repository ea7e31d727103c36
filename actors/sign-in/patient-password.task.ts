import { yieldToTrading } from '../thread/background-thread.js'

/** The same work, on a thread that leaves the processor to trading. */
yieldToTrading()

export { default } from './password.task.js'
