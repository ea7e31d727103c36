import { findsPlanted } from './finds-planted.js'
import { plantedInLog } from './planted-log.js'

findsPlanted('log, recovery and answers', plantedInLog)
