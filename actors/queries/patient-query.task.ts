import { yieldToTrading } from '../thread/background-thread.js'

/** The same reads, on a thread that leaves the processor to trading. */
yieldToTrading()

export { default } from './query.task.js'
